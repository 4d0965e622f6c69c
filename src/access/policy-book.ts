import { openPolicies, type Policies } from './policies.ts';
import { patched, type PoliciesPatch } from './policies-patch.ts';

/** Where policies are kept. */
export interface PolicyStore {
  /** Undefined for a teamspace that has set none. */
  find(teamspace: string): Promise<Policies | undefined>;
  /** Stores what `change` makes of what is there; changes come one after the other, whichever process makes them. */
  change(teamspace: string, change: (held: Policies | undefined) => Policies): Promise<Policies>;
}

/** The policies of all teamspaces. */
export interface PolicyBook {
  /** Up to five seconds behind what another process has changed, so that a search costs no query for them. */
  of(teamspace: string): Promise<Policies>;
  change(teamspace: string, patch: PoliciesPatch): Promise<Policies>;
}

const believedMs = 5_000;

/** Policies over a store, remembered for some seconds. */
export function createPolicyBook(store: PolicyStore, now: () => number = Date.now): PolicyBook {
  const beliefs = new Map<string, { until: number; policies: Promise<Policies> }>();

  function look(teamspace: string): Promise<Policies> {
    const policies = store.find(teamspace).then((found) => found ?? openPolicies());
    const belief = { until: now() + believedMs, policies };
    beliefs.set(teamspace, belief);
    policies.catch(() => {
      if (beliefs.get(teamspace) === belief) beliefs.delete(teamspace);
    });
    return policies;
  }

  return {
    of(teamspace) {
      const held = beliefs.get(teamspace);
      return held && now() < held.until ? held.policies : look(teamspace);
    },
    async change(teamspace, patch) {
      const after = await store.change(teamspace, (held) => patched(held ?? openPolicies(), patch));
      beliefs.delete(teamspace);
      return after;
    },
  };
}
