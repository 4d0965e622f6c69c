import { patched, type Policies } from '../../identity/access/policies.ts';
import type { PolicyCache } from '../../identity/access/policy-cache.ts';
import { judgeOf } from '../../identity/access/policy-judge.ts';
import { previewOf } from '../../identity/access/policy-preview.ts';
import { maySee } from '../../identity/access/visibility.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { teamNotFound } from '../../identity/teamspaces/errors.ts';
import { mayRead, refuseUnlessManager } from '../../identity/teamspaces/rights.ts';
import type { Teams } from '../../identity/teamspaces/teamspaces.ts';
import type { Call, Routes } from '../route.ts';

interface PolicyPorts {
  catalog: Pick<Catalog, 'each'>;
  policies: PolicyCache;
  teams: Pick<Teams, 'teamspaces'>;
}

/** Returns the operations on policies. Owners and admins of a teamspace, and admins of the install, may change and preview them. */
export function policyRoutes(
  ports: PolicyPorts,
): Routes<'getPolicies' | 'changePolicies' | 'previewPolicies'> {
  const { policies, catalog } = ports;
  return {
    getPolicies: {
      async handle(call) {
        const teamspace = await teamspaceOf(ports, call);
        return { json: await viewOf(ports, await policies.of(teamspace), teamspace) };
      },
    },
    changePolicies: {
      async handle(call) {
        const teamspace = await managedOf(ports, call);
        return {
          json: await viewOf(ports, await policies.change(teamspace, call.body), teamspace),
        };
      },
    },
    previewPolicies: {
      async handle(call) {
        const teamspace = await managedOf(ports, call);
        const before = await policies.of(teamspace);
        const after = patched(before, call.body);
        const now = Date.now();
        const preview = previewOf({ before, after, now, limit: Number(call.query('limit')) });
        await catalog.each((library) => {
          if (isSeenIn(teamspace, library)) preview.see(library);
        });
        return { json: preview.result() };
      },
    },
  };
}

type PolicyCall = Call<'getPolicies' | 'changePolicies' | 'previewPolicies'>;

async function teamspaceOf({ teams }: PolicyPorts, { query, caller }: PolicyCall): Promise<string> {
  const id = query('teamspace') || caller.teamspace;
  if (id === caller.teamspace) return id;
  if (mayRead(caller, id) && (await teams.teamspaces.find(id))) return id;
  throw teamNotFound(id);
}

async function managedOf(ports: PolicyPorts, call: PolicyCall): Promise<string> {
  const teamspace = await teamspaceOf(ports, call);
  refuseUnlessManager(call.caller, teamspace);
  return teamspace;
}

/** Returns true for public libraries and for private ones of the teamspace. */
function isSeenIn(teamspace: string, library: LibraryRecord): boolean {
  return maySee({ role: 'member', teamspace }, library);
}

async function viewOf({ catalog }: PolicyPorts, policies: Policies, teamspace: string) {
  let accessibleLibraryCount = 0;
  const judge = judgeOf(policies, Date.now());
  await catalog.each((library) => {
    if (isSeenIn(teamspace, library) && !judge(library)) accessibleLibraryCount += 1;
  });
  return { ...policies, accessibleLibraryCount };
}
