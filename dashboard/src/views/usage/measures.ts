import type { UsageSum } from '../../api/paths.gen.ts';
import { count } from '../../shared/format.ts';

const amounts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** Units of usage. */
export const measures = {
  requests: 'Requests',
  tokens: 'Tokens',
  cost: 'Spending',
} as const satisfies Record<keyof UsageSum, string>;

export type Measure = keyof typeof measures;

/** Returns an amount in the install's unit. */
export function amount(value: number): string {
  return amounts.format(value);
}

/** Returns a number with its unit, for people. */
export function measured(measure: Measure, value: number): string {
  return measure === 'cost' ? amount(value) : count(value);
}
