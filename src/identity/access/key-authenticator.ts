import type { Authenticator } from './authenticator.ts';
import type { Caller } from './caller.ts';
import { callerOfKey, type KeyStore } from './key-store.ts';
import { parseKey, secretMatches } from './key.ts';
import { createCachedLookup } from './cached-lookup.ts';
import type { UseLog } from './use-log.ts';

export interface KeyAuthenticatorOptions {
  store: Pick<KeyStore, 'find'>;
  /** What keys begin with. */
  prefixes: readonly string[];
  /** Told of every use. */
  uses: Pick<UseLog, 'note'>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds a key is believed without a look at the store: so much longer a revoked key works on other replicas. */
  believedMs?: number;
  /** Keys that are remembered at most. */
  capacity?: number;
}

/** An authenticator that can be told that keys have changed. */
export interface KeyAuthenticator extends Authenticator {
  /** Looks at the store again for every key. */
  forget(): void;
}

interface Known {
  caller: Caller;
  expiresAt: number;
}

/**
 * Knows callers by the keys of a store. Good keys are remembered for some seconds, so a busy caller costs neither a query
 * nor a hash; calls that come together share one query. Bad keys are never remembered: they would push out the good ones.
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
      // Nothing is remembered of what cannot be a key, however many of them come.
      if (!parseKey(bearer, prefixes)) return undefined;
      const known = await memory.get(bearer);
      if (!known || now() >= known.expiresAt) return undefined;
      if (known.caller.keyId) uses.note(known.caller.keyId, now());
      return known.caller;
    },
    forget: () => memory.forget(),
  };
}
