import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterEach, describe, expect, test } from 'vitest';
import type { Resolve } from '../../../src/base/http/address-guard.ts';
import { RunError } from '../../../src/base/errors.ts';
import { HttpClient, type GetOptions } from '../../../src/base/http/client.ts';
import type { Clock } from '../../../src/base/http/clock.ts';
import { selfSignedCertificate, selfSignedKey } from '../../support/self-signed.ts';
import {
  endless,
  listen,
  loopback,
  redirect,
  startWebServer,
  type Page,
} from '../../support/web-server.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of closing.splice(0)) await client.close();
});

function fakeClock(): Clock & { slept: number[] } {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

function clientWith(
  options: { allowedRanges?: string[]; resolve?: Resolve; clock?: Clock; timeout?: number } = {},
): HttpClient {
  const { timeout = 5000, allowedRanges = loopback, resolve, clock = fakeClock() } = options;
  const client = new HttpClient({
    allowedRanges,
    requestTimeoutMs: timeout,
    clock,
    ...(resolve && { resolve }),
  });
  closing.push(client);
  return client;
}

const plain: GetOptions = { signal: new AbortController().signal, maxBytes: 100_000 };

/** Requests `/` from a server with this page. */
async function getPage(
  page: Page,
  options: Partial<GetOptions> = {},
  client = clientWith(),
): Promise<Awaited<ReturnType<HttpClient['get']>>> {
  await using web = await startWebServer({ '/': page });
  return await client.get(`${web.origin}/`, { ...plain, ...options });
}

describe('credentials', () => {
  const options = { ...plain, authorization: 'Bearer planted', headers: { 'x-version': '1' } };

  test('are sent with the request, and with a redirect within its origin', async () => {
    await using web = await startWebServer({ '/': redirect('/b'), '/b': 'hi' });

    await clientWith().get(`${web.origin}/`, options);

    expect(
      web.requests.map(({ headers }) => [headers.authorization, headers['x-version']]),
    ).toEqual([
      ['Bearer planted', '1'],
      ['Bearer planted', '1'],
    ]);
  });

  test('are not sent when a redirect leads to another origin', async () => {
    await using stranger = await startWebServer({ '/': 'hi' });
    await using web = await startWebServer({ '/': redirect(`${stranger.origin}/`) });

    await clientWith().get(`${web.origin}/`, options);

    const [{ headers } = { headers: {} }] = stranger.requests;
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-version');
  });

  test('the body of a POST is not sent when a redirect leads to another origin', async () => {
    await using stranger = await startWebServer({ '/': 'hi' });
    await using web = await startWebServer({ '/': redirect(`${stranger.origin}/`, 307) });

    const failed = clientWith().get(`${web.origin}/`, { ...options, post: '{"a":1}' });

    await expect(failed).rejects.toThrow(
      `${web.origin}/ redirects a POST request to another origin, ${stranger.origin}/`,
    );
    expect(stranger.requests).toEqual([]);
  });

  test('are sent with a POST of JSON', async () => {
    let seen = '';
    const page: Page = (request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (seen += chunk));
      request.on('end', () => response.end(`${request.method} ${request.headers['content-type']}`));
    };

    const response = await getPage(page, { ...options, post: '{"a":1}' });

    expect(response.text()).toBe('POST application/json');
    expect(seen).toBe('{"a":1}');
  });
});

