import type { Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';
import type { MetadataDatabase } from '../../store/metadata/database.ts';
import { SqlUsage } from '../../store/metadata/usage.ts';
import { createMeter } from '../../identity/usage/meter.ts';
import type { Usage } from '../../identity/usage/usage.ts';

/** The settings of spending. */
export type UsageSettings = Pick<Settings, 'requestPrice'>;

/** What callers of an install are answered, as the metadata database has it; close the meter before the database. */
export function openUsage(
  database: MetadataDatabase,
  { requestPrice }: UsageSettings,
  log: Pick<Logger, 'warn'>,
): Usage {
  const store = new SqlUsage(database);
  const meter = createMeter({
    store,
    price: requestPrice,
    onError: (error) => log.warn({ err: error }, 'usage could not be written or read'),
  });
  return { meter, store };
}
