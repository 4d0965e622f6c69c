import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { api, queries } from '../api/client.ts';
import { refused, told } from '../shared/notify.ts';

/** Ends the session and goes to the sign-in view. What was known with its rights is forgotten. */
export function useSignOut() {
  const [, navigate] = useLocation();
  return api.useMutation('delete', '/api/v1/session', {
    async onSuccess({ endSessionUrl }) {
      navigate('/sign-in');
      await queries.resetQueries();
      if (endSessionUrl === undefined) told('You are signed out.');
      else offerIssuer(endSessionUrl);
    },
    onError: refused,
  });
}

/** The issuer may hold a session of its own, with which the next sign-in takes one click. */
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
