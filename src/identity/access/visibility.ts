import { LecternError } from '../../base/errors.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { defaultTeamspace, mayAct, type Caller } from './caller.ts';
import { readersOf, type Judged, type Readers } from './credential-policy.ts';

/** A Library, or its search record, which has its readers already. A spec alone does not tell who may read it. */
export type Visible = Judged | Pick<LibraryRecord, 'visibility' | 'teamspace'>;

/**
 * Whether a caller may see a library. A private one is there for keys of its teamspace, and for those who manage the
 * install, who can make a key of any teamspace anyway. To everybody else it does not exist.
 */
export function maySee(caller: Caller, library: Visible): boolean {
  const { visibility, teamspace } = 'spec' in library ? readersOf(library) : readersIn(library);
  if (visibility === 'public' || mayAct(caller, 'admin')) return true;
  return mayAct(caller, 'member') && caller.teamspace === teamspace;
}

/**
 * Throws LecternError('forbidden') unless a caller may put other content in a library's place: members in libraries of their
 * own teamspace, of public ones only where they say whose they are; admins in all.
 */
export function refuseUnlessReplaceable(caller: Caller, library: Judged): void {
  if (isOwn(caller, library)) return;
  const { id } = library.spec;
  const message = `Everybody is served by ${id}, and it is not your teamspace's own: replacing it needs a key of the role admin.`;
  throw new LecternError('forbidden', 403, message);
}

/** Whether a library is an admin's, or the member's by its teamspace; public ones without a teamspace are admins' alone. */
function isOwn(caller: Caller, library: Judged): boolean {
  if (mayAct(caller, 'admin')) return true;
  const { visibility, teamspace } = readersOf(library);
  const owner = visibility === 'private' ? teamspace : library.spec.teamspace;
  return mayAct(caller, 'member') && owner === caller.teamspace;
}

/** Whose runs members may start and cancel: those of their teamspace's own libraries, or of all that they see. */
export type MemberRuns = 'own' | 'all';

/** Whether a caller may start and cancel runs of a library that they see. Pure. */
export function mayRun(caller: Caller, library: Judged, memberRuns: MemberRuns = 'own'): boolean {
  return isOwn(caller, library) || (memberRuns === 'all' && mayAct(caller, 'member'));
}

function readersIn(record: Pick<LibraryRecord, 'visibility' | 'teamspace'>): Readers {
  const { visibility, teamspace = defaultTeamspace } = record;
  return { visibility: visibility ?? 'public', teamspace };
}
