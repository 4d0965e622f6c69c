import { Router } from 'express';
import type { Logger } from 'pino';
import type { Admission } from '../access/admission.ts';
import type { Caller } from '../access/caller.ts';
import { originOf } from '../api/request-origin.ts';
import { LecternError } from '../errors.ts';
import { mcpEndpoint } from './endpoint.ts';
import { errorCodes } from './mcp-error.ts';
import { connectPage } from './page/page.ts';
import { createLocalService, type LocalServiceOptions } from './local-service.ts';
import { Refusal } from './refusal.ts';
import { createArgumentReader } from './tool-arguments.ts';

export interface ToolServerOptions {
  operationsFor: LocalServiceOptions['operationsFor'];
  log: Pick<Logger, 'error'>;
  version: string;
  /** Address the server is bound to. */
  host: string;
  admission: Pick<Admission, 'identify'>;
  /** Told of every call of a tool. */
  onCall: LocalServiceOptions['onCall'];
}

/** The tool server's routes: /mcp, /ping, the metadata that clients look for, and the page that shows how to connect them. */
export function toolServer({
  operationsFor,
  log,
  version,
  host,
  admission,
  onCall,
}: ToolServerOptions): Router {
  const router = Router();
  const readArguments = createArgumentReader();
  const onFailure = (error: unknown): void => log.error({ err: error }, 'tool call failed');
  const shared = { operationsFor, readArguments, onFailure, onCall };
  router.use(
    mcpEndpoint({
      version,
      host,
      serviceFor: async (key) => createLocalService(shared, await callerOf(key, admission)),
    }),
  );
  router.get('/ping', (_request, response) => {
    response.json({ status: 'ok', message: 'pong' });
  });
  // Without an issuer there is nobody to get tokens from; clients that look see that they need none.
  router.get('/.well-known/oauth-protected-resource', (request, response) => {
    response.json({
      resource: `${originOf(request)}/mcp`,
      authorization_servers: [],
      scopes_supported: [],
      bearer_methods_supported: ['header'],
    });
  });
  router.use(connectPage(version));
  return router;
}

/** A bad key ends the exchange: a client that was given one is to be told at once, not by a model that calls a tool. */
async function callerOf(
  key: string | undefined,
  admission: Pick<Admission, 'identify'>,
): Promise<Caller> {
  try {
    return await admission.identify(key);
  } catch (error) {
    if (!(error instanceof LecternError) || error.status !== 401) throw error;
    throw new Refusal(401, errorCodes.unauthorized, error.message);
  }
}
