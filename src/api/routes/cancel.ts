import type { MemberRuns } from '../../identity/access/visibility.ts';
import { isCancelAsked } from '../../libraries/library/decide.ts';
import { annotations, keyOf, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import { isQueued } from '../library-status.ts';
import type { Route } from '../route.ts';
import { refuseForeignRun } from './add/ask-for-run.ts';
import { findLibrary, notFound } from './libraries.ts';

type Was = 'running' | 'queued' | 'idle';

/** POST /api/v1/cancel: asks for the end of a run; where nothing runs or waits it changes nothing. */
export function cancelRun({
  registry,
  memberRuns,
}: {
  registry: Pick<Registry, 'get' | 'list' | 'patch'>;
  memberRuns?: MemberRuns;
}): Route {
  return {
    async handle({ body, caller }) {
      const { libraryName }: { libraryName: string } = body;
      const library = await findLibrary(registry, libraryName, caller);
      if (library.metadata.deletionTimestamp) throw notFound(libraryName);
      refuseForeignRun(caller, library, memberRuns);
      const was = busyWith(library);
      if (was !== 'idle' && !isCancelAsked(library)) {
        const cancelledAt = new Date().toISOString();
        const asked = { annotations: { [annotations.cancelledAt]: cancelledAt } };
        await registry.patch(keyOf(library.metadata), asked);
      }
      return { json: { message: told(libraryName, was), was } };
    },
  };
}

function busyWith(library: Library): Was {
  const { status } = library;
  if (status.state === 'processing') return 'running';
  // A retry or a scheduled run waits without a request.
  const waits = status.conditions?.some(
    ({ type, reason }) => type === 'Reconciling' && reason === 'Queued',
  );
  return waits || isQueued(library) ? 'queued' : 'idle';
}

function told(id: string, was: Was): string {
  if (was === 'idle') return `Nothing of ${id} is queued or being read.`;
  if (was === 'queued') return `${id} is taken out of the queue.`;
  return `The run of ${id} is cancelled; what was served stays served.`;
}
