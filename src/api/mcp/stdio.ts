import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isObject, parsedJson } from '../../base/json.ts';
import {
  classifyAll,
  errorMessage,
  resultMessage,
  type JsonObject,
  type RequestId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  errorCodes,
  McpError,
} from './json-rpc.ts';
import { answerLegacy } from './legacy.ts';
import { answerModern, checkEnvelope, checkMethod, checkVersion, claimsModern } from './modern.ts';
import { readLines, type LineOptions } from './read-lines.ts';
import type { McpService } from './service.ts';

/** Active requests of one connection. */
class RunningRequests {
  private readonly requests = new Map<RequestId, AbortController>();
  private readonly waiting = new Set<() => void>();

  /** Registers a request. The signal aborts when the client cancels it. */
  begin(id: RequestId): AbortSignal {
    const cancelled = new AbortController();
    this.requests.set(id, cancelled);
    return cancelled.signal;
  }

  end(id: RequestId): void {
    this.requests.delete(id);
    if (this.requests.size > 0) return;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Cancels a request; does nothing if it is unknown or complete. */
  cancel(id: RequestId): void {
    this.requests.get(id)?.abort();
    this.end(id);
  }

  cancelAll(): void {
    for (const id of this.requests.keys()) this.cancel(id);
  }

  /** Resolves when every request is complete or cancelled. */
  async idle(): Promise<void> {
    if (this.requests.size === 0) return;
    await new Promise<void>((resolve) => this.waiting.add(resolve));
  }
}

interface StdioOptions extends LineOptions {
  output: Writable;
  service: McpService;
  version: string;
  /**
   * Called with the root folders of a client that has roots, and again after they change. The promise never rejects; it
   * resolves to no folders if the client does not answer within two seconds. Without it, the client is not asked.
   */
  onRoots?: (folders: Promise<string[]>) => void;
  /** Stops the server. */
  signal: AbortSignal;
}

/** Id of the request for roots. The id of no other request of this server. */
const rootsRequest = 'lectern-roots';
const rootsMs = 2_000;

/**
 * Runs the tool server over two streams with one message per line; both eras of the protocol can share a connection. Resolves
 * when the input has ended and all requests are complete, or when the signal aborts.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { signal } = options;
  const server = new StdioServer(options);
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const finished = readLines(options, (line) => server.receive(line)).then(() => server.idle());
  await Promise.race([finished, stopped]);
  server.close();
}

/** Roots that are looked at. */
const maxRoots = 20;

/** Returns the path of a root; none for a root that is no folder of this machine. */
function folderOf(uri: unknown): string[] {
  try {
    return typeof uri === 'string' && uri.startsWith('file:') ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}

class StdioServer {
  private readonly options: StdioOptions;
  private readonly running = new RunningRequests();
  private hasRoots = false;
  private takeRoots: (folders: string[]) => void = () => undefined;

  constructor(options: StdioOptions) {
    this.options = options;
  }

  receive(line: string | undefined): void {
    if (line?.trim() === '') return;
    const value = parsedJson(line);
    if (value === undefined) {
      this.refuse(null, new McpError(errorCodes.parseError, 'Parse error: Invalid JSON'));
      return;
    }
    for (const message of classifyAll(value)) this.take(message);
  }

  private take(message: RpcMessage): void {
    if (message.kind === 'invalid') {
      this.refuse(message.id, new McpError(errorCodes.invalidRequest, 'Invalid Request'));
    } else if (message.kind === 'request') {
      this.learn(message.request);
      void this.answer(message.request);
    } else if (message.kind === 'notification') {
      this.notified(message.notification);
    } else {
      this.answered(message.response);
    }
  }

  idle(): Promise<void> {
    return this.running.idle();
  }

  close(): void {
    this.running.cancelAll();
  }

  private refuse(id: RequestId | null, error: McpError): void {
    this.write(errorMessage(id, error));
  }

  /** Remembers whether the client has roots. */
  private learn({ method, params }: RpcRequest): void {
    if (method !== 'initialize') return;
    const { capabilities } = params;
    this.hasRoots = isObject(capabilities) && isObject(capabilities['roots']);
  }

  private notified({ method, params }: RpcNotification): void {
    if (method === 'notifications/cancelled') this.running.cancel(params['requestId'] as RequestId);
    if (method === 'notifications/initialized' || method === 'notifications/roots/list_changed') {
      this.askForRoots();
    }
  }

  private askForRoots(): void {
    const { onRoots } = this.options;
    if (!onRoots || !this.hasRoots) return;
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const timer = setTimeout(() => resolve([]), rootsMs);
    timer.unref();
    this.takeRoots = resolve;
    onRoots(promise);
    this.write({ jsonrpc: '2.0', id: rootsRequest, method: 'roots/list' });
  }

  private answered({ id, result }: JsonObject): void {
    if (id !== rootsRequest) return;
    const roots = isObject(result) && Array.isArray(result['roots']) ? result['roots'] : [];
    const folders = roots.flatMap((root: unknown) => (isObject(root) ? folderOf(root['uri']) : []));
    this.takeRoots(folders.slice(0, maxRoots));
  }

  private async answer({ id, method, params }: RpcRequest): Promise<void> {
    const signal = this.running.begin(id);
    const notify = (name: string, more: JsonObject): void => {
      if (!signal.aborted) this.write({ jsonrpc: '2.0', method: name, params: more });
    };
    const { service, version } = this.options;
    try {
      const modern = claimsModern(params);
      if (modern) {
        checkEnvelope(params);
        checkVersion(params);
        checkMethod(method);
      }
      const answerIn = modern ? answerModern : answerLegacy;
      const result = await answerIn(service, version, { method, params, signal, notify });
      // The protocol forbids a response to a cancelled request.
      if (!signal.aborted) this.write(resultMessage(id, result));
    } catch (error) {
      if (!signal.aborted) this.write(errorMessage(id, error));
    }
  }

  private write(message: object): void {
    const { output } = this.options;
    if (!output.destroyed) output.write(`${JSON.stringify(message)}\n`);
    if ('id' in message && !('method' in message)) this.running.end(message.id as RequestId);
  }
}
