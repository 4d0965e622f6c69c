import { LecternError } from '../../base/errors.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { defaultTeamspace, mayAct, type Caller } from './caller.ts';
import { readersOf, type Judged, type Readers } from './credential-policy.ts';

/** A Library, or its search record, which contains its readers. A spec alone does not determine the readers. */
export type Visible = Judged | Pick<LibraryRecord, 'visibility' | 'teamspace'>;

/**
 * Returns true if a caller may see a library. Keys of its teamspace see a private library. Admins see it too, because they can
 * create keys for any teamspace. To other callers, it does not exist.
 */
export function maySee(caller: Caller, library: Visible): boolean {
  const { visibility, teamspace } = 'spec' in library ? readersOf(library) : readersIn(library);
  if (visibility === 'public' || mayAct(caller, 'admin')) return true;
  return mayAct(caller, 'member') && caller.teamspace === teamspace;
}

/**
 * Throws LecternError('forbidden') unless a caller may replace a library's content. Admins may for all libraries. Members may
 * for libraries of their teamspace, but for public ones only if the spec names the teamspace.
 */
export function refuseUnlessReplaceable(caller: Caller, library: Judged): void {
  if (isOwn(caller, library)) return;
  const { id } = library.spec;
  const message = `Library ${id} serves everyone and does not belong to your teamspace. Replacing it needs a key of the role admin.`;
  throw new LecternError('forbidden', message);
}

/** Returns true for admins, and for members if the library is of their teamspace. Public libraries without a teamspace are only for admins. */
function isOwn(caller: Caller, library: Judged): boolean {
  if (mayAct(caller, 'admin')) return true;
  const { visibility, teamspace } = readersOf(library);
  const owner = visibility === 'private' ? teamspace : library.spec.teamspace;
  return mayAct(caller, 'member') && owner === caller.teamspace;
}

/** Whose runs members may start and cancel: those of their teamspace's own libraries, or of all visible libraries. */
export type MemberRuns = 'own' | 'all';

/** Returns true if a caller may start and cancel runs of a visible library. Pure. */
export function mayRun(caller: Caller, library: Judged, memberRuns: MemberRuns = 'own'): boolean {
  return isOwn(caller, library) || (memberRuns === 'all' && mayAct(caller, 'member'));
}

function readersIn(record: Pick<LibraryRecord, 'visibility' | 'teamspace'>): Readers {
  const { visibility, teamspace = defaultTeamspace } = record;
  return { visibility: visibility ?? 'public', teamspace };
}
