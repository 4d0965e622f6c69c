import { expect, test } from 'vitest';
import { anonymous } from '../../identity/access/caller.ts';
import type { SignInFlow } from '../../identity/sessions/sign-in-flow.ts';
import { beginOidc, endOidc, type OidcPorts } from './oidc.ts';

interface Redirect {
  redirect: string;
  cookies: string[];
}

/** A server at this address, whose issuer confirms everybody. */
function serverAt(publicUrl: string) {
  let begun: SignInFlow | undefined;
  const ports = {
    publicUrl,
    oidc: {
      async authorizationUrl(flow: SignInFlow) {
        begun = flow;
        return 'https://issuer.example/';
      },
      person: async () => ({}),
    },
    sessions: {
      open: async () => ({ token: 't', caller: anonymous, name: '', expiresAt: Date.now() + 1e6 }),
    },
  } as unknown as OidcPorts;
  const answers: Record<string, () => string> = { to: () => '/', state: () => begun!.state };
  const call = (cookie: string) => ({
    query: (name: string) => answers[name]?.() ?? '',
    headers: { cookie },
  });
  return {
    begin: async () => (await beginOidc(ports).handle(call('') as never)) as Redirect,
    end: async (cookie: string) => (await endOidc(ports).handle(call(cookie) as never)) as Redirect,
  };
}

const cookieIn = ({ cookies: [cookie = ''] }: Redirect): string => cookie.split(';')[0]!;

test('a sign-in over https ignores a cookie that a sibling host can set', async () => {
  const { begin, end } = serverAt('https://docs.example.org/lectern');
  const begun = await begin();
  const own = cookieIn(begun);

  // Browsers accept such a name only from the host itself, over https and for all paths.
  expect(begun.cookies).toEqual([
    expect.stringMatching(
      /^__Host-lectern_sign_in-[0-9a-f]{16}=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  for (const name of ['lectern_sign_in', '__Host-lectern_sign_in'])
    expect((await end(own.replace(/^[^=]+/, name))).redirect).toContain('error=expired');
  const ended = await end(own);
  expect(ended.redirect).toBe('https://docs.example.org/lectern/#/');
  expect(ended.cookies[0]).toMatch(
    /^__Host-lectern_sign_in-[0-9a-f]{16}=; Path=\/; Max-Age=0;.*; Secure$/,
  );
});

test('a sign-in over http works, and its cookie is only for the paths of the sign-in', async () => {
  const { begin, end } = serverAt('http://127.0.0.1:7700');
  const begun = await begin();

  expect(begun.cookies[0]).toMatch(/^lectern_sign_in=\S+; Path=\/api\/v1\/session; /);
  expect((await end(cookieIn(begun))).redirect).toBe('http://127.0.0.1:7700/#/');
});
