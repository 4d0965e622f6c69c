import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiServer } from '../api/api-server.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApi();
  return server.close;
});

/** Sends bytes unchanged. Returns the response with its headers. */
async function raw(...lines: string[]): Promise<{ head: string[]; body: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(lines.map((line) => `${line}\r\n`).join(''));
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head: head.split('\r\n'), body };
}

const forged = '{"level":"error","msg":"forged by an attacker"}';
const payloads = [
  `x\r\nX-Injected: 1`,
  `x\nX-Injected: 1`,
  `x\r\n\r\n<script>alert(1)</script>`,
  `x\n${forged}\n`,
  `\u001b[2J\u001b]0;owned\u0007`,
  'x\u2028\u2029\u0085y',
  '${jndi:ldap://127.0.0.1/x}',
  '%0d%0aX-Injected:%201',
];

/** Returns the parsed lines of the log. Each line must be JSON. */
const logged = (): string => JSON.stringify(server.logged());

describe('what a caller sends', () => {
  test.each(payloads)(
    '%j adds no header to the response and no line to the log',
    async (payload) => {
      const encoded = encodeURIComponent(payload);
      const answers = [
        await server.get(`/api/v2/libs/search?libraryName=${encoded}&query=${encoded}`),
        await server.get(`/api/v2/context?libraryId=/acme/${encoded}&query=${encoded}`),
        await server.get(`/api/v1/library?id=/a/${encoded}`),
        await server.get(`/api/${encoded}`),
        await server.send('POST', '/api/v1/refresh', { libraryName: `/a/${payload}` }),
        await server.send('POST', `/api/projects/a/${encoded}/refresh`),
        await server.send('DELETE', `/api/v1/keys/${encoded}`),
        await server.send('DELETE', `/api/v1/integrations/${encoded}`),
        await server.send('POST', '/api/v1/keys', { name: payload, role: payload }),
        await server.send('POST', '/api/export-libraries', { libraries: [`/a/${payload}`] }),
      ];
      for (const { status, headers, text: body } of answers) {
        expect(status).toBeLessThan(500);
        expect(headers.get('x-injected')).toBeNull();
        // Bodies are JSON or UTF-8 text, and browsers must not interpret them as another type.
        expect(headers.get('content-type')).toMatch(
          /^(application\/json|text\/plain); charset=utf-8$/,
        );
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/); // oxlint-disable-line no-control-regex
      }
      expect(logged()).not.toMatch(/"msg":"forged/);
    },
  );

  test('is accepted as a request id only if it is harmless', async () => {
    for (const id of ['a b', '"}', '\u00e9', 'x'.repeat(101), '../x', '<b>', '{{x}}', '$(id)']) {
      const { headers } = await server.get('/api/health', { 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('as a Host, Forwarded or Origin header is repeated in no header of an answer', async () => {
    const evil = 'evil.example';
    const ask = (...lines: string[]) =>
      raw(
        'GET /api/v1/libraries HTTP/1.1',
        ...lines,
        `X-Forwarded-Host: ${evil}`,
        `Forwarded: host=${evil}`,
        `Referer: http://${evil}/`,
        'Connection: close',
        '',
      );
    for (const [status, lines] of [
      ['200 OK', ['Host: localhost']],
      ['403 Forbidden', [`Host: ${evil}`]],
      ['403 Forbidden', ['Host: localhost', `Origin: http://${evil}`]],
    ] as const) {
      const { head } = await ask(...lines);
      expect(head[0]).toBe(`HTTP/1.1 ${status}`);
      expect(head.join('\n')).not.toContain(evil);
    }
  });
});

describe('a request that two servers could read differently', () => {
  test.each<[what: string, lines: string[]]>([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['an encoding nobody knows', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Content-Length : 5']],
    ['a folded header', ['X-Folded: a', ' b: c']],
    ['a line break alone in a header', ['X-Broken: a\nX-Injected: 1']],
    ['a NUL in a header', ['X-Broken: a\u0000b']],
  ])('with %s is refused and ends its connection', async (_, lines) => {
    const { head } = await raw(
      'POST /api/v1/refresh HTTP/1.1',
      'Host: localhost',
      ...lines,
      '',
      'GET /api/health HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      '',
    );
    expect(head[0]).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toContain('Connection: close');
  });
});
