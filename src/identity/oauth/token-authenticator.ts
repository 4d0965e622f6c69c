import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Authenticator } from '../access/authenticator.ts';
import { BadCredential } from '../access/errors.ts';
import { callerOfClaims, type ClaimNames } from './token-claims.ts';

interface TokenAuthenticatorOptions extends ClaimNames {
  /** Required claim `iss`. */
  issuer: string;
  /** Required claim `aud`, or one of its values. */
  audience: string;
  keys: JWTVerifyGetKey;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Asymmetric algorithms only. With a shared secret, or a public key used as one, everyone who can verify tokens could create them. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Allowed difference in seconds between the clocks of issuer and server. */
const clockTolerance = 30;
/** Three base64url parts; the last one is empty in an unsigned token. */
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Identifies callers by access tokens (RFC 9068) of an OpenID Connect issuer. Returns undefined for texts that are not tokens.
 * Throws BadCredential with the reason for an invalid token, and IssuerUnreachable if it cannot be verified now.
 */
export function createTokenAuthenticator(options: TokenAuthenticatorOptions): Authenticator {
  const { issuer, audience, keys, now = Date.now } = options;
  return {
    async authenticate(bearer) {
      if (!tokenForm.test(bearer)) return undefined;
      // Before reading the issuer's keys, so that tokens of other issuers cause no request.
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

/** Messages for invalid tokens, by claim. */
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
