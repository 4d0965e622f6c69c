import { describe, expect, test } from 'vitest';
import type { WikiSource } from '../../../src/resources/library.ts';
import { openWiki } from '../../../src/indexing/sources/wiki/open-wiki.ts';
import type { SourceOptions } from '../../../src/indexing/sources/source.ts';
import {
  account,
  startConfluence,
  type ConfluenceServer,
  type ConfluenceServerOptions,
  type WikiPage,
} from '../../doubles/confluence-server.ts';
import {
  fakeEnvironment,
  limits,
  optionsWith,
  readAll,
  type Index,
  type ReadSource,
} from '../website/read-source.ts';

type Kind = ConfluenceServerOptions['kind'];

const credentialsOf = ({ site }: ConfluenceServer, kind: Kind): Record<string, string> => ({
  'wiki.siteUrl': site,
  'wiki.token': `${account.token}\n`,
  ...(kind === 'cloud' && { 'wiki.email': account.email }),
});

async function started(
  kind: Kind,
  pages: Record<string, Partial<WikiPage>>,
  pageSize?: number,
): Promise<ConfluenceServer> {
  const wiki = await startConfluence({ kind, ...(pageSize !== undefined && { pageSize }) });
  for (const [id, page] of Object.entries(pages)) {
    wiki.pages.set(id, { title: `Page ${id}`, storage: `<p>Text of ${id}.</p>`, ...page });
  }
  return wiki;
}

interface Settings {
  kind?: Kind;
  source?: Partial<WikiSource>;
  options?: Partial<SourceOptions>;
  held?: Index;
  environment?: ReturnType<typeof fakeEnvironment>;
}

function read(wiki: ConfluenceServer, settings: Settings = {}): Promise<ReadSource> {
  const { kind = 'cloud', source = { spaceKey: 'DOC' }, options, held } = settings;
  const credentials = credentialsOf(wiki, kind);
  return readAll(
    openWiki(
      { siteUrl: wiki.site, ...source },
      optionsWith({ credentials, ...options }),
      settings.environment ?? fakeEnvironment(),
    ),
    held,
  );
}

const kinds: Kind[] = ['cloud', 'data-center'];

