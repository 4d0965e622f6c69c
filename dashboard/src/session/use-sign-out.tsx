import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { api, queries } from '../api/client.ts';
import { showFailure, showSuccess } from '../shared/notify.ts';

/** Ends the session, clears the cache and opens the sign-in view. */
export function useSignOut() {
  const [, navigate] = useLocation();
  return api.useMutation('delete', '/api/v1/session', {
    async onSuccess({ endSessionUrl }) {
      navigate('/sign-in');
      await queries.resetQueries();
      if (endSessionUrl === undefined) showSuccess('You are signed out.');
      else offerIssuer(endSessionUrl);
    },
    onError: showFailure,
  });
}

/** The issuer may still have its own session, which makes the next sign-in one click. */
function offerIssuer(endSessionUrl: string): void {
  notifications.show({
    color: 'teal',
    autoClose: false,
    message: (
      <>
        You are signed out here.{' '}
        <Anchor href={endSessionUrl} size="sm">
          Sign out at {new URL(endSessionUrl).host} too
        </Anchor>
      </>
    ),
  });
}
