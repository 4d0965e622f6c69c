import { LecternError } from '../../base/errors.ts';
import { dayOf, nextMonth } from './calendar.ts';
import { amountOf, moneyText } from './money.ts';

/** What a teamspace may spend in a month, and has. */
export interface Spending {
  /** Null for no limit. */
  limit: number | null;
  spent: number;
  /** When the month ends, in milliseconds since 1970. */
  resetsAt: number;
}

/** The refusal of a teamspace that has spent its limit, in millionths. */
export function limitReached(limit: number, now: number): LecternError {
  const reached = `Monthly spending limit of ${moneyText(amountOf(limit))} reached for this teamspace.`;
  const raise =
    'An owner or admin of it can raise the limit (PUT /api/v1/teamspaces/<id>/spending)';
  const message = `${reached} ${raise}; otherwise it resets on ${dayOf(nextMonth(now))} (UTC).`;
  return new LecternError('spending_limit_exceeded', 402, message);
}