describe.each(kinds)('a space on %s', (kind) => {
  const pathOf = (id: string): string =>
    kind === 'cloud' ? `/wiki/spaces/DOC/pages/${id}` : `/pages/viewpage.action?pageId=${id}`;
  const bodyOf = (id: string): string =>
    kind === 'cloud' ? `/wiki/api/v2/pages/${id}` : `/rest/api/content/${id}`;
  const bodiesAsked = (wiki: ConfluenceServer): string[] =>
    wiki.requests.filter((path) => /body/.test(path)).map((path) => /\d+(?=\?)/.exec(path)![0]);

  test('is read completely, page by page of its listing, without archived, deleted or hidden pages', async () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_none, at) => [`1${at}`, {}]));
    await using wiki = await started(
      kind,
      { ...many, 20: { status: 'archived' }, 21: { status: 'trashed' }, 22: { hidden: true } },
      3,
    );

    const source = await read(wiki, { kind });

    expect(source.paths.read).toEqual(Object.keys(many).map(pathOf));
    expect(source.paths.skipped).toEqual([]);
    expect(source.facts).toEqual({ title: 'Documentation', description: 'How it works.' });
    expect(source.documents[0]).toMatchObject({
      format: 'wiki',
      title: 'Page 10',
      content: '<p>Text of 10.</p>',
    });
  });

  test('requests only changed pages again, and removes deleted ones', async () => {
    await using wiki = await started(kind, { 1: {}, 2: {}, 3: {} });
    const { index, revision } = await read(wiki, { kind });
    wiki.requests.length = 0;
    wiki.pages.set('2', { title: 'Page 2', storage: '<p>New.</p>', version: 2 });
    wiki.pages.get('3')!.status = 'archived';

    const again = await read(wiki, { kind, held: index });

    expect(bodiesAsked(wiki)).toEqual(['2']);
    expect(again.paths).toEqual({ read: [pathOf('2')], unchanged: [pathOf('1')], skipped: [] });
    expect(again.revision).not.toBe(revision);
    expect((await read(wiki, { kind, held: again.index })).revision).toBe(again.revision);
  });

  test('has only the chosen pages, and reports missing ones', async () => {
    await using wiki = await started(kind, { 1: {}, 2: {}, 3: { hidden: true } });

    const source = await read(wiki, { kind, source: { pageIds: ['2', '3', '404'] } });

    expect(source.paths.read).toEqual([pathOf('2')]);
    expect(source.paths.skipped).toHaveLength(2);
    expect(source.reason('/pages/viewpage.action?pageId=404')).toMatch(/there is no such page, or/);
  });

  test('can include the child pages of a chosen page', async () => {
    const folder = kind === 'cloud' ? { type: 'folder' as const } : {};
    await using wiki = await started(
      kind,
      { 1: {}, 2: { parent: '1', ...folder }, 3: { parent: '2' }, 4: { parent: '3' }, 5: {} },
      1,
    );

    const source = await read(wiki, { kind, source: { pageIds: ['1'], includeSubPages: true } });

    const expected = kind === 'cloud' ? ['1', '3', '4'] : ['1', '2', '3', '4'];
    expect(source.paths.read).toEqual(expected.map(pathOf));
  });

  test('includes the child pages of the other chosen pages if one does not exist', async () => {
    await using wiki = await started(kind, {
      1: {},
      2: { parent: '1' },
      3: { hidden: true },
      4: { parent: '3' },
    });
    const pageIds = ['404', '1', '3'];

    const source = await read(wiki, { kind, source: { pageIds, includeSubPages: true } });

    expect(source.paths.read).toEqual(['1', '2'].map(pathOf));
    expect(source.paths.skipped).toHaveLength(2);
    expect(source.reason('/pages/viewpage.action?pageId=404')).toMatch(/there is no such page, or/);
  });

  test('is requested more slowly when the server asks for it, up to the limit of a run', async () => {
    await using wiki = await started(kind, { 1: {} });
    const environment = fakeEnvironment();
    wiki.script.push({ path: bodyOf('1'), status: 429, headers: { 'retry-after': '7' } });

    const source = await read(wiki, { kind, environment });

    expect(source.paths.read).toEqual([pathOf('1')]);
    expect(environment.slept).toEqual([7000]);
    wiki.script.push({ path: '/', status: 429, headers: { 'retry-after': '3600' } });
    await expect(read(wiki, { kind, environment })).rejects.toMatchObject({
      message: expect.stringContaining('asks for fewer requests'),
      retryAfterSeconds: 3_600,
    });
  });

  test('keeps the snippets of a page that cannot be read this time, and the next run tries again', async () => {
    await using wiki = await started(kind, { 1: {}, 2: {} });
    const { index } = await read(wiki, { kind });
    wiki.pages.get('1')!.version = 2;
    wiki.script.push({ path: bodyOf('1'), status: 500 });

    const source = await read(wiki, { kind, held: index });

    expect(source.items).toContainEqual(expect.objectContaining({ type: 'skipped', keep: true }));
    expect([...source.index.keys()]).toHaveLength(2);
    const snapshot = await openWiki(
      { siteUrl: wiki.site, spaceKey: 'DOC' },
      optionsWith({ credentials: credentialsOf(wiki, kind) }),
    );
    wiki.script.push({ path: bodyOf('1'), status: 500 });
    for await (const item of snapshot.documents(() => undefined, new AbortController().signal))
      void item;
    expect(snapshot.revision).toBe('');
    await snapshot.close();
  });

  test('is read within the limits, and reports the rest', async () => {
    await using wiki = await started(kind, {
      1: { storage: `<p>${'x'.repeat(900)}</p>` },
      2: {},
      3: {},
    });
    const small = { ...limits, maxDocumentBytes: 500, maxDocuments: 2 };

    const source = await read(wiki, { kind, options: { limits: small } });

    expect(source.paths.read).toEqual([pathOf('2')]);
    expect(source.reason(pathOf('1'))).toBe('the page is larger than 500 bytes');
    expect(source.reason(`${pathOf('2')}#more`)).toBe('a run reads 2 pages at most');
  });

  test('is read in several runs if one run may not read all its bytes', async () => {
    const pages = Array.from({ length: 12 }, (_none, at): [string, object] => [`${at + 1}`, {}]);
    await using wiki = await started(kind, Object.fromEntries(pages));
    const options = { limits: { ...limits, maxTotalBytes: 60 } };

    const first = await read(wiki, { kind, options });
    const second = await read(wiki, { kind, options, held: first.index });

    expect(first.reason(pathOf('12'))).toBe('not read: a run reads 60 bytes at most');
    expect(second.paths.unchanged).toEqual(expect.arrayContaining(first.paths.read));
    expect(second.index.size).toBeGreaterThan(first.index.size);
  });

  test('that refuses the token is reported with advice, never with the token', async () => {
    await using wiki = await started(kind, { 1: {} });
    const credentials = { ...credentialsOf(wiki, kind), 'wiki.token': 'planted-token-4711' };

    const failure = await read(wiki, { kind, options: { credentials } }).catch((error) => error);

    expect(failure).toMatchObject({ reason: 'AccessDenied' });
    expect(failure.message).toBe(
      `${wiki.site} refuses the token of the wiki integration (401); check wiki.email and wiki.token`,
    );
    const encoded = Buffer.from(`${account.email}:planted-token-4711`).toString('base64');
    expect(String(failure.stack) + String(failure.cause?.stack)).not.toContain('planted-token');
    expect(String(failure.stack) + String(failure.cause?.stack)).not.toContain(encoded);
  });

  test('that does not exist, or that the token may not see, fails the run', async () => {
    await using wiki = await started(kind, { 1: {} });

    await expect(read(wiki, { kind, source: { spaceKey: 'NO' } })).rejects.toThrow(
      `${wiki.site} has no space NO that the account of the wiki integration may read`,
    );
    wiki.script.push({ path: '/', status: 403 });
    await expect(read(wiki, { kind })).rejects.toMatchObject({ reason: 'AccessDenied' });
  });

  test('ends at once when the run is cancelled', async () => {
    await using wiki = await started(kind, { 1: {}, 2: {} });
    const signal = AbortSignal.abort(new Error('cancelled'));

    await expect(read(wiki, { kind, options: { signal } })).rejects.toThrow('cancelled');
  });
});

