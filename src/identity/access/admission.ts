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
import { BadCredential, InsufficientScope } from './errors.ts';

/** What an operation asks of its callers. */
export interface Requirement {
  /** The lowest role that may. */
  role: Role;
  /** For the role anonymous: how much an install must allow callers without a key. Absent where nobody is asked for one. */
  anonymous?: AnonymousAccess;
  /** It begins a session: whoever has one already is not looked at, and pages of other origins may not ask for it. */
  signIn?: true;
  /** What a token has to have been granted for it. */
  scope?: Scope;
}

/** Decides who comes in. */
export interface Admission {
  /** Whose key or token this is; the anonymous caller without one. Throws LecternError: invalid_api_key for a bad one, and what authenticators throw. */
  identify(key: string | undefined): Promise<Caller>;
  /** Throws LecternError: invalid_api_key where a caller without a key needs one, forbidden for a role too low or a scope that lacks. */
  check(caller: Caller, requirement: Requirement): void;
}

/** The admission of an install. */
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
        throw new LecternError('invalid_api_key', 401, message);
      }
      if (!mayAct(caller, role)) {
        const message = `This needs a key of the role ${role}; this one has the role ${caller.role}.`;
        throw new LecternError('forbidden', 403, message);
      }
      const { scopes: granted } = caller;
      if (scope && granted && !granted.includes(scope)) throw new InsufficientScope(scope, granted);
    },
  };
}
