import { Select } from '@mantine/core';
import { useLocation, useSearch } from 'wouter';
import { api } from '../api/client.ts';
import { useMay, useSession } from '../session/use-session.ts';

/** Returns the teamspace of a view: the caller's own, or for admins of the install the one in the address. */
export function useTeamspace(): string {
  const { data } = useSession();
  const chosen = new URLSearchParams(useSearch()).get('teamspace');
  const isAdmin = useMay('admin');
  return (isAdmin && chosen) || (data?.teamspace ?? 'default');
}

/**
 * Returns whether the caller may change members, projects, policies and spending of a teamspace. Only for the display,
 * because the server checks it.
 */
export function useManages(teamspace: string): boolean {
  const { data } = useSession();
  const isAdmin = useMay('admin');
  const { teamspaceRole } = data ?? {};
  const manages = teamspaceRole === 'owner' || teamspaceRole === 'admin';
  return isAdmin || (manages && data?.teamspace === teamspace);
}

/** Lets admins of the install choose the teamspace of a view. Shows nothing to other callers. */
export function TeamspaceChoice() {
  const isAdmin = useMay('admin');
  const teamspace = useTeamspace();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { data } = api.useQuery('get', '/api/v1/teamspaces', {}, { enabled: isAdmin });
  if (!isAdmin) return null;
  const choose = (id: string | null): void => {
    const query = new URLSearchParams(search);
    query.set('teamspace', id ?? 'default');
    navigate(`${path}?${query}`);
  };
  const teamspaces = data?.teamspaces ?? [];
  return (
    <Select
      label="Teamspace"
      data={teamspaces.map(({ id, name }) => ({
        value: id,
        label: name === id ? id : `${name} (${id})`,
      }))}
      value={teamspace}
      onChange={choose}
      allowDeselect={false}
      searchable={teamspaces.length > 8}
      size="xs"
      w={220}
    />
  );
}
