import { List, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Loading } from '../../shared/states.tsx';

/** The questions of the benchmark, and the rank of the right snippet for each. */
export function BenchmarkQuestions({ id }: { id: string }) {
  const report = api.useQuery(
    'get',
    '/api/v1/benchmark',
    { params: { query: { id } } },
    { staleTime: Infinity },
  );
  return (
    <Answer of={report} loading={<Loading rows={3} />}>
      {({ score, questions }) => {
        const first = questions.filter(({ rank }) => rank === 1).length;
        return (
          <>
            <Text size="sm" my="xs">
              {score} now: {first} of {questions.length} questions find their own snippet first.
            </Text>
            <List
              size="sm"
              spacing={4}
              mah={320}
              tabIndex={0}
              aria-label="Questions"
              style={{ overflowY: 'auto' }}
            >
              {questions.map(({ question, title, rank }, at) => (
                <List.Item key={at} className="breakable">
                  {question}
                  <Text size="xs" c="dimmed">
                    {rank === undefined ? 'not among the first ten' : `place ${rank}`} · {title}
                  </Text>
                </List.Item>
              ))}
            </List>
          </>
        );
      }}
    </Answer>
  );
}
