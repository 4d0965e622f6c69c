import { Router, type Request } from 'express';
import type { Logger } from 'pino';
import type { Access } from '../../identity/access/access.ts';
import type { Admission } from '../../identity/access/admission.ts';
import { originOf } from '../request-origin.ts';
import { resourceMetadata } from '../../identity/oauth/resource-metadata.ts';
import { createAuthorization } from './authorization.ts';
import { mcpEndpoint } from './endpoint.ts';
import { createLocalService, type LocalServiceOptions } from './local-service.ts';
import { createArgumentReader } from './tool-arguments.ts';

export interface ToolServerOptions {
  /** Address that clients reach the server by; what each request calls the server when absent. */
  publicUrl?: string;
  operationsFor: LocalServiceOptions['operationsFor'];
  log: Pick<Logger, 'error'>;
  version: string;
  admission: Admission;
  access: Pick<Access, 'limits' | 'oauth'>;
  /** Told of every call of a tool. */
  onCall: LocalServiceOptions['onCall'];
}

/** The tool server's routes: /mcp, /ping, and the metadata that clients look for. */
export function toolServer(options: ToolServerOptions): Router {
  const { operationsFor, log, version, publicUrl, admission, access, onCall } = options;
  const router = Router();
  const readArguments = createArgumentReader();
  const onFailure = (error: unknown): void => log.error({ err: error }, 'tool call failed');
  const { limits, oauth } = access;
  const shared = { operationsFor, readArguments, limits, onFailure, onCall };
  const addressOf = (request: Request): string => publicUrl ?? originOf(request);
  router.use(
    mcpEndpoint({
      version,
      addressOf,
      authorization: createAuthorization(access, admission),
      serviceFor: (asker) => createLocalService(shared, asker),
    }),
  );
  router.get('/ping', (_request, response) => {
    response.json({ status: 'ok', message: 'pong' });
  });
  router.use(resourceMetadata({ oauth, addressOf }));
  return router;
}
