import { requestOf } from '../../libraries/manifest-sync/decide.ts';
import { LecternError } from '../../base/errors.ts';
import { changedSpec, judgeChange, type GitopsMistake } from '../../libraries/gitops/change.ts';
import { configOf, gitopsName, usualSchedule } from '../../libraries/gitops/config.ts';
import { gitopsStatus, resultOf } from '../../libraries/gitops/status.ts';
import { isServed, syncRequest } from '../../libraries/gitops/sync-request.ts';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync, ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { Registry } from '../../store/registry.ts';
import type { Route } from '../route.ts';
import type { PlanSync, SyncPlan } from '../../libraries/manifest-sync/plan-sync.ts';
import { nextTimes } from '../../resources/schedule.ts';

type Manifests = Pick<Registry<ManifestSync>, 'get' | 'create' | 'patch'>;

/** Milliseconds between looks at a sync that was asked for. */
const pollMs = 100;
/** Milliseconds that a caller waits for its sync: less than the minute that proxies allow. */
const usualWaitMs = 50_000;

/** GET /api/gitops/status. */
export function gitopsStatusRoute(manifests: Manifests): Route<'gitopsStatus'> {
  return {
    handle: async () => ({ json: gitopsStatus(await manifests.get(gitopsName), new Date()) }),
  };
}

/** PUT /api/gitops/config: checks all of the change, then makes it in one write. */
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

/** POST /api/gitops/reconcile: asks for a sync and waits for what it comes to. */
export function reconcileGitops(
  manifests: Manifests,
  waitMs = usualWaitMs,
): Route<'reconcileGitops'> {
  return {
    async handle({ signal }) {
      const sync = await manifests.get(gitopsName);
      if (!sync) throw noManifest();
      if (requestOf(sync)) {
        const message = 'A sync was asked for and has not ended; GET /api/gitops/status shows it.';
        throw new LecternError('sync_in_progress', 409, message);
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
  const message = `The sync goes on after ${Math.round(waitMs / 1000)} seconds; GET /api/gitops/status shows what it comes to.`;
  throw new LecternError('timeout', 504, message);
}

function noManifest(): LecternError {
  const message = 'There is no manifest; PUT /api/gitops/config says where one is.';
  return new LecternError('not_found', 404, message);
}

export interface ValidateOptions {
  manifests: Pick<Registry<ManifestSync>, 'get'>;
  /** Tells what a sync would do; absent where this process reads no manifests. */
  planSync?: PlanSync;
}

interface Planned {
  plan: Omit<SyncPlan, 'error'> | null;
  planError: { code: string; message: string } | null;
}

/** Times of a schedule that are told. */
const shownTimes = 3;

const unplanned: Planned = { plan: null, planError: null };
const elsewhere: Planned = {
  plan: null,
  planError: {
    code: 'not_available',
    message:
      'Only the controller reads manifests on a cluster; save the settings and sync to see what they do',
  },
};

/**
 * POST /api/gitops/validate: what PUT /api/gitops/config would say of a change, every mistake of it, and on request what a
 * sync would do. Changes nothing. One manifest is read at a time.
 */
export function validateGitops({ manifests, planSync }: ValidateOptions): Route<'validateGitops'> {
  let reading = false;

  async function planned(spec: ManifestSyncSpec, signal: AbortSignal): Promise<Planned> {
    if (!planSync) return elsewhere;
    if (reading) {
      const message = 'Another check reads a manifest; ask again when it has ended.';
      throw new LecternError('sync_in_progress', 409, message);
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
