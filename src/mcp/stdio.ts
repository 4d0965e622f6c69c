import { once } from 'node:events';
import {
  classify,
  errorMessage,
  resultMessage,
  type JsonObject,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
} from './json-rpc.ts';
import type { LegacyConnection } from './legacy-connection.ts';
import { errorCodes, McpError } from './mcp-error.ts';
import { answerModern, checkEnvelope, checkMethod, checkVersion, claimsModern } from './modern.ts';
import { readLines, type LineOptions } from './read-lines.ts';
import { RunningRequests } from './running-requests.ts';
import type { McpService } from './service.ts';

export interface StdioOptions extends LineOptions {
  service: McpService;
  version: string;
  /** Ends the server. */
  signal: AbortSignal;
}

/**
 * The tool server over two streams, a message a line, both eras of the protocol on one connection. Resolves when the input has
 * ended and what was asked before is answered, or when the signal aborts.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { signal } = options;
  const server = new StdioServer(options);
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const finished = readLines(options, (line) => server.receive(line)).then(() => server.idle());
  await Promise.race([finished, stopped]);
  await server.close();
}

class StdioServer {
  private readonly options: StdioOptions;
  private readonly running = new RunningRequests();
  private legacy: Promise<LegacyConnection> | undefined;

  constructor(options: StdioOptions) {
    this.options = options;
  }

  receive(line: string | undefined): void {
    if (line?.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line ?? '');
    } catch {
      this.refuse(null, new McpError(errorCodes.parseError, 'Parse error: Invalid JSON'));
      return;
    }
    const message = classify(value);
    if (message.kind === 'invalid') {
      this.refuse(message.id, new McpError(errorCodes.invalidRequest, 'Invalid Request'));
    } else if (message.kind === 'request' && claimsModern(message.request.params)) {
      void this.answer(message.request);
    } else if (message.kind === 'request') {
      this.running.begin(message.request.id);
      void this.legacyConnection().then((legacy) => legacy.request(message.request));
    } else if (message.kind === 'notification') {
      this.cancelled(message.notification);
      void this.legacyConnection().then((legacy) => legacy.notify(message.notification));
    }
  }

  idle(): Promise<void> {
    return this.running.idle();
  }

  async close(): Promise<void> {
    this.running.cancelAll();
    await (await this.legacy)?.close();
  }

  private refuse(id: RequestId | null, error: McpError): void {
    this.write(errorMessage(id, error));
  }

  private cancelled({ method, params }: RpcNotification): void {
    if (method === 'notifications/cancelled') this.running.cancel(params['requestId'] as RequestId);
  }

  private async answer({ id, method, params }: RpcRequest): Promise<void> {
    const signal = this.running.begin(id);
    const notify = (name: string, more: JsonObject): void => {
      if (!signal.aborted) this.write({ jsonrpc: '2.0', method: name, params: more });
    };
    const { service, version } = this.options;
    try {
      checkEnvelope(params);
      checkVersion(params);
      checkMethod(method);
      const result = await answerModern(service, version, { method, params, signal, notify });
      // Who cancelled expects nothing more.
      if (!signal.aborted) this.write(resultMessage(id, result));
    } catch (error) {
      if (!signal.aborted) this.write(errorMessage(id, error));
    }
  }

  /** The SDK answers the older revisions; it is loaded for the first such message only, because that takes longer than all else. */
  private legacyConnection(): Promise<LegacyConnection> {
    const { service, version } = this.options;
    const write = (answer: object): void => this.write(answer);
    this.legacy ??= import('./legacy-connection.ts').then(({ connectLegacy }) =>
      connectLegacy({ service, version, write }),
    );
    return this.legacy;
  }

  private write(message: object): void {
    const { output } = this.options;
    if (!output.destroyed) output.write(`${JSON.stringify(message)}\n`);
    if ('id' in message && !('method' in message)) this.running.end(message.id as RequestId);
  }
}
