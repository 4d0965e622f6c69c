/** A server-sent event as a client gets it. */
interface ServerEvent {
  name: string;
  data: Record<string, unknown>;
}

/** A client of an event stream that the test reads at its speed. */
export interface EventClient {
  response: Response;
  /** Returns the next event with one of these names, and skips others. Rejects if the stream ends before that. */
  next(...names: string[]): Promise<ServerEvent>;
  /** Reads to the end of the stream. Returns all unread events. */
  rest(): Promise<ServerEvent[]>;
  close(): Promise<void>;
}

/** Opens an event stream like a browser's EventSource, but does not reconnect. */
export async function openEvents(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventClient> {
  const left = new AbortController();
  const response = await fetch(url, { headers, signal: left.signal });
  const events = eventsOf(response);
  return {
    response,
    async next(...names) {
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error(`the stream ended before ${names.join(' or ')}`);
        if (names.length === 0 || names.includes(value.name)) return value;
      }
    },
    rest: () => Array.fromAsync(events),
    async close() {
      left.abort();
      await events.return(undefined).catch(() => undefined);
    },
  };
}

async function* eventsOf({ body }: Response): AsyncGenerator<ServerEvent, undefined> {
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      if (fields['event']) yield { name: fields['event'], data: JSON.parse(fields['data']) };
    }
  }
  return undefined;
}
