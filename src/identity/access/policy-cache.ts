import { createCachedLookup } from './cached-lookup.ts';
import { openPolicies, type Policies, patched, type PoliciesPatch } from './policies.ts';

/** Stores policies. */
export interface PolicyStore {
  /** Returns undefined for a teamspace without policies. */
  find(teamspace: string): Promise<Policies | undefined>;
  /** Stores the result of `change`. Concurrent changes run in sequence, also across processes. */
  change(teamspace: string, change: (held: Policies | undefined) => Policies): Promise<Policies>;
}

/** The cached policies of all teamspaces. */
export interface PolicyCache {
  /** Returns policies up to five seconds after a change by another process, so that searches need no query. */
  of(teamspace: string): Promise<Policies>;
  change(teamspace: string, patch: PoliciesPatch): Promise<Policies>;
}

const believedMs = 5_000;

/** Caches policies of a store for some seconds. */
export function createPolicyCache(store: PolicyStore, now: () => number = Date.now): PolicyCache {
  const memory = createCachedLookup({
    load: async (teamspace) => (await store.find(teamspace)) ?? openPolicies(),
    believedMs,
    now,
  });
  return {
    of: (teamspace) => memory.get(teamspace),
    async change(teamspace, patch) {
      const after = await store.change(teamspace, (held) => patched(held ?? openPolicies(), patch));
      memory.forget(teamspace);
      return after;
    },
  };
}
