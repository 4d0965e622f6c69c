import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { dispatch } from './dispatch.ts';
import { ResourceNotFound, McpError } from './mcp-error.ts';
import { withProgress } from './progress.ts';
import { capabilities, instructions, serverInfo } from './server-info.ts';
import type { McpService } from './service.ts';

/** What revisions up to 2025-11-25 answer for a resource that is not there. */
const resourceNotFound = -32002;

/** A server of the revisions with a handshake, for one connection of the SDK's. */
export function createLegacyServer(service: McpService, version: string): Server {
  const server = new Server(serverInfo(version), { capabilities, instructions });
  server.fallbackRequestHandler = async (request, { signal, sendNotification, ...extra }) => {
    const { method, params = {} } = request;
    const notify = (name: string, more: Record<string, unknown>): void => {
      // A caller that has gone away is told nothing.
      void sendNotification({ method: name, params: more }).catch(() => undefined);
    };
    try {
      return await withProgress(extra['_meta']?.progressToken, notify, () =>
        dispatch(service, { method, params, signal }),
      );
    } catch (error) {
      if (error instanceof ResourceNotFound)
        throw new McpError(resourceNotFound, error.message, error.data);
      if (error instanceof McpError) throw error;
      throw new Error('An unexpected failure; try again.', { cause: error });
    }
  };
  return server;
}
