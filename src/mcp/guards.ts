import type { Request, RequestHandler } from 'express';
import { hostAllowed, originAllowed, type ServerNames } from '../api/host-guard.ts';
import { corsKeyHeaders } from './api-key.ts';
import { errorCodes } from './mcp-error.ts';
import { Refusal } from './refusal.ts';

/** CORS, the way to the authorization metadata, and the guard against pages whose name was re-bound to this machine. */
export function opened(
  names: ServerNames,
  addressOf: (request: Request) => string,
): RequestHandler {
  return (request, response, next) => {
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET,POST,OPTIONS,DELETE',
      'Access-Control-Allow-Headers': `Content-Type, MCP-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ${corsKeyHeaders.join(', ')}`,
      'Access-Control-Expose-Headers': 'WWW-Authenticate, X-Request-Id',
    });
    if (!hostAllowed(request.get('host'), names) || !originAllowed(request.get('origin'), names)) {
      throw new Refusal(
        403,
        errorCodes.refused,
        'Forbidden: this server answers pages and clients of its own machine only.',
      );
    }
    const metadata = `${addressOf(request)}/.well-known/oauth-protected-resource`;
    response.set('WWW-Authenticate', `Bearer resource_metadata="${metadata}"`);
    next();
  };
}

/** What is no POST of JSON from a client that reads both forms of answers is refused. */
export function postOnly(): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'OPTIONS') {
      response.status(200).type('text').send('OK');
      return;
    }
    if (request.method !== 'POST') {
      response.set('Allow', 'POST, OPTIONS');
      throw new Refusal(405, errorCodes.refused, 'Method not allowed.');
    }
    const accept = request.get('accept') ?? '';
    if (!accept.includes('text/event-stream') || !accept.includes('application/json')) {
      throw new Refusal(
        406,
        errorCodes.refused,
        'Not Acceptable: Client must accept both application/json and text/event-stream',
      );
    }
    if (!request.is('application/json')) {
      throw new Refusal(
        415,
        errorCodes.refused,
        'Unsupported Media Type: Content-Type must be application/json',
      );
    }
    next();
  };
}
