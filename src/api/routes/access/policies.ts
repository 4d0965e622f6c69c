import type { Caller } from '../../../access/caller.ts';
import { isAllowed, type Policies } from '../../../access/policies.ts';
import type { PoliciesPatch } from '../../../access/policies-patch.ts';
import type { PolicyBook } from '../../../access/policy-book.ts';
import { maySee } from '../../../access/visibility.ts';
import { recordOf } from '../../../controller/library/record.ts';
import type { Registry } from '../../../store/registry.ts';
import { refuseUnlessManager } from '../../../teamspaces/rights.ts';
import type { Route } from '../../route.ts';

export interface PolicyPorts {
  registry: Pick<Registry, 'list'>;
  policies: PolicyBook;
}

/** GET /api/v2/policies: those of the caller's teamspace. */
export function getPolicies(ports: PolicyPorts): Route {
  return {
    handle: async ({ caller }) => ({
      json: await viewOf(ports, await ports.policies.of(caller.teamspace), caller),
    }),
  };
}

/** PATCH /api/v2/policies: for owners and admins of the teamspace, and of the install. */
export function changePolicies(ports: PolicyPorts): Route {
  return {
    async handle({ body, caller }) {
      refuseUnlessManager(caller, caller.teamspace);
      const patch: PoliciesPatch = body;
      const after = await ports.policies.change(caller.teamspace, patch);
      return { json: await viewOf(ports, after, caller) };
    },
  };
}

async function viewOf({ registry }: PolicyPorts, policies: Policies, caller: Caller) {
  const now = Date.now();
  const libraries = (await registry.list()).filter(
    (library) => maySee(caller, library.spec) && isAllowed(policies, recordOf(library, ''), now),
  );
  return { ...policies, accessibleLibraryCount: libraries.length };
}
