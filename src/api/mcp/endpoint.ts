import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { disconnectSignal } from '../disconnect-signal.ts';
import type { Asker } from '../../identity/limits/rate-limits.ts';
import { apiKeyOf } from './api-key.ts';
import { type Authorization, createAuthorization } from './authorization.ts';
import { serveLegacy, serveModern } from './http-exchange.ts';
import { isObject, parsedJson } from '../../base/json.ts';
import { errorCodes } from './json-rpc.ts';
import { claimsModern } from './modern.ts';
import { maxBody, Refusal, refusalResponse } from './refusal.ts';
import { modernVersion } from './definitions.ts';
import type { McpService } from './service.ts';
import type { Logger } from 'pino';
import type { Access } from '../../identity/access/access.ts';
import type { Admission } from '../../identity/access/admission.ts';
import {
  createLocalService,
  type LocalServiceOptions,
  createArgumentReader,
} from './local-service.ts';
import { requestedScopes, type OAuth } from '../../identity/oauth/oauth.ts';
import { queryOf } from '../query-of.ts';

interface ToolServerOptions {
  /** Public address of the server. Default: the address in each request. */
  publicUrl?: string;
  operationsFor: LocalServiceOptions['operationsFor'];
  log: Pick<Logger, 'error'>;
  version: string;
  admission: Admission;
  access: Pick<Access, 'limits' | 'oauth'>;
  /** Called after each tool call. */
  onCall: LocalServiceOptions['onCall'];
}

/** Returns the tool server's routes: /mcp, /ping, and the metadata for clients. */
export function toolServer(options: ToolServerOptions): Router {
  const { operationsFor, log, version, publicUrl, admission, access, onCall } = options;
  const router = Router({ caseSensitive: true });
  const readArguments = createArgumentReader();
  const onFailure = (error: unknown): void => log.error({ err: error }, 'tool call failed');
  const { limits, oauth } = access;
  const shared = { operationsFor, readArguments, limits, onFailure, onCall };
  const addressOf = (request: Request): string => publicUrl ?? originOf(request);
  addEndpoint(router, {
    version,
    addressOf,
    authorization: createAuthorization(access, admission),
    serviceFor: (asker, project) => createLocalService(shared, asker, project),
  });
  router.get('/ping', (_request, response) => {
    response.json({ status: 'ok', message: 'pong' });
  });
  addResourceMetadata(router, { oauth, addressOf });
  return router;
}

interface EndpointOptions {
  authorization: Authorization;
  /** Returns the tool server for a caller and the project that the request names. */
  serviceFor: (asker: Asker, project: string | undefined) => McpService;
  version: string;
  /** Returns the server's address as the request used it. */
  addressOf: (request: Request) => string;
}

/** Requires a key or token: its 401 makes a client sign in, even if `/mcp` accepts anonymous callers. */
const signedInPath = '/mcp/oauth';

/** Adds the route `/mcp`: streamable HTTP without sessions, for both eras of the protocol. */
function addEndpoint(router: Router, options: EndpointOptions): void {
  const { authorization, serviceFor, version, addressOf } = options;
  const answer =
    (isSignedIn: boolean) =>
    async (request: Request, response: Response): Promise<void> => {
      const asker = await authorization.identify(apiKeyOf(request.headers), request.ip);
      const body = parsed(request.body);
      authorization.check(asker.caller, body, isSignedIn);
      const service = serviceFor(asker, projectOf(request));
      const exchange = { request, response, service, version, signal: disconnectSignal(response) };
      const era = eraOf(request, body);
      if (era === 'modern') await serveModern(exchange, body);
      else await serveLegacy(exchange, body);
    };
  router.all(
    ['/mcp', signedInPath],
    advertiseMetadata(addressOf),
    postOnly(),
    express.text({ type: () => true, limit: maxBody }),
  );
  router.all('/mcp', answer(false));
  router.all(signedInPath, answer(true));
  router.use('/mcp', refusalResponse());
}

/** Returns the project that a request names: by the header, or by the address for clients that send no headers. */
function projectOf(request: Request): string | undefined {
  return request.get('x-lectern-project') ?? queryOf(request).get('project') ?? undefined;
}

function parsed(body: unknown): unknown {
  const value = typeof body === 'string' ? parsedJson(body) : undefined;
  if (value !== undefined) return value;
  throw new Refusal(400, errorCodes.parseError, 'Parse error: Invalid JSON');
}

/** Returns the era from the body or the version header. A modern header without modern metadata gets an error that names them. */
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

/** Adds a link to the authorization metadata to every response. */
function advertiseMetadata(addressOf: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
    const metadata = `${addressOf(request)}/.well-known/oauth-protected-resource`;
    response.set('WWW-Authenticate', `Bearer resource_metadata="${metadata}"`);
    next();
  };
}

/** Refuses everything except a POST of JSON from a client that accepts both JSON and event streams. */
function postOnly(): RequestHandler {
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

/** Returns the address that a request used, without a path. The Host header is untrusted; an invalid one is ignored. */
function originOf(request: Request): string {
  const host = request.get('host') ?? '';
  const valid = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host);
  return valid ? `${request.protocol}://${host}` : 'http://127.0.0.1:7700';
}

interface ResourceMetadataOptions {
  oauth: OAuth | undefined;
  /** Returns the server's address as the request used it. */
  addressOf: (request: Request) => string;
}

/** Below the root, where each response of /mcp links to, and at the paths that clients try by default. */
const paths = ['', '/mcp', '/mcp/oauth'].map(
  (path) => `/.well-known/oauth-protected-resource${path}`,
);

/** Adds the metadata that tells clients where to get tokens (RFC 9728). */
function addResourceMetadata(router: Router, { oauth, addressOf }: ResourceMetadataOptions): void {
  router.get(paths, (request, response) => {
    response.json({
      resource: oauth?.resource ?? `${addressOf(request)}/mcp`,
      resource_name: 'Lectern',
      // Without an issuer there are no tokens, and the empty list says that none are needed.
      authorization_servers: oauth ? [oauth.issuer] : [],
      // The minimum; a client that needs more learns the scope from a 403 (revision 2026-07-28).
      scopes_supported: oauth ? requestedScopes(oauth, ['lectern:read']) : [],
      bearer_methods_supported: ['header'],
    });
  });
}