describe('content', () => {
  test('a page arrives with its type, validator and address', async () => {
    await using web = await startWebServer({
      '/a': { headers: { etag: '"v1"', 'content-type': 'Text/HTML; charset=utf-8' }, body: 'hi' },
    });
    const response = await clientWith().get(`${web.origin}/a`, plain);
    expect(response).toMatchObject({ mediaType: 'text/html', validator: '"v1"' });
    expect(response.notModified).toBe(false);
    expect(response.text()).toBe('hi');
    expect(response.url.href).toBe(`${web.origin}/a`);
    expect(web.requests[0]?.headers['user-agent']).toMatch(/^Lectern/);
  });

  test.each([
    ['gzip', gzipSync('content')],
    ['br', brotliCompressSync('content')],
  ])('a %s body is unpacked', async (encoding, body) => {
    const response = await getPage({ headers: { 'content-encoding': encoding }, body });
    expect(response.text()).toBe('content');
  });

  test.each([
    ['the header', 'text/html; charset=windows-1251', iconv.encode('Привет', 'windows-1251')],
    ['a meta element', 'text/html', iconv.encode('<meta charset="shift_jis">Привет', 'shift_jis')],
    ['a byte order mark', 'text/html', iconv.encode('Привет', 'utf-16', { addBOM: true })],
    ['nothing but valid UTF-8', 'text/html', Buffer.from('Привет')],
  ])('the charset is known by %s', async (_name, type, body) => {
    const response = await getPage({ headers: { 'content-type': type }, body });
    expect(response.text()).toMatch(/Привет$/);
  });

  test('an ETag or a date makes the request conditional', async () => {
    const notModified: Page = (request, response) => {
      const condition = request.headers['if-none-match'] ?? request.headers['if-modified-since'];
      response.writeHead(condition ? 304 : 200).end();
    };
    for (const validator of ['"v1"', 'W/"v1"', 'Wed, 01 Jan 2025 00:00:00 GMT']) {
      const response = await getPage(notModified, { validator });
      expect(response.notModified).toBe(true);
    }
    expect((await getPage(notModified)).notModified).toBe(false);
  });

  test('an unwanted response is refused before its body is read', async () => {
    const onContent = (mediaType: string): void => {
      if (mediaType !== 'text/html') throw new Error(`no ${mediaType} please`);
    };
    const movie = endless(Buffer.alloc(65_536), { 'content-type': 'video/mp4' });
    await expect(getPage(movie, { onContent })).rejects.toThrow('no video/mp4 please');
  });
});

test('a fault of this program is not reported as a fault of the network', async () => {
  const fault = new TypeError('x is not a function');
  const onContent = (): never => {
    throw fault;
  };
  await expect(getPage({ body: 'x' }, { onContent })).rejects.toBe(fault);
  const headers = { 'x-broken\n': 'a name that no header has' };
  await expect(getPage({ body: 'x' }, { headers })).rejects.not.toBeInstanceOf(RunError);
});

describe('refusals', () => {
  test.each([
    [401, 'AccessDenied', 'never'],
    [403, 'AccessDenied', 'never'],
    [404, 'NotFound', 'never'],
    [410, 'NotFound', 'never'],
    [500, 'Unreachable', 'backoff'],
    [502, 'Unreachable', 'backoff'],
    [400, 'InvalidSource', 'never'],
    [304, 'InvalidSource', 'never'],
  ])('%i is %s, retry %s', async (status, reason, retry) => {
    await expect(getPage({ status })).rejects.toMatchObject({ reason, retry, httpStatus: status });
  });

  test('the message names the page and the status, and no secret', async () => {
    await using web = await startWebServer();
    const failed = clientWith().get(`${web.origin}/x?token=s3cret`, plain);
    await expect(failed).rejects.toThrow(`${web.origin}/x?… answers 404: there is no such page`);
  });

  test.each([
    ['ftp://example.org/', 'ftp:// URLs cannot be read here'],
    ['file:///etc/passwd', 'is not a URL'],
    ['https://user:s3cret@example.org/', 'the URL of example.org carries credentials'],
    ['not a url', '"not a url" is not a URL'],
  ])('%s is an invalid source', async (url, message) => {
    const failed = await clientWith()
      .get(url, plain)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'InvalidSource' });
    expect(String(failed)).toContain(message);
    expect(String(failed)).not.toContain('s3cret');
  });

  test('a host name that does not resolve is unreachable', async () => {
    const resolve: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const failed = clientWith({ resolve }).get('http://nowhere.invalid/', plain);
    await expect(failed).rejects.toMatchObject({
      reason: 'Unreachable',
      message: 'host name nowhere.invalid does not resolve',
    });
  });

  test('a refused connection is unreachable', async () => {
    const web = await startWebServer();
    await web[Symbol.asyncDispose]();
    await expect(clientWith().get(web.origin, plain)).rejects.toMatchObject({
      reason: 'Unreachable',
      message: `${web.origin}/ cannot be reached: the connection is refused`,
    });
  });

  test('a server that closes the connection gets a retry, then is unreachable', async () => {
    let asked = 0;
    const hangUp: Page = (request) => {
      asked += 1;
      request.socket.destroy();
    };
    await expect(getPage(hangUp)).rejects.toMatchObject({ reason: 'Unreachable' });
    expect(asked).toBe(3);
  });

  test('something that is not HTTP is malformed', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    });
    const port = await listen(server);
    const failed = clientWith().get(`http://127.0.0.1:${port}/`, plain);
    await expect(failed).rejects.toMatchObject({ reason: 'Malformed' });
    server.close();
  });

  test('an untrusted certificate is named', async () => {
    const server = createTlsServer({ key: selfSignedKey, cert: selfSignedCertificate });
    const port = await listen(server);
    const failed = clientWith().get(`https://127.0.0.1:${port}/`, plain);
    await expect(failed).rejects.toMatchObject({
      reason: 'Unreachable',
      message: expect.stringMatching(
        /^the certificate of 127\.0\.0\.1:\d+ is not trusted \(\w+\); .*NODE_EXTRA_CA_CERTS$/,
      ),
    });
    server.closeAllConnections();
    server.close();
  });

  test('an abort ends the request with its own reason', async () => {
    const controller = new AbortController();
    const never: Page = () => controller.abort(new Error('shutting down'));
    const failed = getPage(never, { signal: controller.signal });
    await expect(failed).rejects.toThrow('shutting down');
  });
});

