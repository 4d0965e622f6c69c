import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { api, queries, sessionKey } from '../../api/client.ts';

/** A sign-in by the link in the address. */
export interface LinkSignIn {
  pending: boolean;
  error: unknown;
}

/**
 * Signs in with the token of a sign-in link, and opens a view of the page. Removes the token from the address and the
 * history of the browser before it sends a request. `token` is null if the address has none.
 */
export function useLink(token: string | null, then: string): LinkSignIn {
  const [, navigate] = useLocation();
  const used = useRef<string>(undefined);
  const signIn = api.useMutation('post', '/api/v1/session/link', {
    onSuccess(session) {
      queries.removeQueries({ type: 'inactive' });
      queries.setQueryData(sessionKey, session);
      navigate(then, { replace: true });
    },
  });
  const { mutate } = signIn;
  useEffect(() => {
    if (token === null || used.current === token) return;
    used.current = token;
    navigate('/sign-in', { replace: true });
    mutate({ body: { token } });
  }, [token, navigate, mutate]);
  return { pending: token !== null || signIn.isPending, error: signIn.error };
}
