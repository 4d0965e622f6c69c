import { api } from '../api/client.ts';

/** What callers may do, each more than the one before. */
const roles = ['anonymous', 'member', 'admin', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Who the page is for the server; asked again when somebody signs in or out. */
export function useSession() {
  return api.useQuery('get', '/api/v1/session', {}, { staleTime: 60_000 });
}

/** What a view needs of a person: a role, and of a visitor how much the install lets callers without a key do. */
export interface Need {
  role: Role;
  /** Only with the role `anonymous`; absent where everybody may see the view. */
  anonymous?: 'search' | 'ask';
}

/** Whether the caller may use what needs this; undefined until it is known. */
export function useMeets({ role, anonymous }: Need): boolean | undefined {
  const { data } = useSession();
  if (!data) return undefined;
  if (data.role !== 'anonymous') return roles.indexOf(data.role) >= roles.indexOf(role);
  if (role !== 'anonymous') return false;
  return !anonymous || data.anonymousAccess === 'ask' || data.anonymousAccess === anonymous;
}

/** Whether the caller's role is this one or above it; false until it is known. */
export function useMay(role: Role): boolean {
  const { data } = useSession();
  return data !== undefined && roles.indexOf(data.role) >= roles.indexOf(role);
}
