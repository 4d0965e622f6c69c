/** Milliseconds after which a client connects again when its stream has ended. */
const retryMs = 3_000;

/** What a stream begins with: the client's state is as old as its last stream, so that it reads anew. */
export const hello = `retry: ${retryMs}\n${eventText('hello', {})}`;

/** A comment, which keeps proxies from taking a quiet stream for a dead one. */
export const heartbeat = ': still here\n\n';

/** One server-sent event. JSON has no line breaks of its own, so that it is one line of data. */
export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
