import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface RawInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with exactly these headers. `fetch` would set Host and Sec-Fetch-Mode itself. */
export async function rawRequest(url: string | URL, init: RawInit = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init;
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const content = await buffer(answer);
  const { statusCode: status = 0, rawHeaders } = answer;
  const told = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    told.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : content, { status, headers: told });
}
