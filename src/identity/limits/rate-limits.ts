import type { Caller } from '../access/caller.ts';
import { LecternError } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import { countedAddress } from './counted-address.ts';
import type { Counter } from './counter.ts';

/** Who asks, and from where. */
export interface Asker {
  caller: Caller;
  /** IP address; undefined when the connection is gone. */
  address: string | undefined;
}

/** Where an asker stands in the minute that runs. */
export interface Standing {
  /** Requests a minute. */
  limit: number;
  remaining: number;
  /** When counting begins anew, in milliseconds since 1970. */
  resetsAt: number;
}

/** Counts requests, each caller's for itself. */
export interface RateLimits {
  /** Counts one; undefined for whom no limit holds. Throws RateLimitExceeded. */
  take(asker: Asker): Promise<Standing | undefined>;
}

/** Too many requests of one caller; carries what the headers of the answer say. */
export class RateLimitExceeded extends LecternError {
  override readonly name = 'RateLimitExceeded';
  readonly standing: Standing;

  constructor(message: string, standing: Standing) {
    super('rate_limit_exceeded', 429, message);
    this.standing = standing;
  }
}

/** A limit and what counts towards it. */
export interface Limit {
  /** Requests a minute. */
  limit: number;
  counter: Counter;
}

export interface RateLimitOptions {
  /** For callers with a key; none when absent. */
  key?: Limit;
  /** For callers without one, and with a bad one; none when absent. */
  address?: Limit;
}

/** Counts callers with a key by the key, others by their address. The bearer of the operator token is never limited. */
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

/** The headers that tell a caller where it stands. */
export function limitHeaders({ limit, remaining, resetsAt }: Standing): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
  };
}

/** The headers of an answer 429. */
export function refusalHeaders({ standing }: RateLimitExceeded): Record<string, string> {
  const seconds = Math.max(1, Math.ceil((standing.resetsAt - Date.now()) / 1000));
  return { 'Retry-After': String(seconds), ...limitHeaders(standing) };
}
