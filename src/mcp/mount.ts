import { Router } from 'express';
import type { Logger } from 'pino';
import type { Admission } from '../access/admission.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { originOf } from '../api/request-origin.ts';
import { LecternError } from '../errors.ts';
import type { Asker, RateLimits } from '../limits/rate-limits.ts';
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
  limits: RateLimits;
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
  limits,
  onCall,
}: ToolServerOptions): Router {
  const router = Router();
  const readArguments = createArgumentReader();
  const onFailure = (error: unknown): void => log.error({ err: error }, 'tool call failed');
  const shared = { operationsFor, readArguments, limits, onFailure, onCall };
  router.use(
    mcpEndpoint({
      version,
      host,
      async serviceFor(key, address) {
        const caller = await callerOf(key, admission).catch(async (error: unknown) => {
          await countBadKey({ caller: anonymous, address }, limits);
          throw error;
        });
        return createLocalService(shared, { caller, address });
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

/** Whoever tries keys is counted by address, as at the other endpoints. */
async function countBadKey(asker: Asker, limits: RateLimits): Promise<void> {
  try {
    await limits.take(asker);
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    throw new Refusal(error.status, errorCodes.refused, error.message);
  }
}
