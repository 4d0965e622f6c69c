import { dispatch, withProgress, type FollowedRequest } from './dispatch.ts';
import { isObject } from '../../base/json.ts';
import { type JsonObject, errorCodes, McpError, ResourceNotFound } from './json-rpc.ts';
import { capabilities, instructions, serverInfo } from './definitions.ts';
import type { McpService } from './service.ts';

/** Supported revisions with a handshake, newest first. The differences between them do not concern this server. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Error code of these revisions for an unknown resource. */
const resourceNotFound = -32002;

/** Handles a request of the older revisions; their handshake is optional here. Rejects with an McpError. */
export async function answerLegacy(
  service: McpService,
  version: string,
  { method, params, signal, notify }: FollowedRequest,
): Promise<JsonObject> {
  if (method === 'initialize') return initialized(params, version);
  if (method === 'ping') return {};
  const meta = params['_meta'];
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  try {
    return await withProgress(token, notify, () => dispatch(service, { method, params, signal }));
  } catch (error) {
    if (!(error instanceof ResourceNotFound)) throw error;
    throw new McpError(resourceNotFound, error.message, error.data);
  }
}

/** Returns the handshake. A client that requests an unknown revision is offered the newest. */
function initialized({ protocolVersion }: JsonObject, version: string): JsonObject {
  if (typeof protocolVersion !== 'string') {
    throw new McpError(errorCodes.invalidParams, 'params.protocolVersion must be a string');
  }
  return {
    protocolVersion: legacyVersions.includes(protocolVersion) ? protocolVersion : legacyVersions[0],
    capabilities,
    serverInfo: serverInfo(version),
    instructions,
  };
}
