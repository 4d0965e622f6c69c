import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { generateLicenseKeys, issueLicense } from '../../../src/transfer/license.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { startWebServer } from '../../support/web-server.ts';
import { zipOf } from '../../support/zip.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { Syncing } from '../manifest-sync/harness.ts';
import { post } from '../mcp/rpc.ts';
import { IndexedLibrary } from '../sources/indexed.ts';

const authorization = `Bearer ${operatorToken}`;

let server: ApiServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-bombs-'));
  const keys = await generateLicenseKeys();
  const grants = { holder: 'Acme', offline: true, issuedAt: new Date().toISOString() };
  const transfer = {
    license: await issueLicense(grants, keys.privateKey),
    licensePublicKey: keys.publicKey,
    uploads: createFileUploads({ dataDir }),
    workDir: dataDir,
  };
  server = await startApi({ parts: { transfer } });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

/** Returns a zip of these files. */
async function importOf(bundle: Buffer): Promise<CheckedResponse> {
  const body = new FormData();
  body.append('bundleFile', new Blob([new Uint8Array(bundle)]), 'libraries.zip');
  const headers = { authorization };
  return checkedFetch(`${server.url}/api/import-libraries`, { method: 'POST', headers, body });
}

const good = Buffer.from(
  JSON.stringify({
    project: '/acme/good',
    codeSnippets: [],
    infoSnippets: [{ id: 'https://example.org/a', content: 'x', breadcrumb: 'A', tokens: 1 }],
  }),
);

describe('a bundle', () => {
  test('with a file that unpacks to a thousand times its size is rejected with the name of the file', async () => {
    const bomb = Buffer.alloc(20_000_000, ' ');
    bomb.write('{"project":"/acme/bomb"');
    const bundle = await zipOf({ 'bomb.json': bomb, 'good.json': good });
    expect(bundle.length).toBeLessThan(100_000);

    const { status, json } = await importOf(bundle);

    expect([status, json.queued]).toEqual([202, ['/acme/good']]);
    expect(json.skipped).toEqual([
      { project: 'bomb.json', reason: expect.stringContaining('compression ratio is over 200') },
    ]);
  });

  test('whose file lies about its size is read only up to the declared size', async () => {
    const bomb = Buffer.alloc(20_000_000, ' ');
    const bundle = await zipOf({ 'liar.json': bomb });
    const directory = bundle.indexOf('PK\u0001\u0002');
    bundle.writeUInt32LE(1_000, directory + 24);

    const { json } = await importOf(bundle);

    expect(json.queued).toEqual([]);
    expect(json.skipped).toEqual([{ project: 'liar.json', reason: expect.anything() }]);
  });

  test('with a zip in it is not unpacked twice, and one of a thousand files is refused', async () => {
    const inner = await zipOf({ 'a.json': Buffer.alloc(5_000_000, ' ') });
    const nested = await importOf(await zipOf({ 'inner.json': inner, 'inner.zip': inner }));
    const files = Array.from({ length: 1_000 }, (_, n): [string, Buffer] => [`${n}.json`, good]);
    const crowded = await importOf(await zipOf(Object.fromEntries(files)));

    expect(nested.json.queued).toEqual([]);
    expect([crowded.status, crowded.json.message]).toEqual([
      400,
      expect.stringContaining('more than 200 files'),
    ]);
  });

  test('with paths outside of the bundle writes nothing there', async () => {
    // The zip library refuses such names, so the test replaces other names of the same length.
    const bundle = await zipOf({ 'aaaaaaaaaaa.json': good });
    const evil = Buffer.from(
      bundle.toString('latin1').replaceAll('aaaaaaaaaaa', '../../../ev'),
      'latin1',
    );

    const { json } = await importOf(evil);

    expect(json.skipped).toEqual([
      { project: '../../../ev.json', reason: expect.stringContaining('is outside the bundle') },
    ]);
  });

  test('leaves nothing behind except queued imports', async () => {
    const left = await readdir(dataDir);
    expect(left).toEqual(['uploads']);
    expect(await readdir(join(dataDir, 'uploads'))).toHaveLength(1);
  });
});