describe('addresses', () => {
  test('a private address is refused unless its range is allowed', async () => {
    await using web = await startWebServer({ '/': 'inside' });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const failed = clientWith({ allowedRanges: [] }).get(`http://${host}:${web.port}/`, plain);
      await expect(failed).rejects.toMatchObject({ reason: 'AddressRefused' });
    }
    expect(web.requests).toEqual([]);
  });

  test('a name that resolves to a private address is refused', async () => {
    await using web = await startWebServer({ '/': 'inside' });
    const resolve: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const client = clientWith({ allowedRanges: [], resolve });
    const failed = client.get(`http://docs.example.org:${web.port}/`, plain);
    await expect(failed).rejects.toMatchObject({
      reason: 'AddressRefused',
      message: expect.stringContaining('docs.example.org (127.0.0.1)'),
    });
    expect(web.requests).toEqual([]);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://metadata.example/',
  ])('a redirect to %s is refused', async (location) => {
    const resolve: Resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
    const failed = getPage(redirect(location), {}, clientWith({ resolve }));
    await expect(failed).rejects.toMatchObject({ reason: 'AddressRefused' });
  });

  test.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:alert(1)'])(
    'a redirect to %s is refused',
    async (location) => {
      await expect(getPage(redirect(location))).rejects.toMatchObject({ reason: 'InvalidSource' });
    },
  );
});

describe('redirects', () => {
  test('are followed to the page, whose address is the answer', async () => {
    await using web = await startWebServer({
      '/': redirect('/a', 301),
      '/a': redirect('b?x=1#part', 308),
      '/b?x=1': 'here',
    });
    const response = await clientWith().get(`${web.origin}/`, plain);
    expect(response.url.href).toBe(`${web.origin}/b?x=1`);
    expect(response.text()).toBe('here');
  });

  test('in a circle are named', async () => {
    await using web = await startWebServer({ '/a': redirect('/b'), '/b': redirect('/a') });
    const failed = clientWith().get(`${web.origin}/a`, plain);
    const [a, b] = [`${web.origin}/a`, `${web.origin}/b`];
    await expect(failed).rejects.toThrow(`${a} redirects in a circle: ${a} -> ${b} -> ${a}`);
    expect(web.requests).toHaveLength(2);
  });

  test('without end stop after ten', async () => {
    let asked = 0;
    const further: Page = (_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    };
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_none, index): [string, Page] => [`/${index}`, further]),
    );
    await using web = await startWebServer(pages);
    const failed = clientWith().get(`${web.origin}/0`, plain);
    await expect(failed).rejects.toMatchObject({
      reason: 'Malformed',
      message: expect.stringContaining('redirects more than 10 times'),
    });
    expect(asked).toBe(11);
  });

  test('without a target are malformed', async () => {
    await expect(getPage({ status: 302 })).rejects.toMatchObject({ reason: 'Malformed' });
  });

  test('may be vetoed before they are followed', async () => {
    await using web = await startWebServer({ '/': redirect('/secret'), '/secret': 'x' });
    const onRedirect = (to: URL): void => {
      throw new Error(`not to ${to.pathname}`);
    };
    const failed = clientWith().get(`${web.origin}/`, { ...plain, onRedirect });
    await expect(failed).rejects.toThrow('not to /secret');
    expect(web.requests).toHaveLength(1);
  });
});

