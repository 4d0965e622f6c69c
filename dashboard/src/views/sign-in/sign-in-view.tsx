import { Button, Card, Divider, Stack } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useSearch } from 'wouter';
import { serverUrl } from '../../api/client.ts';
import { useSession } from '../../session/use-session.ts';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/states.tsx';
import { issuerAddress } from './issuer-address.ts';
import { KeyForm } from './key-form.tsx';
import { LinkHint } from './link-hint.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import { useLink } from './use-link.ts';

/** The view that signs a person in by a link, an issuer or a key, and returns to the previous view. */
export function SignInView() {
  const search = new URLSearchParams(useSearch());
  const given = search.get('then') ?? '/';
  const then = given.startsWith('/') ? given : '/';
  const { data: session, isPending } = useSession();
  const byLink = useLink(search.get('link'), then);
  const issuer = session?.signIn.oidc === true ? (session.signIn.issuer ?? 'OpenID Connect') : '';
  return (
    <Page title="Sign in">
      {/* Keeps the layout when the ways to sign in are known, so that nothing moves below the pointer. */}
      {isPending || byLink.pending ? (
        <Loading />
      ) : (
        <Stack maw={460}>
          <SignInNotice search={search} session={session} linkError={byLink.error} />
          <Card withBorder p="lg">
            {issuer !== '' && (
              <>
                <Button
                  component="a"
                  href={issuerAddress(serverUrl, then)}
                  leftSection={<IconLogin2 size={18} aria-hidden />}
                >
                  Sign in with {issuer}
                </Button>
                <Divider my="lg" label="or with a key" />
              </>
            )}
            <KeyForm then={then} />
            {session?.signIn.link === true && <LinkHint />}
          </Card>
        </Stack>
      )}
    </Page>
  );
}
