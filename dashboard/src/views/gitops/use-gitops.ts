import { api, queries } from '../../api/client.ts';
import type { GitopsStatus } from '../../api/paths.gen.ts';
import { useLive } from '../../shared/live.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { sentenceOf } from './outcomes.ts';

const statusKey = ['get', '/api/gitops/status'] as const;
/** Milliseconds between reads of the status while the page receives no changes. */
const lookMs = 3_000;

/** Returns the settings and the last and next sync, and updates them. */
export function useGitops() {
  const isLive = useLive();
  return api.useQuery(
    'get',
    '/api/gitops/status',
    {},
    { refetchInterval: isLive ? false : lookMs },
  );
}

/** Starts a sync and waits for its result. */
export function useSync() {
  return api.useMutation('post', '/api/gitops/reconcile', {
    onMutate: () => patchStatus({ running: true }),
    onSuccess: (result) => showSuccess(`Synced: ${sentenceOf(result.counts)}.`),
    onError: showFailure,
    onSettled: forget,
  });
}

/** Stores a change of the settings. */
export function useSave(onSaved: () => void) {
  return api.useMutation('put', '/api/gitops/config', {
    onSuccess(config) {
      patchStatus({ config });
      onSaved();
      showSuccess(
        config.enabled ? 'Saved; a sync follows.' : 'Saved. Lectern syncs on request only.',
      );
    },
    onError: showFailure,
    onSettled: forget,
  });
}

function patchStatus(part: Partial<GitopsStatus>): void {
  queries.setQueriesData<GitopsStatus>(
    { queryKey: statusKey },
    (held) => held && { ...held, ...part },
  );
}

/** Reads the settings and their effects again. */
async function forget(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: statusKey }),
    queries.invalidateQueries({ queryKey: ['get', '/api/v1/libraries'] }),
  ]);
}
