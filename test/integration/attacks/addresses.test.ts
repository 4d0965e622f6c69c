import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LibrarySource } from '../../../src/resources/library.ts';
import { HttpClient } from '../../../src/base/http/client.ts';
import type { Toolbox } from '../../../src/indexing/sources/git/toolbox.ts';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { previewSource } from '../../../src/indexing/sources/preview/preview-source.ts';
import type { Snapshot, SourceOptions } from '../../../src/indexing/sources/source.ts';
import { parser } from '../../support/parser.ts';
import { loopback, redirect, startWebServer, type WebServer } from '../../support/web-server.ts';
import { privateHosts } from './hostile-urls.ts';
import { startInstall, type Install } from '../gitops-http/install.ts';
import { IndexedLibrary } from '../sources/indexed.ts';
import { optionsWith } from '../website/read-source.ts';

const canary = 'The canary sings only where nobody may listen.';
/** Allows sources at this address, and at no other address of this machine. */
const own = ['127.0.0.1/32'];

/** A server that sources must not reach. Each request that it receives is a successful attack. */
let inside: WebServer;
let folder: string;
beforeAll(async () => {
  inside = await startWebServer({}, '127.0.0.2');
  folder = await mkdtemp(join(tmpdir(), 'lectern-attack-'));
});
beforeEach(() => {
  inside.requests.length = 0;
  for (const path of ['/', '/llms.txt', '/openapi.json']) inside.pages.set(path, canary);
});
afterAll(async () => {
  await inside[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const kinds: [kind: string, sourceOf: (origin: string) => LibrarySource][] = [
  ['website', (origin) => ({ website: { url: `${origin}/` } })],
  ['llmstxt', (origin) => ({ llmstxt: { url: `${origin}/llms.txt` } })],
  ['openapi', (origin) => ({ openapi: { url: `${origin}/openapi.json` } })],
  ['git', (origin) => ({ git: { url: `${origin}/team/docs.git` } })],
  ['wiki', (origin) => ({ wiki: { siteUrl: origin, spaceKey: 'DOC' } })],
];

async function read(source: LibrarySource, changes: Partial<SourceOptions> = {}): Promise<void> {
  const { wiki } = source;
  const options = optionsWith({
    workDir: folder,
    allowedRanges: [],
    ...(wiki && { credentials: { 'wiki.siteUrl': wiki.siteUrl, 'wiki.token': 'token' } }),
    ...changes,
  });
  let snapshot: Snapshot | undefined;
  try {
    snapshot = await openSource(source, options);
    for await (const _ of snapshot.documents(() => undefined, options.signal));
  } finally {
    await snapshot?.close();
  }
}

describe.each(kinds)('a %s', (_kind, sourceOf) => {
  test.each(privateHosts)('at %s is refused before anything is sent', async (host) => {
    const failed = read(sourceOf(`http://${host}:${inside.port}`));

    await expect(failed).rejects.toMatchObject({ reason: 'AddressRefused', retry: 'never' });
    expect(inside.requests).toEqual([]);
  });

  test('that is redirected to a private address does not follow', async () => {
    const further = redirect(`http://127.0.0.2:${inside.port}/`);
    const git = redirect(`http://127.0.0.2:${inside.port}/x/info/refs?service=git-upload-pack`);
    await using outside = await startWebServer({
      '/': further,
      '/llms.txt': further,
      '/openapi.json': further,
      '/team/docs.git/info/refs?service=git-upload-pack': git,
    });

    const failed = read(sourceOf(outside.origin), { allowedRanges: own });

    await expect(failed).rejects.toMatchObject({ name: 'RunError' });

    expect(inside.requests).toEqual([]);
  });
});

describe('a manifest that is checked', () => {
  let install: Install;
  beforeAll(async () => {
    install = await startInstall({ withoutController: true, allowedRanges: own });
    return install.close;
  });

  // localhost is an allowed address.
  const hosts = privateHosts.slice(0, 7).filter((host) => host !== 'localhost');
  test.each(hosts)('at %s is refused before anything is sent', async (host) => {
    const { json } = await install.validate({ repoUrl: `http://${host}:${inside.port}/x.git` });

    expect(json).toMatchObject({ plan: null, planError: { code: 'manifest_unreachable' } });
    expect(json.planError.message).toMatch(/address|cannot be reached/);
    expect(inside.requests).toEqual([]);
  });

  test('is not followed to another host', async () => {
    const to = `http://127.0.0.2:${inside.port}/x/info/refs?service=git-upload-pack`;
    await using outside = await startWebServer({
      '/x.git/info/refs?service=git-upload-pack': redirect(to),
    });

    const { json } = await install.validate({ repoUrl: `${outside.origin}/x.git` });

    expect(json.planError.code).toBe('manifest_unreachable');
    expect(outside.requests).not.toEqual([]);
    expect(inside.requests).toEqual([]);
  });
});

describe('a name', () => {
  const ask = (client: HttpClient, origin: string) =>
    client.get(`${origin}/`, { signal: new AbortController().signal, maxBytes: 1_000 });
  const answering = (...answers: string[][]) => {
    let asked = 0;
    return async () => {
      const found = answers[Math.min(asked, answers.length - 1)]!;
      asked += 1;
      return found.map((address) => ({ address, family: 4 }));
    };
  };

  test.each<[what: string, answers: string[][]]>([
    ['resolves to loopback', [['127.0.0.2']]],
    ['resolves to a public and a private address at once', [['127.0.0.1', '127.0.0.2']]],
  ])('that %s is refused', async (_, answers) => {
    const resolve = answering(...answers);
    const client = new HttpClient({ allowedRanges: own, requestTimeoutMs: 30_000, resolve });

    const failed = ask(client, `http://docs.example.org:${inside.port}`);

    await expect(failed).rejects.toMatchObject({ reason: 'AddressRefused' });
    await client.close();
    expect(inside.requests).toEqual([]);
  });

  test('that is public at the check and private afterwards is connected to at the checked address', async () => {
    await using outside = await startWebServer({ '/': 'outside' });
    const resolve = answering(['127.0.0.1'], ['127.0.0.2']);
    const client = new HttpClient({ allowedRanges: own, requestTimeoutMs: 30_000, resolve });

    const answer = await ask(client, `http://docs.example.org:${outside.port}`);

    expect(answer.text()).toBe('outside');
    await client.close();
    expect(inside.requests).toEqual([]);
  });
});

describe('an address in the content of a source', () => {
  // This run may read the whole machine, so only the check of the text can stop these addresses.
  const indexedFrom = async (source: LibrarySource): Promise<string> => {
    await using library = await IndexedLibrary.create(source, openSource);
    const { snippets } = await library.run({});
    return snippets.join('\n');
  };
  const place = (path: string): string => `http://127.0.0.2:${inside.port}${path}`;

  test('as $ref of an API description is only a name', async () => {
    inside.pages.set('/schema.json', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'object', description: canary }),
    });
    const refs = [place('/schema.json'), '//127.0.0.2/x', 'file:///etc/passwd', '../other.json'];
    const parameters = refs.map((ref) => ({ $ref: ref }));
    const content = { 'application/json': { schema: { $ref: place('/schema.json#/a') } } };
    const get = { summary: 'Lists things', parameters, responses: { 200: { content } } };
    const described = { openapi: '3.1.0', info: { title: 'Things', version: '1' } };
    await using web = await startWebServer({
      '/openapi.json': {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...described, paths: { '/things': { get } } }),
      },
    });

    const shown = await indexedFrom({ openapi: { url: `${web.origin}/openapi.json` } });

    expect(shown).toContain('Lists things');
    expect(shown).not.toMatch(/canary|root:/);
    expect(web.requests.map(({ path }) => path)).toEqual(['/openapi.json']);
    expect(inside.requests).toEqual([]);
  });

  test('as a link, a base, a frame or a forwarding page of a website is not followed', async () => {
    const words = '<h1>Pencils</h1><p>Turn the pencil in the sharpener until it is sharp.</p>';
    const leads = [
      `<link rel="canonical" href="${place('/canonical')}"><link rel="stylesheet" href="${place('/css')}">`,
      `<a href="${place('/link')}">x</a><iframe src="${place('/frame')}"></iframe>`,
      `<img src="${place('/image')}"><script src="${place('/script')}"></script>`,
    ];
    const html = (body: string) => `<!doctype html><title>Pencils</title>${body}`;
    await using web = await startWebServer({
      '/': html(`${words}${leads.join('')}<a href="/based">y</a><a href="/forward">z</a>`),
      '/based': html(`<base href="${place('/')}">${words}<a href="relative">x</a>`),
      '/forward': html(`<meta http-equiv="refresh" content="0; url=${place('/forwarded')}">`),
    });

    const shown = await indexedFrom({ website: { url: `${web.origin}/` } });

    expect(shown).toContain('Turn the pencil');
    expect(inside.requests).toEqual([]);
  });

  test('as a link of an llms.txt, or as a sitemap, is refused at a private address', async () => {
    await using web = await startWebServer({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nAllow: /\nSitemap: ${place('/sitemap.xml')}\n`,
      },
      '/': '<title>Pencils</title><p>Turn the pencil in the sharpener until it is sharp.</p>',
      '/llms.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `# Acme\n\nAnvils for everybody.\n\n- [Inside](${place('/')})\n- [Files](file:///etc/passwd)\n`,
      },
    });

    await read({ llmstxt: { url: `${web.origin}/llms.txt` } }, { allowedRanges: own });
    await read({ website: { url: `${web.origin}/` } }, { allowedRanges: own });

    expect(inside.requests).toEqual([]);
  });
});

