import type { RequestHandler, Response } from 'express';
import type { Admission, Requirement } from '../access/admission.ts';
import { bearerOf } from '../access/authenticator.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { LecternError } from '../errors.ts';
import { hostAllowed } from './host-guard.ts';

export interface GateOptions {
  /** Address the server is bound to; on a loopback one, other Host names may do nothing that needs a key. */
  host: string;
  admission: Admission;
}

/**
 * Lets those pass who meet the requirement. A bad key is 401 invalid_api_key, also where none is needed; so is none where
 * one is; one of too low a role is 403 forbidden.
 */
export function gate(requirement: Requirement, { host, admission }: GateOptions): RequestHandler {
  return async (request, response, next) => {
    if (requirement.role !== 'anonymous' && !hostAllowed(request.get('host'), host)) {
      const message = `The Host header is not a name of this server; call it by ${host}.`;
      throw new LecternError('access_denied', 403, message);
    }
    const caller = await admission.identify(bearerOf(request.get('authorization')));
    admission.check(caller, requirement);
    response.locals['caller'] = caller;
    next();
  };
}

/** Who called; set once the gate has let them pass. */
export function callerOf({ locals }: Response): Caller {
  return (locals['caller'] as Caller | undefined) ?? anonymous;
}
