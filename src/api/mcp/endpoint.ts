import express, { Router, type Request, type Response } from 'express';
import { goneSignal } from '../gone-signal.ts';
import type { Asker } from '../../identity/limits/rate-limits.ts';
import { apiKeyOf } from './api-key.ts';
import type { Authorization } from './authorization.ts';
import { serveLegacy, serveModern } from './exchange.ts';
import { challenged, postOnly } from './guards.ts';
import { isObject } from './json-rpc.ts';
import { errorCodes } from './mcp-error.ts';
import { claimsModern } from './modern.ts';
import { maxBody, Refusal, refused } from './refusal.ts';
import { modernVersion } from './server-info.ts';
import type { McpService } from './service.ts';

export interface EndpointOptions {
  authorization: Authorization;
  /** The tool server for whoever asks. */
  serviceFor: (asker: Asker) => McpService;
  version: string;
  /** The address that a request reaches the server by. */
  addressOf: (request: Request) => string;
}

/** For callers with a key or token alone: by its 401 a client learns to sign in where everybody may ask at `/mcp`. */
const signedInPath = '/mcp/oauth';

/** `/mcp`: streamable HTTP without sessions, for both eras of the protocol. */
export function mcpEndpoint(options: EndpointOptions): Router {
  const { authorization, serviceFor, version, addressOf } = options;
  const router = Router();
  router.all(
    ['/mcp', signedInPath],
    challenged(addressOf),
    postOnly(),
    express.text({ type: () => true, limit: maxBody }),
    async (request: Request, response: Response) => {
      const asker = await authorization.identify(apiKeyOf(request.headers), request.ip);
      const body = parsed(request.body);
      authorization.check(asker.caller, body, request.path === signedInPath);
      const service = serviceFor(asker);
      const exchange = { request, response, service, version, signal: goneSignal(response) };
      const era = eraOf(request, body);
      if (era === 'modern') await serveModern(exchange, body);
      else await serveLegacy(exchange, body);
    },
  );
  router.use('/mcp', refused());
  return router;
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '') as unknown;
  } catch {
    throw new Refusal(400, errorCodes.parseError, 'Parse error: Invalid JSON');
  }
}

/** A request says in its body of which era it is; one whose header alone says so is told what it misses. */
function eraOf(request: Request, body: unknown): 'modern' | 'legacy' {
  const messages = [body].flat();
  const claims = messages.some(
    (message) =>
      isObject(message) && isObject(message['params']) && claimsModern(message['params']),
  );
  if (Array.isArray(body) && claims) {
    throw new Refusal(
      400,
      errorCodes.invalidRequest,
      `Invalid Request: revision ${modernVersion} has no batches`,
    );
  }
  return claims || request.get('mcp-protocol-version')?.trim() === modernVersion
    ? 'modern'
    : 'legacy';
}
