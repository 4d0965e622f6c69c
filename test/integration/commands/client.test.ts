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

/** Returns the error of a call to a server with this page. */
async function failure(
  page: Page,
  call: (client: Client) => Promise<unknown>,
  limits = patient,
): Promise<unknown> {
  await using web = await startWebServer({ '/': page });
  const client = createClient({ url: web.origin, data: '/nowhere', token: 'x' }, limits);
  return await call(client).catch((error: unknown) => error);
}

const ask = (client: Client): Promise<unknown> => client.json('/');
const transfer = (client: Client): Promise<unknown> => client.transfer('/', 'x');

describe('a command whose server does not answer completely fails as unreachable', () => {
  test.each<[string, Page, (client: Client) => Promise<unknown>, RegExp]>([
    ['no answer', silent, ask, /did not answer within 0\.25 seconds$/],
    ['no answer to a transfer', silent, transfer, /did not answer within 0\.5 seconds$/],
    ['a stalled answer', begun(200, 'stalls'), ask, /did not answer within 0\.25 seconds$/],
    ['a stalled refusal', begun(400, 'stalls'), transfer, /did not answer within 0\.5 seconds$/],
  ])('%s', async (_, page, call, message) => {
    expect(await failure(page, call, impatient)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(message),
    });
  });

  test.each<[string, Page, (client: Client) => Promise<unknown>]>([
    ['a broken answer', begun(200, 'breaks'), ask],
    ['a broken refusal', begun(400, 'breaks'), transfer],
  ])('%s', async (_, page, call) => {
    expect(await failure(page, call)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/broke off its answer/),
    });
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
    expect(await failure(refusal, ask)).toMatchObject({ exitCode, message: 'Try again later.' });
  });
});
