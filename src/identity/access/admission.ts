import { LecternError } from '../../base/errors.ts';
import type { Access } from './access.ts';
import {
  allowsAnonymous,
  type AnonymousAccess,
  anonymous,
  mayAct,
  type Caller,
  type Role,
  type Scope,
} from './caller.ts';
import { BadCredential, InsufficientScope, RoleTooLow } from './errors.ts';

/** What an operation requires of its callers. */
export interface Requirement {
  /** The lowest permitted role. */
  role: Role;
  /** For the role anonymous: the anonymous access that the install must allow. Absent if no key is ever needed. */
  anonymous?: AnonymousAccess;
  /** The operation starts a session: an existing session is ignored, and pages of other origins are refused. */
  signIn?: true;
  /** The scope that a token must have. */
  scope?: Scope;
}

/** Authenticates and authorizes callers. */
export interface Admission {
  /** Returns the caller of a key or token; the anonymous caller without one. Throws LecternError: invalid_api_key for a bad one, and errors of authenticators. */
  identify(key: string | undefined): Promise<Caller>;
  /** Throws LecternError: invalid_api_key if a caller without a key needs one, forbidden if the role is too low or a scope is missing. */
  check(caller: Caller, requirement: Requirement): void;
}

/** Creates the admission of an install. */
export function createAdmission({
  authenticator,
  keyPrefix,
  anonymous: allowed,
  oauth,
}: Pick<Access, 'authenticator' | 'keyPrefix' | 'anonymous' | 'oauth'>): Admission {
  const orToken = oauth ? ` or access token of ${oauth.issuer}` : '';
  const prefixed = `Keys of this server begin with '${keyPrefix}'.`;
  return {
    async identify(key) {
      if (key === undefined) return anonymous;
      const caller = await authenticator.authenticate(key);
      if (caller) return caller;
      const message = `Invalid API key: it is unknown, revoked or expired. ${prefixed}`;
      throw new BadCredential(message);
    },
    check(caller, { role, anonymous: wanted, scope }) {
      if (caller.role === 'anonymous') {
        const open = role === 'anonymous' && (!wanted || allowsAnonymous(allowed, wanted));
        if (open) return;
        const message = `This needs an API key${orToken}: send it as "Authorization: Bearer <key>". ${prefixed}`;
        throw new LecternError('invalid_api_key', message);
      }
      if (!mayAct(caller, role)) throw new RoleTooLow({ required: role, actual: caller.role });
      const { scopes: granted } = caller;
      if (scope && granted && !granted.includes(scope)) throw new InsufficientScope(scope, granted);
    },
  };
}
