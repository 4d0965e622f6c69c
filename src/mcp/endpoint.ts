import express, { Router, type Request, type Response } from 'express';
import { apiKeyOf } from './api-key.ts';
import { serveLegacy, serveModern } from './exchange.ts';
import { opened, postOnly } from './guards.ts';
import { isObject } from './json-rpc.ts';
import { errorCodes } from './mcp-error.ts';
import { claimsModern } from './modern.ts';
import { maxBody, Refusal, refused } from './refusal.ts';
import { modernVersion } from './server-info.ts';
import type { McpService } from './service.ts';

export interface EndpointOptions {
  /** The tool server for whoever has this key, or none, and asks from this address. */
  serviceFor: (key: string | undefined, address: string | undefined) => Promise<McpService>;
  version: string;
  /** Address the server is bound to; on a loopback one, pages of other hosts are refused. */
  host: string;
}

/** `/mcp`: streamable HTTP without sessions, for both eras of the protocol. */
export function mcpEndpoint({ serviceFor, version, host }: EndpointOptions): Router {
  const router = Router();
  router.all(
    '/mcp',
    opened(host),
    postOnly(),
    express.text({ type: () => true, limit: maxBody }),
    async (request: Request, response: Response) => {
      const service = await serviceFor(apiKeyOf(request.headers), request.ip);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const exchange = { request, response, service, version, signal: gone.signal };
      const body = parsed(request.body);
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
