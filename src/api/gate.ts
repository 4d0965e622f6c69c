import type { Request, RequestHandler, Response } from 'express';
import type { Admission, Requirement } from '../access/admission.ts';
import { bearerOf } from '../access/authenticator.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { LecternError } from '../errors.ts';
import {
  limitHeaders,
  RateLimitExceeded,
  refusalHeaders,
  type RateLimits,
} from '../limits/rate-limits.ts';
import { hostAllowed, type ServerNames } from './host-guard.ts';

export interface GateOptions {
  /** How the server may be called; on a loopback address, other Host names may do nothing that needs a key. */
  names: ServerNames;
  admission: Admission;
  limits: RateLimits;
}

/**
 * Lets those pass who meet the requirement. A bad key is 401 invalid_api_key, also where none is needed; so is none where
 * one is; one of too low a role is 403 forbidden. Whoever asks too often is 429 rate_limit_exceeded, who tries keys too.
 */
export function gate(
  requirement: Requirement,
  { names, admission, limits }: GateOptions,
): RequestHandler {
  return async (request, response, next) => {
    if (requirement.role !== 'anonymous' && !hostAllowed(request.get('host'), names)) {
      const message = `The Host header is not a name of this server; call it by ${names.host}.`;
      throw new LecternError('access_denied', 403, message);
    }
    const exchange = { request, response };
    const caller = await admission
      .identify(bearerOf(request.get('authorization')))
      .catch(async (error: unknown) => {
        await count(anonymous, exchange, limits);
        throw error;
      });
    await count(caller, exchange, limits);
    admission.check(caller, requirement);
    response.locals['caller'] = caller;
    next();
  };
}

/** Counts requests by their address, where whoever calls is looked at later. */
export function counted({ limits }: Pick<GateOptions, 'limits'>): RequestHandler {
  return async (request, response, next) => {
    await count(anonymous, { request, response }, limits);
    next();
  };
}

async function count(
  caller: Caller,
  { request, response }: { request: Request; response: Response },
  limits: RateLimits,
): Promise<void> {
  try {
    const standing = await limits.take({ caller, address: request.ip });
    if (standing) response.set(limitHeaders(standing));
  } catch (error) {
    if (error instanceof RateLimitExceeded) response.set(refusalHeaders(error));
    throw error;
  }
}

/** Who called; set once the gate has let them pass. */
export function callerOf({ locals }: Response): Caller {
  return (locals['caller'] as Caller | undefined) ?? anonymous;
}
