import type { Authenticator } from './authenticator.ts';
import type { Caller } from './caller.ts';
import { callerOfKey, type KeyStore } from './key-store.ts';
import { parseKey, secretMatches } from './key.ts';
import { createCachedLookup } from './cached-lookup.ts';
import type { UseLog } from './use-log.ts';

interface KeyAuthenticatorOptions {
  store: Pick<KeyStore, 'find'>;
  /** Accepted prefixes of keys. */
  prefixes: readonly string[];
  /** Records each use. */
  uses: Pick<UseLog, 'note'>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds to cache a key. A revoked key works that much longer on other replicas. */
  believedMs?: number;
  /** Maximum cached keys. */
  capacity?: number;
}

/** An authenticator whose cache can be cleared. */
export interface KeyAuthenticator extends Authenticator {
  /** Clears the cache. */
  forget(): void;
}

interface Known {
  caller: Caller;
  expiresAt: number;
}

/**
 * Authenticates keys of a store. Caches valid keys for some seconds, so that a busy caller needs neither a query nor a hash.
 * Concurrent calls share one query. Invalid keys are not cached: they would evict the valid ones.
 */
export function createKeyAuthenticator({
  store,
  prefixes,
  uses,
  now = Date.now,
  believedMs = 5_000,
  capacity = 2_000,
}: KeyAuthenticatorOptions): KeyAuthenticator {
  async function lookUp(bearer: string): Promise<Known | undefined> {
    const parts = parseKey(bearer, prefixes);
    const key = parts && (await store.find(parts.id));
    if (!parts || !key || !secretMatches(parts.secret, key)) return undefined;
    const caller = callerOfKey(key, now());
    return caller && { caller, expiresAt: key.expiresAt ?? Infinity };
  }

  const memory = createCachedLookup({
    load: lookUp,
    keeps: (known) => known !== undefined,
    believedMs,
    capacity,
    now,
  });

  return {
    async authenticate(bearer) {
      // A text without the form of a key needs no lookup.
      if (!parseKey(bearer, prefixes)) return undefined;
      const known = await memory.get(bearer);
      if (!known || now() >= known.expiresAt) return undefined;
      if (known.caller.keyId) uses.note(known.caller.keyId, now());
      return known.caller;
    },
    forget: () => memory.forget(),
  };
}
