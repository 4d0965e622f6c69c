import { Anchor, SimpleGrid } from '@mantine/core';
import { Link } from 'wouter';
import type { Overview } from '../../api/paths.gen.ts';
import { FigureCard } from '../../shared/figure-card.tsx';
import { bytes, count } from '../../shared/format.ts';

const states = {
  finalized: 'indexed',
  initial: 'new',
  processing: 'being indexed',
  error: 'failed',
  delete: 'being deleted',
} as const;

/** Libraries, queue and index in numbers. */
export function Counts({ overview: { libraries, queue, index } }: { overview: Overview }) {
  const parts = Object.entries(states)
    .map(([state, word]) => [libraries.byState[state as keyof typeof states], word] as const)
    .filter(([value]) => value > 0)
    .map(([value, word]) => `${count(value)} ${word}`);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <FigureCard label="Libraries" value={count(libraries.total)}>
        {parts.length > 0 ? parts.join(', ') : 'None yet'}
      </FigureCard>
      <FigureCard label="Queue" value={count(queue.queued + queue.running)}>
        {count(queue.running)} running, {count(queue.queued)} waiting.{' '}
        <Anchor component={Link} href="/queue" size="sm" underline="always">
          See the queue
        </Anchor>
      </FigureCard>
      <FigureCard label="Last run failed" value={count(queue.failed)}>
        {queue.failed > 0 && (
          <Anchor component={Link} href="/queue" size="sm" underline="always">
            See why
          </Anchor>
        )}
      </FigureCard>
      <FigureCard label="Snippets" value={count(index.snippets)}>
        {count(index.tokens)} tokens
        {index.bytes !== undefined && `, ${bytes(index.bytes)} on disk`}
      </FigureCard>
    </SimpleGrid>
  );
}
