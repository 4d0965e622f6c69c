import type { Access } from '../../identity/access/access.ts';
import type { Admission, Requirement } from '../../identity/access/admission.ts';
import { anonymous, type Caller } from '../../identity/access/caller.ts';
import { isCallersFault } from '../../identity/access/errors.ts';
import { LecternError } from '../../base/errors.ts';
import {
  type Asker,
  RateLimitExceeded,
  refusalHeaders,
} from '../../identity/limits/rate-limits.ts';
import { challengeOf } from '../../identity/oauth/oauth.ts';
import { isObject } from '../../base/json.ts';
import { classify, type RequestId, errorCodes } from './json-rpc.ts';
import { Refusal } from './refusal.ts';
import { changesSomething } from './definitions.ts';

/** Authenticates and authorizes callers of the tool server, before any other work. Both methods throw a Refusal. */
export interface Authorization {
  /** Returns the caller of a key or token. Failed attempts count by address, as at the other endpoints. */
  identify(key: string | undefined, address: string | undefined): Promise<Asker>;
  /**
   * With an issuer, checks whether the caller may send this message. The status 401 or 403 tells the client to get a token, or one
   * with more scopes. Without an issuer, the tools themselves report missing permissions. `knownOnly` requires a key or token.
   */
  check(caller: Caller, body: unknown, knownOnly: boolean): void;
}

/** Creates the authorization of an install. */
export function createAuthorization(
  { limits, oauth }: Pick<Access, 'limits' | 'oauth'>,
  admission: Admission,
): Authorization {
  return {
    async identify(key, address) {
      try {
        return { caller: await admission.identify(key), address };
      } catch (error) {
        if (!isCallersFault(error)) throw error;
        await limits.take({ caller: anonymous, address }).catch((limited: unknown) => {
          throw refusalOf(limited, oauth);
        });
        throw refusalOf(error, oauth);
      }
    },
    check(caller, body, knownOnly) {
      if (!oauth && !knownOnly) return;
      for (const message of [body].flat()) {
        try {
          admission.check(caller, requirementOf(message, knownOnly));
        } catch (error) {
          const read = classify(message);
          throw refusalOf(error, oauth, read.kind === 'request' ? read.request.id : null);
        }
      }
    },
  };
}

/** Turns errors of the caller into a Refusal, so that the client sees them before a model calls a tool. */
function refusalOf(error: unknown, oauth: Access['oauth'], id: RequestId | null = null): unknown {
  if (!(error instanceof LecternError) || error.status >= 500) return error;
  const code = error.status === 401 ? errorCodes.unauthorized : errorCodes.refused;
  const challenge = challengeOf(error, oauth);
  const headers = {
    // Without an issuer, the metadata that each response links to says that there are no tokens.
    ...(oauth && challenge !== undefined && { 'WWW-Authenticate': challenge }),
    ...(error instanceof RateLimitExceeded && refusalHeaders(error)),
  };
  return new Refusal(error.status, code, error.message, { id, headers });
}

/** Reading needs permission to ask; a tool that changes something needs a member. */
function requirementOf(message: unknown, knownOnly: boolean): Requirement {
  const { method, params } = isObject(message) ? message : {};
  const tool = method === 'tools/call' && isObject(params) ? params['name'] : undefined;
  if (changesSomething(tool)) return { role: 'member', scope: 'lectern:write' };
  const role = knownOnly ? 'member' : 'anonymous';
  return { role, anonymous: 'ask', scope: 'lectern:read' };
}
