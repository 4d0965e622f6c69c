import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Authenticator } from '../access/authenticator.ts';
import { BadCredential } from '../access/errors.ts';
import { callerOfClaims, type ClaimNames } from './token-claims.ts';

export interface TokenAuthenticatorOptions extends ClaimNames {
  /** What the claim `iss` of tokens has to be. */
  issuer: string;
  /** What the claim `aud` has to be, or hold. */
  audience: string;
  keys: JWTVerifyGetKey;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Asymmetric ones alone: with a shared secret, or the public key taken for one, whoever can check tokens could make them. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Seconds that the clocks of issuer and server may differ. */
const clockTolerance = 30;
/** Three parts in base64url; the last is empty where nothing is signed. */
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Knows callers by access tokens (RFC 9068) of an OpenID Connect issuer. What has not the form of one is nobody's; a token
 * that is not good throws BadCredential, which says why, and one that cannot be checked now IssuerUnreachable.
 */
export function createTokenAuthenticator(options: TokenAuthenticatorOptions): Authenticator {
  const { issuer, audience, keys, now = Date.now } = options;
  return {
    async authenticate(bearer) {
      if (!tokenForm.test(bearer)) return undefined;
      // Without a look at the issuer's keys, so that tokens of others cost no request.
      if (claimedIssuer(bearer) !== issuer) throw new BadCredential(problems.iss({ issuer }));
      const { payload } = await jwtVerify(bearer, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(now()),
      }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError
          ? new BadCredential(problemOf(error, options), { cause: error })
          : error;
      });
      return callerOfClaims(payload, options);
    },
  };
}

function claimedIssuer(bearer: string): JWTPayload['iss'] {
  try {
    return decodeJwt(bearer).iss;
  } catch {
    throw new BadCredential('The access token cannot be read: it must be a signed JWT.');
  }
}

type Expected = Pick<TokenAuthenticatorOptions, 'issuer' | 'audience'>;

/** What is wrong with a token, by the claim that says so. */
const problems = {
  iss: ({ issuer }: Pick<Expected, 'issuer'>) =>
    `Wrong issuer: the access token's claim "iss" must be ${issuer}.`,
  aud: ({ audience }: Expected) =>
    `The access token is not for this server: its claim "aud" must name ${audience}.`,
  exp: () => 'The access token has expired, or has no expiry (claim "exp").',
  nbf: () => 'The access token is not valid yet (claim "nbf").',
  sub: () => 'The access token has no subject (claim "sub").',
};

function problemOf(error: errors.JOSEError, expected: Expected): string {
  const failedClaim =
    error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
      ? error.claim
      : undefined;
  if (failedClaim !== undefined && Object.hasOwn(problems, failedClaim)) {
    return problems[failedClaim as keyof typeof problems](expected);
  }
  return `The access token is not signed with a key of ${expected.issuer}, by an algorithm that is accepted (RS, PS, ES, Ed25519).`;
}
