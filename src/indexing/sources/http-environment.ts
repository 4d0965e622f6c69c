import type { Snapshot, SourceOptions } from './source.ts';
import type { Resolve } from '../../base/http/address-guard.ts';
import { HttpClient } from '../../base/http/client.ts';
import type { Clock } from '../../base/http/clock.ts';

/** Dependencies that tests replace. */
export interface HttpEnvironment {
  resolve?: Resolve;
  clock?: Clock;
}

/** Returns the HTTP client of one run, with the run's limits. */
export function httpClientFor(options: SourceOptions, environment: HttpEnvironment): HttpClient {
  const { allowedRanges, limits } = options;
  return new HttpClient({
    allowedRanges,
    requestTimeoutMs: limits.requestTimeoutMs,
    ...environment,
  });
}

/**
 * Opens a source with an HTTP client, which the snapshot closes. Closes it at once if the source cannot be opened. Documents have their
 * URLs as paths.
 */
export async function openOverHttp(
  options: SourceOptions,
  environment: HttpEnvironment,
  open: (client: HttpClient) => Promise<Omit<Snapshot, 'linkTemplate' | 'close'>>,
): Promise<Snapshot> {
  const client = httpClientFor(options, environment);
  try {
    // A snapshot can have getters, which a copy would not have.
    return Object.assign(await open(client), {
      linkTemplate: '{path}',
      close: () => client.close(),
    });
  } catch (error) {
    await client.close();
    throw error;
  }
}
