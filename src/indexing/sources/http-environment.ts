import type { SourceOptions } from './source.ts';
import type { Resolve } from '../../base/http/address-guard.ts';
import { HttpClient } from '../../base/http/client.ts';
import type { Clock } from '../../base/http/clock.ts';

/** The parts of the outside world that tests put others in place of. */
export interface HttpEnvironment {
  resolve?: Resolve;
  clock?: Clock;
}

/** The client of one run, under the run's limits. */
export function httpClientFor(options: SourceOptions, environment: HttpEnvironment): HttpClient {
  const { allowedRanges, limits } = options;
  return new HttpClient({
    allowedRanges,
    requestTimeoutMs: limits.requestTimeoutMs,
    ...environment,
  });
}
