import { mayAct } from '../../identity/access/caller.ts';
import type { Access } from '../../identity/access/access.ts';
import { readersOf } from '../../identity/access/credential-policy.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import { teamNotFound } from '../../identity/teamspaces/errors.ts';
import { mayRead } from '../../identity/teamspaces/rights.ts';
import { lastDays } from '../../identity/usage/calendar.ts';
import { libraryMetrics } from '../../identity/usage/library-metrics.ts';
import { amountOf } from '../../identity/usage/money.ts';
import type { Spending } from '../../identity/usage/meter.ts';
import type { UsageSum } from '../../identity/usage/use.ts';
import { findLibrary, notFound } from './find-library.ts';
import type { Routes } from '../route.ts';
import { managedTeamspace, readTeamspace } from './teamspaces/teamspaces.ts';

interface UsageRoutesOptions {
  registry: Pick<LiveRegistry, 'find'>;
  access: Pick<Access, 'keys' | 'teams' | 'usage'>;
}

/** A sum as the API shows it; `cost` is a decimal number. */
interface SumView {
  requests: number;
  tokens: number;
  cost: number;
}

/** A teamspace's spending as the API shows it. */
interface SpendingView {
  limit: number | null;
  spent: number;
  resetsAt: string;
}

/** The response of GET /api/v1/usage. */
export interface UsageReport {
  teamspace: string;
  from: string;
  to: string;
  total: SumView;
  daily: ({ date: string } & SumView)[];
  byKey: ({ keyId: string; name?: string } & SumView)[];
  byClient: ({ client: string } & SumView)[];
  spending: SpendingView;
}

/** Returns the operations on usage and spending. They first write this process's pending counts. */
export function usageRoutes({
  registry,
  access,
}: UsageRoutesOptions): Routes<'libraryMetrics' | 'usage' | 'getSpending' | 'putSpending'> {
  const { keys, teams, usage } = access;
  const { meter, store } = usage;
  return {
    libraryMetrics: {
      async handle({ query, caller }) {
        const id = query('libraryId');
        const library = await findLibrary(registry, id, caller);
        const { visibility } = readersOf(library);
        // Only admins may see how a public library is used.
        if (visibility === 'public' && !mayAct(caller, 'admin')) throw notFound(id);
        const days = lastDays(Date.now(), Number(query('days')));
        await meter.flush();
        return { json: libraryMetrics(await store.ofLibrary(library.spec.id, days[0]!), days) };
      },
    },
    usage: {
      async handle({ query, caller }) {
        const teamspace = query('teamspace') || caller.teamspace;
        const known = mayRead(caller, teamspace) && (await teams.teamspaces.find(teamspace));
        if (!known) throw teamNotFound(teamspace);
        const days = lastDays(Date.now(), Number(query('days')));
        const spending = viewOf(await meter.spendingOf(teamspace));
        const { byDay, byKey, byClient } = await store.ofTeamspace(teamspace, days[0]!);
        const names = new Map((await keys.list()).map(({ id, name }) => [id, name]));
        const report: UsageReport = {
          teamspace,
          from: days[0]!,
          to: days.at(-1)!,
          total: sumOf(byDay.reduce(added, { requests: 0, tokens: 0, cost: 0 })),
          daily: byDay.map(({ day, ...sum }) => ({ date: day, ...sumOf(sum) })),
          byKey: byKey.map(({ keyId, ...sum }) => ({
            keyId,
            ...(names.has(keyId) && { name: names.get(keyId)! }),
            ...sumOf(sum),
          })),
          byClient: byClient.map(({ client, ...sum }) => ({ client, ...sumOf(sum) })),
          spending,
        };
        return { json: report };
      },
    },
    getSpending: {
      async handle(call) {
        const { id } = await readTeamspace(teams.teamspaces, call);
        return { json: viewOf(await meter.spendingOf(id)) };
      },
    },
    putSpending: {
      async handle(call) {
        const { id } = await managedTeamspace(teams.teamspaces, call);
        const { limit } = call.body;
        return { json: viewOf(await meter.limit(id, limit)) };
      },
    },
  };
}

function added(sum: UsageSum, more: UsageSum): UsageSum {
  return {
    requests: sum.requests + more.requests,
    tokens: sum.tokens + more.tokens,
    cost: sum.cost + more.cost,
  };
}

function sumOf({ requests, tokens, cost }: UsageSum): SumView {
  return { requests, tokens, cost: amountOf(cost) };
}

function viewOf({ limit, spent, resetsAt }: Spending): SpendingView {
  return { limit, spent, resetsAt: new Date(resetsAt).toISOString() };
}
