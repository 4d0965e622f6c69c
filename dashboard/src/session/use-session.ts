import { api } from '../api/client.ts';

/** What callers may do, each more than the one before. */
const roles = ['anonymous', 'member', 'admin', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Who the page is for the server; asked again when somebody signs in or out. */
export function useSession() {
  return api.useQuery('get', '/api/v1/session', {}, { staleTime: 60_000 });
}

/** Whether the caller's role is this one or above it; false until it is known. */
export function useMay(role: Role): boolean {
  const { data } = useSession();
  return data !== undefined && roles.indexOf(data.role) >= roles.indexOf(role);
}
