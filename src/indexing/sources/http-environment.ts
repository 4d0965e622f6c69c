import type { SourceOptions } from './source.ts';
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
