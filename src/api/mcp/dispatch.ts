import { errorCodes, McpError } from './json-rpc.ts';
import { libraryTemplate } from './definitions.ts';
import type { McpService } from './service.ts';

/** A request of either era, after its transport has read it. */
export interface McpRequest {
  method: string;
  params: Record<string, unknown>;
  signal: AbortSignal;
}

/**
 * Carries out what both eras of the protocol have in common. Rejects with an McpError: unknown method, params that are not
 * as the protocol says, unknown tool, prompt or resource.
 */
export async function dispatch(
  service: McpService,
  { method, params, signal }: McpRequest,
): Promise<Record<string, unknown>> {
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
      throw new McpError(errorCodes.invalidParams, `Unknown prompt ${name}; there are none.`);
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

/** The error of a method that is not there. */
export function methodNotFound(method: string): McpError {
  const shown = JSON.stringify(method.slice(0, 100));
  return new McpError(errorCodes.methodNotFound, `Method not found: ${shown}`);
}

function textParam(params: Record<string, unknown>, name: string): string {
  const value = params[name];
  if (typeof value === 'string') return value;
  throw new McpError(errorCodes.invalidParams, `params.${name} must be a string`);
}

/** Sends a notification that belongs to a request. */
export type Notify = (method: string, params: Record<string, unknown>) => void;

/** A call that is answered sooner than this tells nothing of its progress. */
const everyMs = 1_000;

/**
 * Does the work, telling the caller once a second that it still goes on, when the caller asked for that by a progress token:
 * clients that give up on silence then wait.
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