describe('the wiki integration', () => {
  const source = { siteUrl: 'https://wiki.example.org', spaceKey: 'DOC' };

  test.each<[string, Record<string, string> | undefined, RegExp]>([
    ['is not there', undefined, /^the wiki integration is not configured; an admin can set it/],
    [
      'is of another kind',
      { 'pages.token': 'x' },
      /^the wiki integration is not configured; an admin/,
    ],
    [
      'has no token',
      { 'wiki.siteUrl': 'https://wiki.example.org' },
      /not configured whole: wiki.token is missing; an admin can set it/,
    ],
    [
      'is for another site',
      { 'wiki.siteUrl': 'https://other.example.org', 'wiki.token': 'planted-token-4711' },
      /^the wiki integration reads https:\/\/other.example.org, not https:\/\/wiki.example.org$/,
    ],
    [
      'has a token no header can have',
      { 'wiki.siteUrl': 'https://wiki.example.org', 'wiki.token': 'a\r\nb: c' },
      /wiki.token holds characters/,
    ],
  ])('that %s fails the run with what to do', async (_, credentials, message) => {
    const options = optionsWith(credentials ? { credentials } : {});

    await expect(openWiki(source, options)).rejects.toThrow(message);
  });

  test('sends its token only to its own site, whatever that redirects to', async () => {
    await using stranger = await started('data-center', {});
    await using wiki = await started('data-center', { 1: {} });
    wiki.script.push({ path: '/rest', status: 302, headers: { location: `${stranger.site}/x` } });

    await expect(read(wiki, { kind: 'data-center' })).rejects.toThrow(/redirects to/);

    const lead = { results: [], _links: { next: `${stranger.site}/rest/api/content?start=1` } };
    wiki.script.push({ path: '/rest/api/content', status: 200, body: JSON.stringify(lead) });
    const { paths } = await read(wiki, { kind: 'data-center' });
    expect(paths.read).toEqual([]);
    expect(stranger.requests).toEqual([]);
  });

  test('with the address of a web page is reported', async () => {
    await using wiki = await started('cloud', {});
    const headers = { 'content-type': 'text/html' };
    wiki.script.push({ path: '/wiki', status: 200, headers, body: '<html>Log in</html>' });

    await expect(read(wiki)).rejects.toThrow(/expected the JSON of Confluence's REST API/);
  });

  test('may not read private addresses that the operator does not allow', async () => {
    await using wiki = await started('cloud', { 1: {} });

    await expect(read(wiki, { options: { allowedRanges: [] } })).rejects.toMatchObject({
      reason: 'AddressRefused',
    });
    expect(wiki.requests).toEqual([]);
  });
});
