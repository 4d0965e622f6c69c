import { api, queries } from '../../api/client.ts';
import type { GitopsStatus } from '../../api/paths.gen.ts';
import { useLive } from '../../shared/live.ts';
import { refused, told } from '../../shared/notify.ts';
import { sentenceOf } from './outcomes.ts';

const statusKey = ['get', '/api/gitops/status'] as const;
/** Milliseconds between looks at the status where changes are not heard of. */
const lookMs = 3_000;

/** Settings, last sync and next one, as they change. */
export function useGitops() {
  const isLive = useLive();
  return api.useQuery(
    'get',
    '/api/gitops/status',
    {},
    { refetchInterval: isLive ? false : lookMs },
  );
}

/** Syncs now and waits for what it comes to. */
export function useSync() {
  return api.useMutation('post', '/api/gitops/reconcile', {
    onMutate: () => patchStatus({ running: true }),
    onSuccess: (result) => told(`Synced: ${sentenceOf(result.counts)}.`),
    onError: refused,
    onSettled: forget,
  });
}

/** Stores a change of the settings. */
export function useSave(onSaved: () => void) {
  return api.useMutation('put', '/api/gitops/config', {
    onSuccess(config) {
      patchStatus({ config });
      onSaved();
      told(config.enabled ? 'Saved; a sync follows.' : 'Saved. Lectern syncs on request only.');
    },
    onError: refused,
    onSettled: forget,
  });
}

function patchStatus(part: Partial<GitopsStatus>): void {
  queries.setQueriesData<GitopsStatus>(
    { queryKey: statusKey },
    (held) => held && { ...held, ...part },
  );
}

/** The settings and what they made are asked for again. */
async function forget(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: statusKey }),
    queries.invalidateQueries({ queryKey: ['get', '/api/v1/libraries'] }),
  ]);
}
