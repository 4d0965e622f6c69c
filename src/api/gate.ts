import type { RequestHandler, Response } from 'express';
import { bearerOf, type Authenticator } from '../access/authenticator.ts';
import { anonymous, mayAct, type Caller, type Role } from '../access/caller.ts';
import { LecternError } from '../errors.ts';
import { hostAllowed } from './host-guard.ts';
import { operatorTokenFile } from './operator-token.ts';

export interface GateOptions {
  /** Address the server is bound to; on a loopback one, other Host names may do nothing that needs a key. */
  host: string;
  authenticator: Authenticator;
}

/**
 * Lets those pass who may do what this role may. Without a good key 401 invalid_api_key, with one of a lower role 403
 * forbidden.
 */
export function gate(role: Role, { host, authenticator }: GateOptions): RequestHandler {
  return async (request, response, next) => {
    if (role !== 'anonymous' && !hostAllowed(request.get('host'), host)) {
      const message = `The Host header is not a name of this server; call it by ${host}.`;
      throw new LecternError('access_denied', 403, message);
    }
    const bearer = bearerOf(request.get('authorization'));
    const known = bearer === undefined ? undefined : await authenticator.authenticate(bearer);
    if (role !== 'anonymous' && !known) throw unknownKey(response);
    const caller = known ?? anonymous;
    if (!mayAct(caller, role)) {
      const message = `This needs the role ${role}; the key's role is ${caller.role}.`;
      throw new LecternError('forbidden', 403, message);
    }
    response.locals['caller'] = caller;
    next();
  };
}

/** Who called; set once the gate has let them pass. */
export function callerOf({ locals }: Response): Caller {
  return (locals['caller'] as Caller | undefined) ?? anonymous;
}

function unknownKey(response: Response): LecternError {
  response.set('WWW-Authenticate', 'Bearer');
  return new LecternError(
    'invalid_api_key',
    401,
    `This needs a key as "Authorization: Bearer <key>"; the server keeps the operator token in the file ${operatorTokenFile} of its data directory.`,
  );
}
