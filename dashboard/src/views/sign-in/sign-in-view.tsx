import { Button, Card, Divider, Stack } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useSearch } from 'wouter';
import { serverUrl } from '../../api/client.ts';
import { useSession } from '../../session/use-session.ts';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/states.tsx';
import { KeyForm } from './key-form.tsx';
import { SignInNotice } from './sign-in-notice.tsx';

/** Signs in, by an issuer where there is one or by a key, and goes back to where the person came from. */
export function SignInView() {
  const search = new URLSearchParams(useSearch());
  const given = search.get('then') ?? '/';
  const then = given.startsWith('/') ? given : '/';
  const { data: session, isPending } = useSession();
  const issuer = session?.signIn.oidc === true ? (session.signIn.issuer ?? 'OpenID Connect') : '';
  return (
    <Page title="Sign in">
      {/* Nothing moves below the pointer once it is known how one may sign in. */}
      {isPending ? (
        <Loading />
      ) : (
        <Stack maw={460}>
          <SignInNotice search={search} session={session} />
          <Card withBorder p="lg">
            {issuer !== '' && (
              <>
                <Button
                  component="a"
                  href={`${serverUrl}/api/v1/session/oidc?to=${encodeURIComponent(then)}`}
                  leftSection={<IconLogin2 size={18} aria-hidden />}
                >
                  Sign in with {issuer}
                </Button>
                <Divider my="lg" label="or with a key" />
              </>
            )}
            <KeyForm then={then} />
          </Card>
        </Stack>
      )}
    </Page>
  );
}
