import type { Authenticator } from '../access/authenticator.ts';
import { createIssuerKeys } from '../oauth/issuer-keys.ts';
import type { Oidc } from '../oauth/oidc-settings.ts';
import { createJsonReader } from '../oauth/read-json.ts';
import { createTokenAuthenticator } from '../oauth/token-authenticator.ts';

/** What knows callers by the tokens of an issuer, which is asked for its keys when the first token comes. */
export function openTokens(oidc: Oidc): {
  authenticator: Authenticator;
  close: () => Promise<void>;
} {
  const { read, close } = createJsonReader();
  const keys = createIssuerKeys({ issuer: oidc.issuer, read });
  return { authenticator: createTokenAuthenticator({ ...oidc, keys }), close };
}
