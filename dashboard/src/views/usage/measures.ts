import type { UsageSum } from '../../api/paths.gen.ts';
import { count } from '../../shared/format.ts';

const amounts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** What usage is counted in, with the names that the page shows. */
export const measures = {
  requests: 'Requests',
  tokens: 'Tokens',
  cost: 'Spending',
} as const satisfies Record<keyof UsageSum, string>;

/** What a chart shows: a number of requests or tokens, or a cost in the unit of the install. */
export type Measure = keyof typeof measures;

/** Returns an amount in the install's unit. */
export function amount(value: number): string {
  return amounts.format(value);
}

/** Returns a number with its unit, for people. */
export function measured(measure: Measure, value: number): string {
  return measure === 'cost' ? amount(value) : count(value);
}
