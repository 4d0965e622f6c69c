import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import type { JWTPayload } from 'jose';
import { BadCredential } from '../access/errors.ts';
import { LecternError } from '../../base/errors.ts';
import { isSecure } from '../oauth/issuer-keys.ts';
import { callerOfClaims, type ClaimNames } from '../oauth/token-claims.ts';
import { IssuerUnavailable } from './oidc-client.ts';
import type { Person } from './session-store.ts';
import type { SignInFlow } from './sign-in-flow.ts';

/** Why a sign-in with an issuer failed, as a code for the page. */
export type SignInFailure =
  'cancelled' | 'refused' | 'no_teamspace' | 'unreachable' | 'expired' | 'failed';

interface OidcSignInOptions extends ClaimNames {
  issuer: string;
  /** Address that the issuer redirects people to. */
  redirectUri: string;
  /** Requested scopes, besides `openid`. */
  scopes: readonly string[];
  configuration: () => Promise<Configuration>;
}

/** Signs people in with an OpenID Connect issuer (authorization code with PKCE). */
export interface OidcSignIn {
  issuer: string;
  /** Returns the issuer's page for the sign-in. */
  authorizationUrl(flow: SignInFlow): Promise<string>;
  /** Returns the person of a redirect with this query. */
  person(query: URLSearchParams, flow: SignInFlow): Promise<Person>;
  /** Returns the URL that ends the issuer's own session; undefined if the issuer has none or is unreachable. */
  endSessionUrl(): Promise<string | undefined>;
}

/** Creates the sign-in with one issuer. Failures reject with errors that `failureOf` classifies. */
export function createOidcSignIn(options: OidcSignInOptions): OidcSignIn {
  const { issuer, redirectUri, scopes, configuration } = options;
  return {
    issuer,
    async authorizationUrl({ state, nonce, verifier }) {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async person(query, { state, nonce, verifier }) {
      const config = await configuration();
      const address = new URL(redirectUri);
      address.search = query.toString();
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: JWTPayload = { ...tokens.claims() };
      const userInfo = lacks(claims, options)
        ? await moreOf(config, tokens.access_token, String(claims.sub))
        : {};
      return personOf({ ...userInfo, ...claims }, options);
    },
    async endSessionUrl() {
      const config = await configuration().catch(() => undefined);
      const address = URL.parse(config?.serverMetadata().end_session_endpoint ?? '');
      if (!config || !address || !isSecure(address)) return undefined;
      address.searchParams.set('client_id', config.clientMetadata().client_id);
      return address.href;
    },
  };
}

/** Returns the code for the page; the log has the details. Pure. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused';
  if (error instanceof ResponseBodyError || error instanceof BadCredential) return 'refused';
  if (error instanceof LecternError && error.code === 'forbidden') return 'no_teamspace';
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    if (one instanceof IssuerUnavailable) return 'unreachable';
  return 'failed';
}

/** Returns true if an ID token lacks required claims: some issuers only send them from their UserInfo endpoint. */
function lacks(
  claims: JWTPayload,
  { groupsClaim, adminGroup, teamspaceClaim }: ClaimNames,
): boolean {
  const wanted = [...(adminGroup === undefined ? [] : [groupsClaim]), teamspaceClaim];
  const named = nameClaims.some((name) => claims[name] !== undefined);
  return !named || wanted.some((name) => name !== undefined && claims[name] === undefined);
}

async function moreOf(
  config: Configuration,
  accessToken: string,
  subject: string,
): Promise<JWTPayload> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return { ...(await fetchUserInfo(config, accessToken, subject)) };
}

/** Claims with a person's name, the best first (OpenID Connect Core 5.1). */
const nameClaims = ['name', 'preferred_username', 'email'];

function personOf(claims: JWTPayload, names: ClaimNames): Person {
  const { role, userId = '', teamspace } = callerOfClaims(claims, names);
  const texts = [...nameClaims, 'sub'].map((claim) => claims[claim]);
  const name = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  return {
    subject: userId,
    name: String(name)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, 200),
    role: role === 'admin' ? 'admin' : 'member',
    teamspace,
  };
}
