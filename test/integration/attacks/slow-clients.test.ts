import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { apiServer, operatorToken, type ApiServer } from '../api/api-server.ts';

// The program uses 10 and 30 seconds. The test uses the same timers with shorter limits.
const serving = { headersTimeoutMs: 300, requestTimeoutMs: 600 };

/** A client that sends single bytes until the server closes the connection. */
interface Dripping {
  /** Resolves with the response after the server has closed the connection. */
  answer: Promise<string>;
  /** Number of bytes that the client has sent. */
  sent: () => number;
}

function drip({ url }: ApiServer, head: string, endless: string): Dripping {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // The system answers bytes on a closed connection with a reset.
  socket.on('error', () => undefined);
  let sent = 0;
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  onTestFinished(() => void socket.destroy());
  const send = async (): Promise<string> => {
    socket.write(head);
    const closed = once(socket, 'close').then(() => true);
    while (!(await Promise.race([closed, nextTurn()]))) {
      if (socket.writable) socket.write(endless[sent % endless.length]!);
      sent += 1;
    }
    return answer;
  };
  return { answer: send(), sent: () => sent };
}

/** This pause sets the rate of bytes. It does not wait for an event. */
const nextTurn = (): Promise<boolean> => pause(10, false);

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');
const authorization = `Authorization: Bearer ${operatorToken}`;

test.each<[what: string, head: string, endless: string]>([
  ['a request line', 'GET /api/', 'a'],
  ['headers', lines('GET /api/health HTTP/1.1', 'Host: localhost'), 'x-a: b\r\n'],
  [
    'a JSON body',
    lines(
      'POST /api/v1/refresh HTTP/1.1',
      'Host: localhost',
      authorization,
      'Content-Type: application/json',
      'Content-Length: 50000',
      '',
    ),
    ' ',
  ],
  [
    'a body in chunks',
    lines(
      'POST /api/v1/refresh HTTP/1.1',
      'Host: localhost',
      authorization,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
    ),
    '1\r\n \r\n',
  ],
  [
    'a message to the tool server',
    lines(
      'POST /mcp HTTP/1.1',
      'Host: localhost',
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      'Content-Length: 50000',
      '',
    ),
    ' ',
  ],
  [
    'a webhook',
    lines(
      'POST /api/github/webhook HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 50000',
      '',
    ),
    ' ',
  ],
])('a client that sends %s byte by byte is disconnected', async (_, head, endless) => {
  const parts = { webhookSecret: 'the secret of the webhooks of this install' };
  const server = await apiServer({ serving, parts });

  const dripping = drip(server, head, endless);

  expect(await dripping.answer).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n|$)/);
  expect(dripping.sent()).toBeGreaterThan(0);
});

test('a hundred of them do not delay other clients, and are disconnected in the end', async () => {
  // The other clients have as much time as the crowd.
  const server = await apiServer({ serving: { headersTimeoutMs: 3_000, requestTimeoutMs: 6_000 } });
  const crowd = Array.from({ length: 100 }, () =>
    drip(server, lines('GET /api/health HTTP/1.1', 'Host: localhost'), 'x-a: b\r\n'),
  );

  for (let n = 0; n < 10; n += 1) {
    const { status } = await server.get('/api/v2/context?libraryId=/acme/web&query=route');
    expect(status).toBe(200);
  }

  const answers = await Promise.all(crowd.map(({ answer }) => answer));
  expect(answers).toHaveLength(100);
});

test('a large file may come over a slow network', async () => {
  const server = await apiServer({ serving });
  const description = {
    openapi: '3.0.0',
    info: { title: 'Saws', version: '1', description: 'x'.repeat(600_000) },
    paths: {
      '/saws': { get: { summary: 'List saws', responses: { 200: { description: 'ok' } } } },
    },
  };
  const form = new FormData();
  form.append('openapiFile', new Blob([JSON.stringify(description)]), 'saws.json');
  const { headers, body } = new Request(server.url, { method: 'POST', body: form });
  const type = headers.get('content-type')!;
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const upload = request(`${server.url}/api/v2/add/openapi-upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operatorToken}`,
      'content-type': type,
      'content-length': bytes.length,
    },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;

  // Twice as long as the limit for a small request.
  for (let at = 0; at < bytes.length; at += 50_000) {
    upload.write(bytes.subarray(at, at + 50_000));
    await pause(100);
  }
  upload.end();

  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(200);
});

test('an idle connection is closed', async () => {
  const server = await apiServer({ serving });
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());

  const [hadError] = (await once(socket.resume(), 'close')) as [boolean];

  expect(hadError).toBe(false);
});
