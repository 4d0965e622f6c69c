import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { BenchmarkQuestions } from './benchmark-questions.tsx';
import { Score } from './score.tsx';

/** The results of the benchmark, in which a library answers questions from its own content. */
export function Benchmark({ library: { id, benchmarkScore } }: { library: LibraryStatus }) {
  const isAdmin = useMay('admin');
  const [shows, setShows] = useState(false);
  const known = benchmarkScore !== undefined && benchmarkScore > 0;
  return (
    <Score
      title="Benchmark"
      value={known ? String(benchmarkScore) : 'not yet'}
      {...(known && { of: 100 })}
    >
      <Text size="sm" c="dimmed">
        {known
          ? 'How well the library answers test questions made from its own headings, code and sentences. 100 means that each question finds its own snippet first. A low score often means that pages repeat each other.'
          : 'Lectern computes it after a run that changed the library, from at least five test questions.'}
      </Text>
      {known && isAdmin && !shows && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          onClick={() => setShows(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Run the test questions
        </Button>
      )}
      {shows && <BenchmarkQuestions id={id} />}
    </Score>
  );
}