describe('limits', () => {
  test('a body with a too large Content-Length is not read', async () => {
    const page: Page = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000000000' }).flushHeaders();
    };
    await expect(getPage(page)).rejects.toMatchObject({ reason: 'TooLarge' });
  });

  test('a gigabyte is cut off at the limit', async () => {
    const failed = getPage(endless(Buffer.alloc(65_536, 'x')));
    await expect(failed).rejects.toMatchObject({
      reason: 'TooLarge',
      message: expect.stringContaining('is larger than 100000 bytes'),
    });
  });

  test('a small body that unpacks to a large one is cut off at the limit', async () => {
    const body = gzipSync(Buffer.alloc(50_000_000));
    const failed = getPage({ headers: { 'content-encoding': 'gzip' }, body });
    await expect(failed).rejects.toMatchObject({ reason: 'TooLarge' });
  });

  test.each(['gzip', 'br', 'zstd', 'gzip, gzip'])(
    'a body that is no %s is malformed',
    async (name) => {
      const failed = getPage({ headers: { 'content-encoding': name }, body: 'plain text' });
      await expect(failed).rejects.toMatchObject({ reason: 'Malformed' });
    },
  );

  test('an endless error page does not hold the client up', async () => {
    const page: Page = (_request, response) => {
      response.writeHead(404);
      const pump = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', pump);
      pump();
    };
    await expect(getPage(page)).rejects.toMatchObject({ reason: 'NotFound' });
  });

  test('a server that sends no headers times out', async () => {
    const silent: Page = () => {};
    const failed = getPage(silent, {}, clientWith({ timeout: 100 }));
    await expect(failed).rejects.toMatchObject({ reason: 'Timeout', retry: 'backoff' });
  });

  test('a server that stops in the middle times out', async () => {
    const stalled: Page = (_request, response) => {
      response.writeHead(200).write('some');
    };
    const failed = getPage(stalled, {}, clientWith({ timeout: 100 }));
    await expect(failed).rejects.toMatchObject({ reason: 'Timeout' });
  });

  test('a server that sends single bytes forever times out', async () => {
    const drip: Page = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    };
    const failed = getPage(drip, {}, clientWith({ timeout: 100 }));
    await expect(failed).rejects.toMatchObject({
      reason: 'Timeout',
      message: expect.stringContaining('did not end in time'),
    });
  });
});

describe('Retry-After', () => {
  const busyTimes = (times: number, headers: Record<string, string>, status = 429): Page => {
    let left = times;
    return (_request, response) => {
      left -= 1;
      if (left >= 0) response.writeHead(status, headers).end();
      else response.writeHead(200).end('free');
    };
  };

  test.each([
    ['seconds', { 'retry-after': '7' }, [7000]],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, [30_000]],
    ['nothing', {}, [1000]],
  ])('given as %s is waited for', async (_name, headers, slept) => {
    const clock = fakeClock();
    const response = await getPage(busyTimes(1, headers, 503), {}, clientWith({ clock }));
    expect(response.text()).toBe('free');
    expect(clock.slept).toEqual(slept);
  });

  test('is given up after three attempts', async () => {
    const clock = fakeClock();
    const failed = getPage(busyTimes(9, { 'retry-after': '1' }), {}, clientWith({ clock }));
    await expect(failed).rejects.toMatchObject({ reason: 'Unreachable', httpStatus: 429 });
    expect(clock.slept).toEqual([1000, 1000]);
  });

  test('of more than a minute is not waited for', async () => {
    const clock = fakeClock();
    const failed = getPage(busyTimes(1, { 'retry-after': '61' }), {}, clientWith({ clock }));
    await expect(failed).rejects.toMatchObject({ reason: 'Unreachable' });
    expect(clock.slept).toEqual([]);
  });
});
