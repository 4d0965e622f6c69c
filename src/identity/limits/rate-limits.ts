import type { Caller } from '../access/caller.ts';
import { LecternError } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import { countedAddress } from './counted-address.ts';
import type { Counter } from './counter.ts';

/** A caller and its address. */
export interface Asker {
  caller: Caller;
  /** IP address; undefined if the connection is closed. */
  address: string | undefined;
}

/** The count of the current minute. */
export interface Standing {
  /** Requests per minute. */
  limit: number;
  remaining: number;
  /** When the count resets, in milliseconds since 1970. */
  resetsAt: number;
}

/** Counts the requests of each caller. */
export interface RateLimits {
  /** Counts a request. Returns undefined if no limit applies. Throws RateLimitExceeded. */
  take(asker: Asker): Promise<Standing | undefined>;
}

/** The caller has made too many requests; `standing` has the values for the response headers. */
export class RateLimitExceeded extends LecternError {
  override readonly name = 'RateLimitExceeded';
  readonly standing: Standing;

  constructor(message: string, standing: Standing) {
    super('rate_limit_exceeded', message);
    this.standing = standing;
  }
}

/** A limit and its counter. */
export interface Limit {
  /** Requests per minute. */
  limit: number;
  counter: Counter;
}

interface RateLimitOptions {
  /** Limit for callers with a key. Default: none. */
  key?: Limit;
  /** Limit for callers without a valid key. Default: none. */
  address?: Limit;
}

/** Counts callers with a key by key, and others by address. The operator has no limit. */
export function createRateLimits({ key, address }: RateLimitOptions): RateLimits {
  return {
    async take(asker) {
      if (asker.caller.role === 'operator') return undefined;
      const known = asker.caller.keyId ?? asker.caller.userId;
      const limit = known === undefined ? address : key;
      if (!limit) return undefined;
      const counted = await limit.counter.add(known ?? countedAddress(asker.address));
      const { allowed, remaining, resetsInMs } = counted;
      const standing = { limit: limit.limit, remaining, resetsAt: Date.now() + resetsInMs };
      if (allowed) return standing;
      const who = known === undefined ? 'an address without an API key' : 'an API key';
      const wait = Math.max(1, Math.ceil(resetsInMs / 1000));
      const message = `Rate limit exceeded: ${who} may make ${plural(limit.limit, 'request')} a minute. Try again in ${plural(wait, 'second')}.`;
      throw new RateLimitExceeded(message, standing);
    },
  };
}

/** Returns the headers with a caller's limit and remaining requests. */
export function limitHeaders({ limit, remaining, resetsAt }: Standing): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
  };
}

/** Returns the headers of a 429 response. */
export function refusalHeaders({ standing }: RateLimitExceeded): Record<string, string> {
  const seconds = Math.max(1, Math.ceil((standing.resetsAt - Date.now()) / 1000));
  return { 'Retry-After': String(seconds), ...limitHeaders(standing) };
}
