import { api } from '../api/client.ts';

/** Roles, from the lowest to the highest. */
const roles = ['anonymous', 'member', 'admin', 'operator'] as const;
/** A role of the caller, as the session names it. A higher role may do everything that a lower one may. */
export type Role = (typeof roles)[number];

/** Returns the caller's session. Reads it again after a sign-in or sign-out. */
export function useSession() {
  return api.useQuery('get', '/api/v1/session', {}, { staleTime: 60_000 });
}

/** The role that a view requires. For visitors, also the `anonymousAccess` that it requires. */
export interface Need {
  role: Role;
  /** Only with the role `anonymous`. Absent if everyone may see the view. */
  anonymous?: 'search' | 'ask';
}

/** Returns whether the caller meets this requirement; undefined until the session is known. */
export function useMeets({ role, anonymous }: Need): boolean | undefined {
  const { data } = useSession();
  if (!data) return undefined;
  if (data.role !== 'anonymous') return roles.indexOf(data.role) >= roles.indexOf(role);
  if (role !== 'anonymous') return false;
  return !anonymous || data.anonymousAccess === 'ask' || data.anonymousAccess === anonymous;
}

/** Returns whether the caller has this role or a higher one; false until the session is known. */
export function useMay(role: Role): boolean {
  const { data } = useSession();
  return data !== undefined && roles.indexOf(data.role) >= roles.indexOf(role);
}
