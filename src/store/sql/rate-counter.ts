import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { countedSeconds, type Counter, type CounterOptions } from '../../limits/counter.ts';
import { limiterCounter } from '../../limits/limiter-counter.ts';
import type { MetadataDatabase } from './database.ts';

/**
 * Counts in a table of Postgres, so that all replicas count together: one statement a request, and none for a name that has
 * reached the limit until its minute is over. Rows of an hour ago are deleted every five minutes.
 */
export function postgresCounter(
  database: MetadataDatabase,
  { limit, kind }: CounterOptions,
): Counter {
  return limiterCounter(
    new RateLimiterPostgres({
      // Through kysely's pool, whose connections outlive failures.
      storeClient: {
        query: ({ text, values }: { text: string; values: unknown[] }) =>
          database.executeQuery(CompiledQuery.raw(text, values)),
      },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: kind,
      points: limit,
      duration: countedSeconds,
      inMemoryBlockOnConsumed: limit,
    }),
  );
}
