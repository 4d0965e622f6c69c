import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { errorMessage, type RpcNotification, type RpcRequest } from './json-rpc.ts';
import { createLegacyServer } from './legacy.ts';
import { errorCodes, McpError } from './mcp-error.ts';
import type { McpService } from './service.ts';

/** The SDK's end of a connection whose messages somebody else reads and writes. */
class HandedMessages implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  private readonly write: (message: object) => void;

  constructor(write: (message: object) => void) {
    this.write = write;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.write(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** A connection of the older revisions: takes messages, writes what answers them. */
export interface LegacyConnection {
  request(request: RpcRequest): void;
  notify(notification: RpcNotification): void;
  close(): Promise<void>;
}

/** Opens such a connection. */
export async function connectLegacy(options: {
  service: McpService;
  version: string;
  write: (message: object) => void;
}): Promise<LegacyConnection> {
  const { service, version, write } = options;
  const server = createLegacyServer(service, version);
  const transport = new HandedMessages(write);
  await server.connect(transport);
  return {
    // The SDK drops what its schemas refuse without a word; whoever asked would wait for ever.
    request({ id, method, params }) {
      const message = { jsonrpc: '2.0', id, method, params };
      if (isJSONRPCRequest(message)) transport.onmessage?.(message);
      else write(errorMessage(id, new McpError(errorCodes.invalidParams, 'Invalid params')));
    },
    notify({ method, params }) {
      const message = { jsonrpc: '2.0', method, params };
      if (isJSONRPCNotification(message)) transport.onmessage?.(message);
    },
    close: () => server.close(),
  };
}
