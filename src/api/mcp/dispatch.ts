import { errorCodes, McpError } from './json-rpc.ts';
import { libraryTemplate } from './definitions.ts';
import type { McpService } from './service.ts';

/** A parsed request of either era. */
export interface McpRequest {
  method: string;
  params: Record<string, unknown>;
  signal: AbortSignal;
}

/** A parsed request whose handler may report progress. */
export interface FollowedRequest extends McpRequest {
  notify: Notify;
}

/**
 * Handles the methods that both eras share. Rejects with an McpError for unknown methods, invalid params, and unknown tools,
 * prompts or resources.
 */
export async function dispatch(
  service: McpService,
  { method, params, signal }: McpRequest,
): Promise<Record<string, unknown>> {
  if (method.endsWith('/list')) refuseCursor(params['cursor']);
  switch (method) {
    case 'tools/list':
      return { tools: await service.tools(signal) };
    case 'tools/call':
      return {
        ...(await service.call(textParam(params, 'name'), params['arguments'], signal)),
      };
    case 'prompts/list':
      return { prompts: [] };
    case 'prompts/get': {
      const name = JSON.stringify(textParam(params, 'name').slice(0, 100));
      throw new McpError(
        errorCodes.invalidParams,
        `Unknown prompt ${name}; this server has no prompts.`,
      );
    }
    case 'resources/list':
      return { resources: [] };
    case 'resources/templates/list':
      return { resourceTemplates: [libraryTemplate] };
    case 'resources/read':
      return { contents: [await service.read(textParam(params, 'uri'), signal)] };
    default:
      throw methodNotFound(method);
  }
}

/** Returns the error for an unknown method. */
export function methodNotFound(method: string): McpError {
  const shown = JSON.stringify(method.slice(0, 100));
  return new McpError(errorCodes.methodNotFound, `Method not found: ${shown}`);
}

/** Throws an McpError for the cursor of a further page: each list has one page, so no cursor is from this server. */
function refuseCursor(cursor: unknown): void {
  if (cursor === undefined || cursor === null) return;
  throw new McpError(
    errorCodes.invalidParams,
    'Unknown params.cursor; this list has one page. Leave the cursor out.',
  );
}

function textParam(params: Record<string, unknown>, name: string): string {
  const value = params[name];
  if (typeof value === 'string') return value;
  throw new McpError(errorCodes.invalidParams, `params.${name} must be a string`);
}

/** Sends a notification for a request. */
export type Notify = (method: string, params: Record<string, unknown>) => void;

/** Milliseconds between progress notifications; shorter calls send none. */
const everyMs = 1_000;

/**
 * Runs the work. If the request has a progress token, notifies the caller each second, so that clients with a timeout keep
 * waiting.
 */
export async function withProgress<Value>(
  token: unknown,
  notify: Notify,
  work: () => Promise<Value>,
): Promise<Value> {
  if (typeof token !== 'string' && typeof token !== 'number') return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    notify('notifications/progress', {
      progressToken: token,
      progress,
      message: `Working for ${progress} s`,
    });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
