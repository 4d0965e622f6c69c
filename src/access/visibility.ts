import { LecternError } from '../errors.ts';
import { defaultTeamspace, mayAct, type Caller } from './caller.ts';

/** What decides who sees a library: fields of a Library's spec, and of its search record. */
export interface Visible {
  /** Public when absent. */
  visibility?: 'public' | 'private';
  /** Whose it is; the default one when absent. */
  teamspace?: string;
}

/**
 * Whether a caller may see a library. A private one is there for keys of its teamspace, and for those who manage the
 * install, who can make a key of any teamspace anyway. To everybody else it does not exist.
 */
export function maySee(caller: Caller, { visibility, teamspace }: Visible): boolean {
  if (visibility !== 'private' || mayAct(caller, 'admin')) return true;
  return mayAct(caller, 'member') && caller.teamspace === (teamspace ?? defaultTeamspace);
}

/**
 * Throws LecternError('forbidden') unless a caller may put other content in a library's place: members in libraries of their
 * own teamspace, of public ones only where they say whose they are; admins in all.
 */
export function refuseUnlessReplaceable(caller: Caller, library: Visible & { id: string }): void {
  if (mayAct(caller, 'admin')) return;
  const { id, visibility, teamspace } = library;
  const owner = visibility === 'private' ? (teamspace ?? defaultTeamspace) : teamspace;
  if (mayAct(caller, 'member') && owner === caller.teamspace) return;
  const message = `Everybody is served by ${id}, and it is not your teamspace's own: replacing it needs a key of the role admin.`;
  throw new LecternError('forbidden', 403, message);
}
