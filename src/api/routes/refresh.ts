import { LecternError } from '../../errors.ts';
import { annotations, keyOf, type Library } from '../../resources/library.ts';
import type { Registry } from '../../store/registry.ts';
import { isQueued } from '../library-status.ts';
import type { Route } from '../route.ts';
import { findLibrary, notFound } from './libraries.ts';

/** POST /api/v1/refresh: asks for a run; asked while one is queued or running it changes nothing. */
export function refreshLibrary(registry: Pick<Registry, 'list' | 'patch'>): Route {
  return {
    async handle(call) {
      const { libraryName, branch }: { libraryName: string; branch?: string } = call.body;
      const library = await findLibrary(registry, libraryName);
      if (library.metadata.deletionTimestamp) throw notFound(libraryName);
      if (branch !== undefined) refuseUnknownBranch(library, branch);
      const busy = busyWith(library);
      if (busy) return { json: { message: `Refresh of ${libraryName} is already ${busy}.` } };
      await registry.patch(keyOf(library.metadata), {
        annotations: { [annotations.requestedAt]: new Date().toISOString() },
      });
      const waits = library.spec.suspend
        ? '; the library is suspended and waits until it is resumed'
        : '';
      return { json: { message: `Refresh of ${libraryName} started successfully${waits}.` } };
    },
  };
}

/** What a Library's run is doing, if one is under way or about to be. */
function busyWith(library: Library): 'running' | 'queued' | undefined {
  if (library.status.state === 'processing') return 'running';
  return isQueued(library) ? 'queued' : undefined;
}

function refuseUnknownBranch({ spec, status }: Library, branch: string): void {
  const known = [spec.source.git?.branch, status.branch, ...(spec.versions ?? [])].filter(Boolean);
  if (known.includes(branch)) return;
  throw new LecternError(
    'branch_not_found',
    404,
    `Branch ${JSON.stringify(branch)} was not added to library ${spec.id}. Known: ${known.join(', ') || 'none'}.`,
  );
}
