import type { ServerResponse } from 'node:http';
import type { JsonObject } from './json-rpc.ts';

/** A response as server-sent events, which begins with the first of them. */
export class EventStream {
  private readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  get begun(): boolean {
    return this.response.headersSent;
  }

  send(message: JsonObject): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (!this.begun) {
      // Proxies that buffer a response would hold the events back.
      this.response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      });
    }
    this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }
}
