import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { api, queries, sessionKey } from '../api/client.ts';
import type { Session } from '../api/paths.gen.ts';
import { told } from '../shared/notify.ts';
import { signInPath } from './sign-in-path.ts';

/** Milliseconds between looks at the session, of a window that is looked at. */
const lookEveryMs = 60_000;
/** Milliseconds after which a server that could not tell is asked again: every view waits for this answer. */
const askedAgainAfterMs = 5_000;
/** Milliseconds after the session's end until the server is asked about it. */
const graceMs = 1_000;

/**
 * Notices when the page is somebody else's than before: the session has ended, its key was revoked, or another tab has signed
 * in or out. Whoever was signed in and is no more is led to the sign-in view, and from there back; what was known with other
 * rights is asked again. To be used once, around the views.
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
  // Where everybody may read, nothing is refused when a session has ended: another view is a reason to look.
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
    else told(`You are signed in as ${data.name ?? data.role}.`);
  }, [data, path, navigate]);
}

/** Who a session is of, and with which rights. */
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
