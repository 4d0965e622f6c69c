import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { http } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { Answer } from '../../shared/answer.tsx';
import { Answers } from '../ask/answers.tsx';
import { LibrarySelect } from '../ask/library-select.tsx';
import { pathOf, tokenLimits, type Question } from '../ask/question.ts';
import { ask, type Asked } from './asked.ts';
import { closest, type Match } from './closest.ts';

/** Number of other libraries that the page offers. */
const mostOthers = 4;
/** Maximum number of libraries of an install in which the page itself searches for the best one. */
const few = 50;

/** The answer from the best library, the name of that library, and links to ask other libraries. */
export function ChosenAnswer({ asked }: { asked: Asked }) {
  const matches = useMatches(asked.text);
  return (
    <Stack component="section" gap="md" aria-label="Answer">
      <Title order={2}>Answer</Title>
      <Answer of={matches}>{(found) => <FromLibrary asked={asked} matches={found} />}</Answer>
    </Stack>
  );
}

function FromLibrary({ asked, matches }: { asked: Asked; matches: Match[] }) {
  const { text } = asked;
  const library = asked.library || matches[0]?.id || '';
  const question: Question = { library, version: '', text, tokens: tokenLimits.usual };
  const others = matches.filter(({ id }) => id !== library).slice(0, mostOthers);
  return (
    <>
      <Group gap="sm" align="flex-end">
        <LibrarySelect
          key={library}
          label="Answered from"
          required={false}
          value={library}
          onChange={(chosen) => chosen !== '' && ask({ text, library: chosen })}
        />
        {others.length > 0 && (
          <Group gap="xs" miw={0} role="group" aria-label="Other libraries that match">
            <Text size="sm" c="dimmed">
              Other matches:
            </Text>
            {others.map(({ id, title }) => (
              <Button
                key={id}
                variant="default"
                size="sm"
                maw="100%"
                title={id}
                onClick={() => ask({ text, library: id })}
              >
                <Text span inherit truncate>
                  {title || id}
                </Text>
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {library === '' ? (
        <Text>No library matches your question by itself. Choose the library to ask.</Text>
      ) : (
        <>
          <Answers question={question} />
          <Anchor component={Link} href={pathOf(question)} size="sm" underline="always">
            Ask with another version or token limit
          </Anchor>
        </>
      )}
    </>
  );
}

/** Returns the libraries that match a question, the best first. If the install has one library, returns that one. */
function useMatches(text: string) {
  return useQuery({
    queryKey: ['libraries for', text],
    staleTime: 60_000,
    async queryFn({ signal }): Promise<Match[]> {
      try {
        const query = { libraryName: text, query: text };
        const { data } = await http.GET('/api/v2/libs/search', { params: { query }, signal });
        return data?.results.filter(({ totalSnippets }) => totalSnippets > 0) ?? [];
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'no_libraries_found') throw error;
        const query = { limit: few };
        const { data } = await http.GET('/api/v1/libraries', { params: { query }, signal });
        if (!data || data.total > few) return [];
        return data.total === 1 ? data.libraries : closest(text, data.libraries);
      }
    },
  });
}
