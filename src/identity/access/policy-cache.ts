import { createCachedLookup } from './cached-lookup.ts';
import { openPolicies, type Policies, patched, type PoliciesPatch } from './policies.ts';

/** Where policies are kept. */
export interface PolicyStore {
  /** Undefined for a teamspace that has set none. */
  find(teamspace: string): Promise<Policies | undefined>;
  /** Stores what `change` makes of what is there; changes come one after the other, whichever process makes them. */
  change(teamspace: string, change: (held: Policies | undefined) => Policies): Promise<Policies>;
}

/** The policies of all teamspaces. */
export interface PolicyCache {
  /** Up to five seconds behind what another process has changed, so that a search costs no query for them. */
  of(teamspace: string): Promise<Policies>;
  change(teamspace: string, patch: PoliciesPatch): Promise<Policies>;
}

const believedMs = 5_000;

/** Policies over a store, remembered for some seconds. */
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