describe('a packed body', () => {
  test('that unpacks to more than the limit of a body is refused', async () => {
    const body = gzipSync(
      JSON.stringify({ libraryName: '/acme/web', branch: 'x'.repeat(5_000_000) }),
    );
    expect(body.length).toBeLessThan(10_000);
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };

    const url = `${server.url}/api/v1/refresh`;
    const { status, json } = await checkedFetch(url, { method: 'POST', headers, body });

    expect([status, json.error]).toEqual([413, 'payload_too_large']);
  });
});

/**
 * Nine levels of lists. Each list contains the list of the level below nine times, so half a kilobyte means a billion words.
 */
const laughs = Array.from({ length: 9 }, (_, n) => {
  const items = n === 0 ? '"lol"' : Array.from({ length: 9 }, () => `*a${n - 1}`).join(', ');
  return `a${n}: &a${n} [${items}]`;
}).join('\n');

describe('YAML of aliases of aliases', () => {
  test('as an API description is malformed', async () => {
    const description = `openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths: {}\n${laughs}\n`;
    await using web = await startWebServer({ '/openapi.yaml': { body: description } });
    const source = { openapi: { url: `${web.origin}/openapi.yaml` } };
    await using library = await IndexedLibrary.create(source, openSource);

    await expect(library.run({})).rejects.toMatchObject({ reason: 'Malformed' });
  });

  test('as front matter of a page leaves the page readable', async () => {
    const page = `---\n${laughs}\n---\n# Pencils\n\nTurn the pencil in the sharpener.\n`;
    await using web = await startWebServer({
      '/': { headers: { 'content-type': 'text/markdown' }, body: page },
    });
    const source = { website: { url: `${web.origin}/` } };
    await using library = await IndexedLibrary.create(source, openSource);

    const { snippets } = await library.run({});

    expect(snippets.join()).toContain('Turn the pencil');
    expect(snippets.join().length).toBeLessThan(2_000);
  });

  test('as a manifest is reported as a mistake', async () => {
    const syncing = await Syncing.start();
    const file = join(syncing.folder, 'repos.yaml');
    await writeFile(file, `${laughs}\nrepos: *a8\n`);
    await syncing.add({ file });

    await syncing.sync();

    const { lastSync } = (await syncing.get()).status;
    expect(lastSync?.error?.message).toContain('YAML aliases');
    await syncing.close();
  });
});

describe('JSON of a hundred thousand levels', () => {
  const deep = `${'['.repeat(45_000)}${']'.repeat(45_000)}`;
  const deeper = '['.repeat(100_000);

  test.each([
    ['POST', '/api/v1/refresh', `{"libraryName":${deep}}`],
    ['POST', '/api/v1/libraries', `{"id":"/a/b","source":{"git":{"url":${deep}}}}`],
    ['POST', '/api/v2/add/website', `{"websiteUrl":"https://a.dev","title":${deep}}`],
    ['PATCH', '/api/v2/policies', `{"libraryFilters":${deep}}`],
    ['PUT', '/api/gitops/config', deep],
    ['PUT', '/api/v1/integrations/wiki', `{"a":${deep}}`],
    ['POST', '/api/import-libraries', deeper],
    ['POST', '/api/import-libraries', `{"libraries":[{"project":"/a/b","codeSnippets":${deeper}`],
  ])('%s %s is a validation_error', async (method, path, body) => {
    const { status, json } = await server.send(method, path, body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message.length).toBeLessThan(1_000);
  });

  test('is an error of JSON-RPC for the tool server', async () => {
    const args = `{"libraryId":${deep},"query":"x"}`;
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query-docs","arguments":${args}}}`;
    const { json } = await post(server.url, call);
    expect(json.error ?? json.result.isError).toBeTruthy();
  });

  test('is malformed as an API description', async () => {
    await using web = await startWebServer({ '/openapi.json': { body: `{"openapi":${deeper}` } });
    const source = { openapi: { url: `${web.origin}/openapi.json` } };
    await using library = await IndexedLibrary.create(source, openSource);
    await expect(library.run({})).rejects.toMatchObject({ reason: 'Malformed' });
  });
});
