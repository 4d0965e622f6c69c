import type { Logger } from 'pino';
import type { Counter, CounterOptions } from '../../identity/limits/counter.ts';
import { insuredCounter } from '../../identity/limits/insured-counter.ts';
import { memoryCounter } from '../../identity/limits/memory-counter.ts';
import {
  createRateLimits,
  type Limit,
  type RateLimits,
} from '../../identity/limits/rate-limits.ts';
import type { Settings } from '../settings/settings.ts';
import { isShared, type MetadataDatabase } from '../../store/metadata/database.ts';
import { postgresCounter } from '../../store/metadata/rate-counter.ts';

/** The settings of limits; 0 is none. */
export type LimitSettings = Pick<
  Settings,
  'requestsPerMinutePerKey' | 'requestsPerMinutePerAddress'
>;

/**
 * The limits of an install: counted in memory where one process has the database for itself, in the database where several
 * share it. While that does not answer, each counts for itself.
 */
export function openLimits(
  database: MetadataDatabase,
  settings: LimitSettings,
  log: Pick<Logger, 'warn'>,
): RateLimits {
  const counterOf = (options: CounterOptions): Counter => {
    const insurance = memoryCounter(options);
    if (!isShared(database)) return insurance;
    return insuredCounter(postgresCounter(database, options), {
      insurance,
      onError: (error) => log.warn({ err: error }, 'requests are counted by this process alone'),
    });
  };
  const limitOf = (limit: number, kind: CounterOptions['kind']): Limit | undefined =>
    limit === 0 ? undefined : { limit, counter: counterOf({ limit, kind }) };
  const key = limitOf(settings.requestsPerMinutePerKey, 'key');
  const address = limitOf(settings.requestsPerMinutePerAddress, 'address');
  return createRateLimits({ ...(key && { key }), ...(address && { address }) });
}
