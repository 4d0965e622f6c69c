import type { Authenticator } from '../../identity/access/authenticator.ts';
import { createIssuerKeys } from '../../identity/oauth/issuer-keys.ts';
import { publicUrlOf, type Oidc } from '../settings/oidc.ts';
import { createJsonReader } from '../../identity/oauth/read-json.ts';
import { createTokenAuthenticator } from '../../identity/oauth/token-authenticator.ts';
import { createOidcClient } from '../../identity/sessions/oidc-client.ts';
import { createOidcSignIn, type OidcSignIn } from '../../identity/sessions/oidc-sign-in.ts';
import type { Settings } from '../settings/settings.ts';

/** The settings of sign-ins with an issuer; without a client there are none. */
export type SignInSettings = Pick<
  Settings,
  'publicUrl' | 'oidcClientId' | 'oidcClientSecret' | 'oidcSignInScopes'
>;

/** What knows callers by the tokens of an issuer and signs people in there; it is asked nothing before the first of them comes. */
export function openTokens(
  oidc: Oidc,
  settings: SignInSettings,
): {
  authenticator: Authenticator;
  signIn?: OidcSignIn;
  close: () => Promise<void>;
} {
  const { read, close } = createJsonReader();
  const { issuer } = oidc;
  const keys = createIssuerKeys({ issuer, read });
  const authenticator = createTokenAuthenticator({ ...oidc, keys });
  const { oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  if (clientId === undefined) return { authenticator, close };
  const client = { issuer, clientId, ...(clientSecret !== undefined && { clientSecret }) };
  const signIn = createOidcSignIn({
    ...oidc,
    redirectUri: `${publicUrlOf(settings)}/api/v1/session/callback`,
    scopes: settings.oidcSignInScopes,
    configuration: createOidcClient(client, { read }),
  });
  return { authenticator, signIn, close };
}
