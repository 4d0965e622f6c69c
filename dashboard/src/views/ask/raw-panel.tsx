import { Code, Group, Stack, Text } from '@mantine/core';
import { Copy } from '../../shared/copied.tsx';
import { bytes } from '../../shared/format.ts';
import { AnswerOrProblem } from './answer-or-problem.tsx';
import classes from './ask.module.css';
import type { Question } from './question.ts';
import { SideBySide } from './side-by-side.tsx';
import { useAnswer, useAnswerText, type Mode } from './use-answer.ts';

interface RawPanelProps {
  question: Question;
  mode: Mode;
}

/** Both forms of an answer as programs get them. */
export function RawPanel({ question, mode }: RawPanelProps) {
  return (
    <SideBySide
      parts={[
        { id: 'txt', title: 'Text', content: <RawText question={question} mode={mode} /> },
        { id: 'json', title: 'JSON', content: <RawJson question={question} mode={mode} /> },
      ]}
    />
  );
}

function RawText({ question, mode }: RawPanelProps) {
  const answer = useAnswerText(question, mode);
  return (
    <AnswerOrProblem of={answer} library={question.library}>
      {({ body }) => <Raw text={body} what="the text" />}
    </AnswerOrProblem>
  );
}

function RawJson({ question, mode }: RawPanelProps) {
  const answer = useAnswer(question, mode);
  return (
    <AnswerOrProblem of={answer} library={question.library}>
      {({ body }) => <Raw text={JSON.stringify(body, null, 2)} what="the JSON" />}
    </AnswerOrProblem>
  );
}

function Raw({ text, what }: { text: string; what: string }) {
  const size = new TextEncoder().encode(text).length;
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="xs" c="dimmed" className="tabular">
          {bytes(size)}
        </Text>
        <Copy text={text} what={what} />
      </Group>
      <Code block tabIndex={0} role="region" aria-label={what} className={classes.raw}>
        {text}
      </Code>
    </Stack>
  );
}
