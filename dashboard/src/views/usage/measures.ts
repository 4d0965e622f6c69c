import type { UsageSum } from '../../api/paths.gen.ts';
import { count } from '../../shared/format.ts';

const amounts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** What usage is counted in. */
export const measures = {
  requests: 'Requests',
  tokens: 'Tokens',
  cost: 'Spending',
} as const satisfies Record<keyof UsageSum, string>;

export type Measure = keyof typeof measures;

/** An amount in the install's own unit. */
export function amount(value: number): string {
  return amounts.format(value);
}

/** A number of a measure, as people read it. */
export function measured(measure: Measure, value: number): string {
  return measure === 'cost' ? amount(value) : count(value);
}
