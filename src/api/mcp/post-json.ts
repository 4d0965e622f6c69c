import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** What a server answered. */
export interface Posted {
  status: number;
  text: string;
}

/** Posts JSON; rejects when there is no answer or one of too many bytes. Follows no redirect. */
export type PostJson = (
  message: { headers: Record<string, string>; body: string },
  limits: { signal: AbortSignal; maxBytes: number },
) => Promise<Posted>;

/**
 * Posts to one address over connections that are kept. Node's own client rather than `fetch`, which takes longer to load and
 * for each call; both count where somebody waits for `lectern mcp`.
 */
export function createPoster(address: string): PostJson {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  return async ({ headers, body }, { signal, maxBytes }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const length = String(Buffer.byteLength(body));
    const sent = send(url, {
      method: 'POST',
      agent,
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
    });
    sent.once('response', resolve).once('error', reject).end(body);
    const response = await promise;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error('its answer is too large');
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  };
}
