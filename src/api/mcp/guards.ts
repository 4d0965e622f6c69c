import type { Request, RequestHandler } from 'express';
import { errorCodes } from './mcp-error.ts';
import { Refusal } from './refusal.ts';

/** Says on every answer where the authorization metadata is. */
export function challenged(addressOf: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
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
