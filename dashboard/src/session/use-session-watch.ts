import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { api, queries, sessionKey } from '../api/client.ts';
import type { Session } from '../api/paths.gen.ts';
import { showSuccess } from '../shared/notify.ts';
import { signInPath } from './sign-in-path.ts';

/** Milliseconds between checks of the session while the window is visible. */
const lookEveryMs = 60_000;
/** Milliseconds before a retry if the session is unknown. Every view waits for the session. */
const askedAgainAfterMs = 5_000;
/** Milliseconds between the end of the session and the next check. */
const graceMs = 1_000;

/**
 * Detects a change of the session: it has ended, its key was revoked, or another tab has signed in or out. A person whose
 * session has ended gets the sign-in view, which returns to the current view. Requests all data again that the page read
 * with other rights. Use it once, around the views.
 */
export function useSessionWatch(): void {
  const [path, navigate] = useLocation();
  const { data } = api.useQuery(
    'get',
    '/api/v1/session',
    {},
    {
      staleTime: 60_000,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) =>
        state.error ? askedAgainAfterMs : nextLook(state.data?.expiresAt),
    },
  );
  const known = useRef<Session>(undefined);
  // If everyone may read, the server refuses nothing after a session has ended. So the page checks the session when the view
  // changes.
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) void queries.invalidateQueries({ queryKey: sessionKey });
    shown.current = path;
  }, [path]);
  useEffect(() => {
    const before = known.current;
    if (data) known.current = data;
    if (!before || !data || caller(before) === caller(data)) return;
    void queries.resetQueries({ predicate: isOther });
    if (path === '/sign-in') return;
    if (data.role === 'anonymous') navigate(signInPath({ ended: true }));
    else showSuccess(`You are signed in as ${data.name ?? data.role}.`);
  }, [data, path, navigate]);
}

/** Returns a text that identifies the owner and the rights of a session. */
function caller({ role, teamspace, teamspaceRole, keyId, userId }: Session): string {
  return JSON.stringify([role, teamspace, teamspaceRole, keyId, userId]);
}

function isOther({ queryKey }: Query): boolean {
  return queryKey[1] !== sessionKey[1];
}

function nextLook(expiresAt: string | undefined): number | false {
  if (expiresAt === undefined) return false;
  const left = Date.parse(expiresAt) - Date.now();
  return Math.min(Math.max(left, 0) + graceMs, lookEveryMs);
}
