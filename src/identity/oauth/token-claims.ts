import type { JWTPayload } from 'jose';
import { defaultTeamspace, type Caller, scopes, type Scope } from '../access/caller.ts';
import { BadCredential } from '../access/errors.ts';
import { LecternError } from '../../base/errors.ts';

/** Which claims of a token say what of its bearer. */
export interface ClaimNames {
  /** What may stand before the names of scopes. */
  scopePrefix: string;
  /** Claim that names the bearer's teamspace; everybody is of the default one when absent. */
  teamspaceClaim?: string;
  /** Claim with the bearer's groups or roles. */
  groupsClaim: string;
  /** Who is of it manages the install; nobody with a token does when absent. */
  adminGroup?: string;
}

const teamspaceForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const maxSubjectLength = 255;

/**
 * The caller that a token is about, whose signature, issuer, audience and times were checked. Throws BadCredential without a
 * usable subject, LecternError('forbidden') when it should name a teamspace and does not. Pure.
 */
export function callerOfClaims(claims: JWTPayload, names: ClaimNames): Caller {
  const { sub } = claims;
  // A subject goes into logs and tables; OpenID Connect gives it 255 characters.
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

/** `scope` is words with spaces between them (RFC 9068); some issuers send `scp`, such words or a list of them. */
function scopesOf({ scope, scp }: JWTPayload, { scopePrefix }: ClaimNames): Scope[] {
  const granted = [scope, scp].flatMap(textsOf).flatMap((words) => words.split(' '));
  return scopes.filter((one) => granted.includes(one) || granted.includes(scopePrefix + one));
}

function teamspaceOf(claims: JWTPayload, { teamspaceClaim }: ClaimNames): string {
  if (teamspaceClaim === undefined) return defaultTeamspace;
  const named = claims[teamspaceClaim];
  if (typeof named === 'string' && teamspaceForm.test(named)) return named;
  const message = `The token names no teamspace: its claim "${teamspaceClaim}" must be one name of lower-case letters, digits and hyphens.`;
  throw new LecternError('forbidden', 403, message);
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((one) => typeof one === 'string');
}
