import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { BenchmarkQuestions } from './benchmark-questions.tsx';
import { Score } from './score.tsx';

/** How well a library answers questions made of itself. */
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
          ? 'How well it answers questions made of its own headings, code and sentences: 100 when each finds its own snippet first. Low scores tell of pages that repeat each other.'
          : 'After a run that changed it, it is asked questions made of itself. It needs five of them at least.'}
      </Text>
      {known && isAdmin && !shows && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          onClick={() => setShows(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Ask the questions now
        </Button>
      )}
      {shows && <BenchmarkQuestions id={id} />}
    </Score>
  );
}
