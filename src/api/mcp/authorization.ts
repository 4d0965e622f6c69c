import type { Access } from '../../identity/access/access.ts';
import type { Admission, Requirement } from '../../identity/access/admission.ts';
import { anonymous, type Caller } from '../../identity/access/caller.ts';
import { isCallersFault } from '../../identity/access/errors.ts';
import { LecternError } from '../../base/errors.ts';
import type { Asker } from '../../identity/limits/rate-limits.ts';
import { challengeOf } from '../../identity/oauth/oauth.ts';
import { isObject } from '../../base/json.ts';
import { classify, type RequestId, errorCodes } from './json-rpc.ts';
import { Refusal } from './refusal.ts';
import { changesSomething } from './definitions.ts';

/** Decides who may talk to the tool server, before it does anything. Both throw a Refusal. */
export interface Authorization {
  /** Whose key or token this is. Whoever tries keys is counted by address, as at the other endpoints. */
  identify(key: string | undefined, address: string | undefined): Promise<Asker>;
  /**
   * Where an issuer is configured, whether a caller may send this message: clients learn by the status 401 or 403 that
   * they should get a token, or a better one. Elsewhere the tools themselves say what they need. `knownOnly` lets nobody
   * in without a key or token.
   */
  check(caller: Caller, body: unknown, knownOnly: boolean): void;
}

/** The authorization of an install. */
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

/** What is meant for callers ends the exchange: a client is to be told at once, not by a model that calls a tool. */
function refusalOf(error: unknown, oauth: Access['oauth'], id: RequestId | null = null): unknown {
  if (!(error instanceof LecternError) || error.status >= 500) return error;
  const code = error.status === 401 ? errorCodes.unauthorized : errorCodes.refused;
  const challenge = challengeOf(error, oauth);
  // Without an issuer the metadata that every answer points to say that there are no tokens.
  const told = oauth && challenge !== undefined ? { id, challenge } : { id };
  return new Refusal(error.status, code, error.message, told);
}

/** To be let in is to be allowed to ask; a tool that changes something wants a member. */
function requirementOf(message: unknown, knownOnly: boolean): Requirement {
  const { method, params } = isObject(message) ? message : {};
  const tool = method === 'tools/call' && isObject(params) ? params['name'] : undefined;
  if (changesSomething(tool)) return { role: 'member', scope: 'lectern:write' };
  const role = knownOnly ? 'member' : 'anonymous';
  return { role, anonymous: 'ask', scope: 'lectern:read' };
}
