import { Card, Group, Stack, Text } from '@mantine/core';
import type { ContextResponse } from '../../api/paths.gen.ts';
import { count, counted, duration } from '../../shared/format.ts';
import { AnswerOrProblem } from './answer-or-problem.tsx';
import classes from './ask.module.css';
import type { Question } from './question.ts';
import { shownSnippets } from './shown-snippets.ts';
import { SnippetCard } from './snippet-card.tsx';
import { TimingBar } from './timing-bar.tsx';
import { stagesOf } from './timings.ts';
import { useAnswer, type Asked, type Mode } from './use-answer.ts';

/** The answer to a question in one mode: its cost, rules of the owner, and the snippets. */
export function AnswerPanel({ question, mode }: { question: Question; mode: Mode }) {
  const answer = useAnswer(question, mode);
  return (
    <AnswerOrProblem of={answer} library={question.library}>
      {(asked) => (
        <Stack gap="md">
          <Cost asked={asked} budget={question.tokens} />
          <Rules body={asked.body} />
          <ol className={classes.list} aria-label="Snippets">
            {shownSnippets(asked.body).map((snippet) => (
              <SnippetCard key={snippet.rank} snippet={snippet} />
            ))}
          </ol>
        </Stack>
      )}
    </AnswerOrProblem>
  );
}

function Cost({ asked, budget }: { asked: Asked<ContextResponse>; budget: number }) {
  const { body, tokens, timings } = asked;
  const snippets = body.codeSnippets.length + body.infoSnippets.length;
  return (
    <Card withBorder padding="sm" component="section" aria-label="What the answer cost">
      <Group gap="lg" mb="xs" className="tabular">
        <Text size="sm">{counted(snippets, 'snippet')}</Text>
        <Text size="sm">
          {counted(tokens, 'token')} of {count(budget)}
        </Text>
        <Text size="sm" fw={600}>
          {duration(stagesOf(timings).total)}
        </Text>
      </Group>
      <TimingBar timings={timings} />
    </Card>
  );
}

function Rules({ body: { rules } }: { body: ContextResponse }) {
  if (!rules) return null;
  return (
    <Card withBorder padding="sm" component="section" aria-label="Rules of the library's owner">
      <Text size="sm" fw={600}>
        Rules of the library&apos;s owner
      </Text>
      <ul>
        {rules.libraryOwn.map((rule) => (
          <Text key={rule} component="li" size="sm" className="breakable">
            {rule}
          </Text>
        ))}
      </ul>
    </Card>
  );
}
