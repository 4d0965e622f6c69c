import { requestOf } from '../../libraries/manifest-sync/decide.ts';
import { LecternError } from '../../base/errors.ts';
import { changedSpec, judgeChange, type GitopsMistake } from '../../libraries/gitops/change.ts';
import { configOf, gitopsName } from '../../libraries/gitops/config.ts';
import { gitopsStatus, resultOf } from '../../libraries/gitops/status.ts';
import { isServed, syncRequest } from '../../libraries/gitops/sync-request.ts';
import { annotations } from '../../resources/library.ts';
import {
  usualSchedule,
  type ManifestSync,
  type ManifestSyncSpec,
} from '../../resources/manifest-sync.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { Registry } from '../../store/registry.ts';
import type { Route } from '../route.ts';
import type { PlanSync, SyncPlan } from '../../libraries/manifest-sync/plan-sync.ts';
import { nextTimes } from '../../resources/schedule.ts';

type Manifests = Pick<Registry<ManifestSync>, 'get' | 'create' | 'patch'>;

/** Milliseconds between polls of a requested sync. */
const pollMs = 100;
/** Milliseconds that a caller waits for a sync: less than the usual proxy timeout of a minute. */
const usualWaitMs = 50_000;

/** GET /api/gitops/status. */
export function gitopsStatusRoute(manifests: Manifests): Route<'gitopsStatus'> {
  return {
    handle: async () => ({ json: gitopsStatus(await manifests.get(gitopsName), new Date()) }),
  };
}

/** PUT /api/gitops/config: validates the whole change, then writes once. */
export function configureGitops(manifests: Manifests): Route<'configureGitops'> {
  return {
    async handle(call) {
      const change = call.body;
      const sync = await manifests.get(gitopsName);
      const spec = changedSpec(change, sync);
      const configured = { [annotations.configuredBy]: 'api' };
      const written = sync
        ? await manifests.patch(gitopsName, { spec, annotations: configured })
        : await manifests.create({ metadata: { name: gitopsName, annotations: configured }, spec });
      return { json: configOf(written) };
    },
  };
}

/** POST /api/gitops/reconcile: requests a sync and waits for its result. */
export function reconcileGitops(
  manifests: Manifests,
  waitMs = usualWaitMs,
): Route<'reconcileGitops'> {
  return {
    async handle({ signal }) {
      const sync = await manifests.get(gitopsName);
      if (!sync) throw noManifest();
      if (requestOf(sync)) {
        const message = 'A requested sync has not finished. GET /api/gitops/status shows it.';
        throw new LecternError('sync_in_progress', message);
      }
      const { id, patch } = syncRequest('manual', new Date());
      await manifests.patch(gitopsName, patch);
      return { json: resultOf(await served(manifests, id, { signal, waitMs })) };
    },
  };
}

async function served(
  manifests: Manifests,
  id: string,
  { signal, waitMs }: { signal: AbortSignal; waitMs: number },
): Promise<ManifestSync> {
  for (const end = performance.now() + waitMs; performance.now() < end;) {
    const sync = await manifests.get(gitopsName);
    if (!sync) throw noManifest();
    if (isServed(sync, id)) return sync;
    await wait(pollMs, signal);
    if (signal.aborted) break;
  }
  const message = `The sync has not finished after ${Math.round(waitMs / 1000)} seconds. GET /api/gitops/status shows its result.`;
  throw new LecternError('timeout', message);
}

function noManifest(): LecternError {
  const message = 'No manifest is configured. PUT /api/gitops/config sets one.';
  return new LecternError('not_found', message);
}

interface ValidateOptions {
  manifests: Pick<Registry<ManifestSync>, 'get'>;
  /** Plans a sync; absent if this process reads no manifests. */
  planSync?: PlanSync;
}

interface Planned {
  plan: Omit<SyncPlan, 'error'> | null;
  planError: { code: string; message: string } | null;
}

/** How many times of a schedule the response shows. */
const shownTimes = 3;

const unplanned: Planned = { plan: null, planError: null };
const elsewhere: Planned = {
  plan: null,
  planError: {
    code: 'not_available',
    message:
      'On a cluster only the controller reads manifests. Save the settings and sync to see their effect',
  },
};

/**
 * POST /api/gitops/validate: validates a change as PUT /api/gitops/config does, reports every mistake, and on request the
 * plan of a sync. Changes nothing. Reads one manifest at a time.
 */
export function validateGitops({ manifests, planSync }: ValidateOptions): Route<'validateGitops'> {
  let reading = false;

  async function planned(spec: ManifestSyncSpec, signal: AbortSignal): Promise<Planned> {
    if (!planSync) return elsewhere;
    if (reading) {
      const message = 'Another validation is reading a manifest. Try again after it.';
      throw new LecternError('sync_in_progress', message);
    }
    reading = true;
    try {
      const { error, ...plan } = await planSync(spec, signal);
      return error ? { plan: null, planError: error } : { plan, planError: null };
    } finally {
      reading = false;
    }
  }

  return {
    async handle({ body, query, signal }) {
      const change = body;
      const sync = await manifests.get(gitopsName);
      const { spec, mistakes } = judgeChange(change, sync);
      const wantsPlan = spec !== undefined && query('manifest') === 'true';
      const { schedule } = spec ? configOf({ spec }) : { ...configOf(sync), ...change };
      return {
        json: {
          valid: spec !== undefined,
          mistakes,
          config: spec ? configOf({ spec }) : null,
          nextTimes: timesOf(schedule, mistakes),
          ...(wantsPlan ? await planned(spec, signal) : unplanned),
        },
      };
    },
  };
}

function timesOf(schedule: string, mistakes: GitopsMistake[]): string[] {
  if (mistakes.some(({ field }) => field === 'schedule')) return [];
  return nextTimes(schedule || usualSchedule, new Date(), shownTimes).map((time) =>
    time.toISOString(),
  );
}
