import type { Caller } from '../access/caller.ts';

/** Whether a caller's teamspace may have private libraries: all may, since no teamspace has a plan that says otherwise. */
export function mayAddPrivate(_caller: Caller): boolean {
  return true;
}
