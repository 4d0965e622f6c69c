import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Session } from '../../api/paths.gen.ts';
import { messageOf } from '../../api/failure.ts';
import { failureText } from './failure-text.ts';

interface SignInNoticeProps {
  /** The reason of the visit, from the address. */
  search: URLSearchParams;
  session: Session | undefined;
  /** Why the server refused a sign-in link; null if it did not. */
  linkError: unknown;
}

/** Shows a failed sign-in, an ended session, or the person who is signed in. */
export function SignInNotice({ search, session, linkError }: SignInNoticeProps) {
  const error = search.get('error');
  if (linkError)
    return <NotSignedIn title="The link did not work">{messageOf(linkError)}</NotSignedIn>;
  if (error !== null) {
    return (
      <NotSignedIn title="You are not signed in">
        {failureText(error, session?.signIn.issuer ?? 'The issuer')}
      </NotSignedIn>
    );
  }
  if (session && session.role !== 'anonymous') {
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} title="You are signed in">
        You are {session.name ?? session.role}, with the role {session.role}. Signing in again takes
        the place of that.
      </Alert>
    );
  }
  if (search.has('ended')) {
    return (
      <Alert
        color="yellow"
        role="alert"
        icon={<IconInfoCircle aria-hidden />}
        title="Your session has ended"
      >
        It expired, its key was revoked, or you signed out in another window. Sign in to continue
        where you were.
      </Alert>
    );
  }
  return null;
}

function NotSignedIn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
