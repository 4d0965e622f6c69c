import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { operationsOf } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { generateLicenseKeys, issueLicense } from '../../../src/transfer/license.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { accepted } from '../mcp/rpc.ts';

let server: ApiServer;
let license: string;
beforeAll(async () => {
  const { privateKey, publicKey: licensePublicKey } = await generateLicenseKeys();
  const issuedAt = new Date().toISOString();
  license = await issueLicense({ holder: 'Acme', offline: false, issuedAt }, privateKey);
  const workDir = tmpdir();
  const uploads = createFileUploads({ dataDir: workDir });
  server = await startApi({
    parts: {
      webhookSecret: 'the secret of the webhooks of this install',
      transfer: { licensePublicKey, uploads, workDir },
    },
  });
  return server.close;
});

/** Credentials of each operation. Lectern checks them before it reads the body. */
const authorizationFor = (path: string): string =>
  `Bearer ${path.includes('/enterprise/') ? license : operatorToken}`;
const withBody = operationsOf(loadDescription()).filter(({ bodyRef }) => bodyRef !== undefined);

describe.each(withBody)('$method $path', ({ method, path, maxBody }) => {
  const place = path.replaceAll(/\{\*?\w+\}/g, 'wiki');
  const large = `{"title":"${'x'.repeat(maxBody)}"}`;

  test(`refuses a body of more than ${maxBody / 1_000} kB, with and without Content-Length`, async () => {
    const headers = { authorization: authorizationFor(place) };
    const { status, json } = await server.send(method.toUpperCase(), place, large, headers);
    const inChunks = await chunked(method, place, large);

    const message = `Body too large: send at most ${maxBody / 1_000} kB.`;
    expect([status, json]).toEqual([413, { error: 'payload_too_large', message }]);
    expect(inChunks).toEqual([413, expect.stringContaining('payload_too_large')]);
  });
});

/** Sends a request without a length. Returns its status and body. */
async function chunked(method: string, path: string, body: string): Promise<[number, string]> {
  const headers = { authorization: authorizationFor(path), 'content-type': 'application/json' };
  const outgoing = request(`${server.url}${path}`, { method, headers });
  // The server may close the connection before the client has sent everything.
  outgoing.on('error', () => undefined);
  outgoing.write(body.slice(0, 1_000));
  outgoing.end(body.slice(1_000));
  const [response] = await once(outgoing, 'response');
  return [response.statusCode, await text(response)];
}

test('the tool server refuses a message that is too large', async () => {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: accepted },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(2_000_000) }),
  });
  expect(response.status).toBe(413);
});

test('too many or too long headers are refused, and a path of any length gets a response', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 900 }, (_, n) => [`x-h-${n}`, 'x'.repeat(30)]),
  );
  expect((await fetch(`${server.url}/api/health`, { headers: many })).status).toBe(431);
  const long = { authorization: `Bearer ${'x'.repeat(40_000)}` };
  expect((await fetch(`${server.url}/api/v1/keys`, { headers: long })).status).toBe(431);
  const bad = { authorization: `Bearer ${'x'.repeat(20_000)}` };
  expect((await server.get('/api/v1/keys', bad)).status).toBe(401);
  expect((await server.get(`/api/${'a/'.repeat(10_000)}`)).status).toBe(404);
  const parameters = Array.from({ length: 3_000 }, (_, n) => `a${n}=1`).join('&');
  expect((await server.get(`/api/v1/libraries?${parameters}`)).status).toBe(200);
});

test('a too long parameter is named, but not repeated', async () => {
  const { json } = await server.get(`/api/v2/libs/search?libraryName=${'n'.repeat(501)}&query=x`);
  expect(json.message).toBe(
    'Query parameter "libraryName" must have at most 500 characters, not 501.',
  );
});
