import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createLegacyServer } from './legacy.ts';
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

/** A connection of the older revisions: takes messages that are JSON-RPC, writes what answers them. */
export interface LegacyConnection {
  receive(message: object): void;
  close(): Promise<void>;
}

/** Opens such a connection. */
export async function connectLegacy(options: {
  service: McpService;
  version: string;
  write: (message: object) => void;
}): Promise<LegacyConnection> {
  const server = createLegacyServer(options.service, options.version);
  const transport = new HandedMessages(options.write);
  await server.connect(transport);
  return {
    receive: (message) => transport.onmessage?.(message as JSONRPCMessage),
    close: () => server.close(),
  };
}
