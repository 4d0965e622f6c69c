import { describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../../src/cli/client/client.ts';
import { startWebServer, type Page } from '../../support/web-server.ts';

const patient = { answerMs: 30_000, transferMs: 30_000 };
/** For a server that never completes its answer. */
const impatient = { answerMs: 250, transferMs: 500 };

/** Begins an answer. */
const begun =
  (status: number, then: 'stalls' | 'breaks'): Page =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{', () => {
      if (then === 'breaks') response.destroy();
    });
  };
const silent: Page = () => {};

/** Returns the answer of a call to a server with this page, or its error. */
async function outcome(
  page: Page,
  call: (client: Client) => Promise<unknown>,
  limits = patient,
): Promise<unknown> {
  await using web = await startWebServer({ '/': page });
  const client = createClient({ url: web.origin, data: '/nowhere', token: 'x' }, limits);
  return await call(client).catch((error: unknown) => error);
}

const ask = (client: Client): Promise<unknown> => client.json('/');
const upload = (client: Client): Promise<unknown> => client.upload('/', new Blob(['x']));
const download = async (client: Client): Promise<unknown> =>
  Array.fromAsync(await client.download('/', {}));

describe('a command whose server does not answer completely fails as unreachable', () => {
  test.each<[string, Page, (client: Client) => Promise<unknown>, RegExp]>([
    ['no answer', silent, ask, /did not answer within 0\.25 seconds$/],
    ['no answer to a transfer', silent, upload, /did not answer within 0\.5 seconds$/],
    ['a stalled answer', begun(200, 'stalls'), ask, /did not answer within 0\.25 seconds$/],
    ['a stalled refusal', begun(400, 'stalls'), upload, /did not answer within 0\.5 seconds$/],
  ])('%s', async (_, page, call, message) => {
    expect(await outcome(page, call, impatient)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(message),
    });
  });

  test.each<[string, Page, (client: Client) => Promise<unknown>]>([
    ['a broken answer', begun(200, 'breaks'), ask],
    ['a broken refusal', begun(400, 'breaks'), upload],
    ['a broken answer to an upload', begun(200, 'breaks'), upload],
    ['a broken file', begun(200, 'breaks'), download],
  ])('%s', async (_, page, call) => {
    expect(await outcome(page, call)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/broke off its answer/),
    });
  });
});

test('an upload that the server accepts is answered, although its work continues', async () => {
  const accepts: Page = (_request, response) => {
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end('{"queued":["/acme/anvil"]}');
  };

  expect(await outcome(accepts, upload)).toEqual({ queued: ['/acme/anvil'] });
});

test('a command says that it is the command line, so that the usage counts it there', async () => {
  const echoes: Page = (request, response) =>
    response.end(JSON.stringify(request.headers['x-context7-source']));

  expect(await outcome(echoes, ask)).toBe('cli');
});

test.each([
  [400, 'invalid_library_id', 2, 'It must be /owner/repo. `lectern search <name>` finds the ids.'],
  [404, 'library_not_found', 3, 'It must be /owner/repo. `lectern list` shows the libraries.'],
])(
  'a command that gets %i %s names the command that finds the library',
  async (status, error, exitCode, message) => {
    const page: Page = (_request, response) =>
      response.writeHead(status).end(JSON.stringify({ error, message: 'It must be /owner/repo.' }));

    expect(await outcome(page, ask)).toMatchObject({ exitCode, message });
  },
);

test.each([
  [401, { error: 'invalid_api_key' }],
  [403, { error: 'forbidden', missingRole: { required: 'admin', actual: 'member' } }],
])('a command that gets %i %j names where it finds another key', async (status, body) => {
  const page: Page = (_request, response) =>
    response.writeHead(status).end(JSON.stringify({ ...body, message: 'It is yours.' }));

  expect(await outcome(page, ask)).toMatchObject({
    exitCode: 6,
    message: expect.stringMatching(/^It is yours\. Run the command with --data .* give --token\.$/),
  });
});

test.each(['forbidden', 'access_denied', 'offline_license_required'])(
  'a command that gets 403 %s names no key, because no other key may do it',
  async (error) => {
    const page: Page = (_request, response) =>
      response.writeHead(403).end(JSON.stringify({ error, message: 'It is private.' }));

    expect(await outcome(page, ask)).toMatchObject({ exitCode: 6, message: 'It is private.' });
  },
);

test('a command fails as unreachable if the server at the address is not a Lectern server', async () => {
  const page: Page = (_request, response) => response.end('<!doctype html><title>Welcome</title>');

  expect(await outcome(page, ask)).toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(/^http:\S+ is not a Lectern server: its answer is not JSON\./),
  });
});

test.each([
  [404, '<html>nginx</html>'],
  [403, ''],
  [502, 'null'],
  [404, '{"error":{"type":"index_not_found_exception"}}'],
])('a %i of a proxy or another server, with the body %j, names the address', async (...answer) => {
  const [status, body] = answer;
  const page: Page = (_request, response) => response.writeHead(status).end(body);

  expect(await outcome(page, ask)).toMatchObject({
    exitCode: 4,
    message: expect.stringMatching(
      new RegExp(`^http:\\S+ answered ${status}, but not as a Lectern server does\\. Check --url`),
    ),
  });
});

describe('the exit code of a refused request', () => {
  test.each([
    [400, 'validation_error', 2],
    [402, 'spending_limit_exceeded', 1],
    [404, 'tag_not_found', 3],
    [409, 'duplicate_repo', 2],
    [429, 'rate_limit_exceeded', 1],
    [503, 'search_failed', 1],
  ])('of %i %s is %i', async (status, error, exitCode) => {
    const refusal: Page = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error, message: 'Try again later.' }));
    };
    expect(await outcome(refusal, ask)).toMatchObject({ exitCode, message: 'Try again later.' });
  });
});
