import type { JWTPayload } from 'jose';
import { defaultTeamspace, type Caller, scopes, type Scope } from '../access/caller.ts';
import { BadCredential } from '../access/errors.ts';
import { LecternError } from '../../base/errors.ts';

/** Names of the claims that describe the bearer. */
export interface ClaimNames {
  /** Optional prefix of scopes. */
  scopePrefix: string;
  /** Claim with the bearer's teamspace. Default: all bearers are in the default teamspace. */
  teamspaceClaim?: string;
  /** Claim with the bearer's groups or roles. */
  groupsClaim: string;
  /** Group of admins. Default: no bearer of a token is an admin. */
  adminGroup?: string;
}

const teamspaceForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const maxSubjectLength = 255;

/**
 * Returns the caller of a verified token. Throws BadCredential without a usable subject, LecternError('forbidden') if the claim
 * for the teamspace is configured but missing or invalid. Pure.
 */
export function callerOfClaims(claims: JWTPayload, names: ClaimNames): Caller {
  const { sub } = claims;
  // Logs and tables contain the subject; OpenID Connect limits it to 255 characters.
  if (typeof sub !== 'string' || sub.length > maxSubjectLength || !/^[^\p{Cc}]+$/u.test(sub)) {
    throw new BadCredential(
      'The token has no usable subject: its claim "sub" must be text of 1 to 255 characters.',
    );
  }
  const { groupsClaim, adminGroup } = names;
  const isAdmin = adminGroup !== undefined && textsOf(claims[groupsClaim]).includes(adminGroup);
  return {
    role: isAdmin ? 'admin' : 'member',
    userId: sub,
    teamspace: teamspaceOf(claims, names),
    scopes: scopesOf(claims, names),
  };
}

/** Returns the scopes. `scope` has words separated by spaces (RFC 9068); some issuers send `scp` as words or a list. */
function scopesOf({ scope, scp }: JWTPayload, { scopePrefix }: ClaimNames): Scope[] {
  const granted = [scope, scp].flatMap(textsOf).flatMap((words) => words.split(' '));
  return scopes.filter((one) => granted.includes(one) || granted.includes(scopePrefix + one));
}

function teamspaceOf(claims: JWTPayload, { teamspaceClaim }: ClaimNames): string {
  if (teamspaceClaim === undefined) return defaultTeamspace;
  const named = claims[teamspaceClaim];
  if (typeof named === 'string' && teamspaceForm.test(named)) return named;
  const message = `The token names no teamspace: its claim "${teamspaceClaim}" must be one name of lower-case letters, digits and hyphens.`;
  throw new LecternError('forbidden', message);
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((one) => typeof one === 'string');
}
