import { Router } from 'express';
import type { Logger } from 'pino';
import type { Authenticator } from '../access/authenticator.ts';
import { anonymous } from '../access/caller.ts';
import { originOf } from '../api/request-origin.ts';
import { mcpEndpoint } from './endpoint.ts';
import { connectPage } from './page/page.ts';
import { createLocalService, type LocalServiceOptions } from './local-service.ts';
import { createArgumentReader } from './tool-arguments.ts';

export interface ToolServerOptions {
  operationsFor: LocalServiceOptions['operationsFor'];
  log: Logger;
  version: string;
  /** Address the server is bound to. */
  host: string;
  authenticator: Authenticator;
  /** Told of every call of a tool. */
  onCall: LocalServiceOptions['onCall'];
}

/** The tool server's routes: /mcp, /ping, the metadata that clients look for, and the page that shows how to connect them. */
export function toolServer({
  operationsFor,
  log,
  version,
  host,
  authenticator,
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
      async serviceFor(key) {
        const known = key === undefined ? undefined : await authenticator.authenticate(key);
        return createLocalService(shared, known ?? anonymous);
      },
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
