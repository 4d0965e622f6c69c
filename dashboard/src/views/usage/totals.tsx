import { SimpleGrid } from '@mantine/core';
import type { UsageSum } from '../../api/paths.gen.ts';
import { FigureCard } from '../../shared/figure-card.tsx';
import { measured, measures, type Measure } from './measures.ts';

/** The sums of the period. */
export function Totals({ total }: { total: UsageSum }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {(Object.keys(measures) as Measure[]).map((measure) => (
        <FigureCard
          key={measure}
          label={measures[measure]}
          value={measured(measure, total[measure])}
        />
      ))}
    </SimpleGrid>
  );
}