describe('the content of a public source, with all addresses of this machine allowed', () => {
  const publicHost = '8.8.8.8';
  const place = (path: string): string => `http://127.0.0.2:${inside.port}${path}`;
  const plain = { 'content-type': 'text/plain' };
  /** The Internet: connections to the public host arrive at `web`. */
  const publish = (web: WebServer): string => {
    const { connect } = net;
    vi.spyOn(net, 'connect').mockImplementation(((to: net.TcpNetConnectOpts) =>
      connect(to.host === publicHost ? { ...to, host: '127.0.0.1' } : to)) as typeof connect);
    return `http://${publicHost}:${web.port}`;
  };
  afterEach(() => vi.restoreAllMocks());

  test('as a link of an llms.txt opens no private address', async () => {
    await using web = await startWebServer({
      '/llms.txt': {
        headers: plain,
        body: `# Acme\n\nAnvils.\n\n- [Inside](${place('/')})\n- [Open](/anvils.md)\n`,
      },
      '/anvils.md': { headers: plain, body: 'Anvils for everybody.' },
    });

    await read({ llmstxt: { url: `${publish(web)}/llms.txt` } }, { allowedRanges: loopback });

    expect(web.requests.map(({ path }) => path)).toContain('/anvils.md');
    expect(inside.requests).toEqual([]);
  });

  test.each(kinds.slice(0, 3))(
    'as a redirect of a %s opens no private address',
    async (_kind, sourceOf) => {
      const further = redirect(place('/'));
      await using web = await startWebServer({});
      web.pages.get = () => further;

      const failed = read(sourceOf(publish(web)), { allowedRanges: loopback });

      await expect(failed).rejects.toMatchObject({ name: 'RunError' });
      expect(web.requests).not.toEqual([]);
      expect(inside.requests).toEqual([]);
    },
  );

  test('as a sitemap opens no private address', async () => {
    await using web = await startWebServer({
      '/robots.txt': { headers: plain, body: `Sitemap: ${place('/sitemap.xml')}\n` },
      '/': '<title>Pencils</title><p>Turn the pencil in the sharpener until it is sharp.</p>',
    });

    await read({ website: { url: `${publish(web)}/` } }, { allowedRanges: loopback });

    expect(inside.requests).toEqual([]);
  });

  test('as a redirect opens no private address for a preview', async () => {
    await using web = await startWebServer({ '/llms.txt': redirect(place('/')) });
    const tools = { git: async () => undefined } as unknown as Toolbox;
    const { signal } = new AbortController();
    const options = { allowedRanges: loopback, workDir: folder, tools, parser, signal };

    const { failure } = await previewSource(
      { llmstxt: { url: `${publish(web)}/llms.txt` } },
      options,
    );

    expect(failure).toMatchObject({ reason: 'AddressRefused' });
    expect(inside.requests).toEqual([]);
  });

  test('of a source inside leads to other hosts inside', async () => {
    await using web = await startWebServer({
      '/llms.txt': { headers: plain, body: `# Acme\n\nAnvils.\n\n- [Inside](${place('/')})\n` },
    });

    await read({ llmstxt: { url: `${web.origin}/llms.txt` } }, { allowedRanges: loopback });

    expect(inside.requests.map(({ path }) => path)).toContain('/');
  });
});
