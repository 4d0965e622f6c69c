import type { PlanSync, SyncPlan } from '../../../libraries/manifest-sync/plan-sync.ts';
import { LecternError } from '../../../base/errors.ts';
import { judgeChange, type GitopsMistake } from '../../../libraries/gitops/change.ts';
import {
  configOf,
  gitopsName,
  usualSchedule,
  type GitopsConfig,
} from '../../../libraries/gitops/config.ts';
import type { ManifestSync, ManifestSyncSpec } from '../../../resources/manifest-sync.ts';
import { nextTimes } from '../../../resources/schedule.ts';
import type { Registry } from '../../../store/registry.ts';
import type { Route } from '../../route.ts';

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
export function validateGitops({ manifests, planSync }: ValidateOptions): Route {
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
      const change: Partial<GitopsConfig> = body;
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
