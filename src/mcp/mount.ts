import { Router } from 'express';
import type { Logger } from 'pino';
import type { Operations } from '../api/operations.ts';
import { isOperatorToken } from '../api/operator-token.ts';
import { originOf } from '../api/request-origin.ts';
import { mcpEndpoint } from './endpoint.ts';
import { connectPage } from './page/page.ts';
import { createLocalService, type LocalServiceOptions } from './local-service.ts';
import { createArgumentReader } from './tool-arguments.ts';

export interface ToolServerOptions {
  operations: Operations;
  log: Logger;
  version: string;
  /** Address the server is bound to. */
  host: string;
  operatorToken: string;
  /** Told of every call of a tool. */
  onCall: LocalServiceOptions['onCall'];
}

/** The tool server's routes: /mcp, /ping, the metadata that clients look for, and the page that shows how to connect them. */
export function toolServer({
  operations,
  log,
  version,
  host,
  operatorToken,
  onCall,
}: ToolServerOptions): Router {
  const router = Router();
  const readArguments = createArgumentReader();
  const onFailure = (error: unknown): void => log.error({ err: error }, 'tool call failed');
  const shared = { operations, readArguments, onFailure, onCall };
  router.use(
    mcpEndpoint({
      version,
      host,
      serviceFor: (key) =>
        createLocalService(shared, {
          operator: key !== undefined && isOperatorToken(key, operatorToken),
        }),
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
