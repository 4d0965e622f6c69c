import { describe, expect, test } from 'vitest';
import { openLlmstxt } from '../../../src/indexing/sources/llmstxt/open-llmstxt.ts';
import type { LlmstxtSource } from '../../../src/resources/library.ts';
import {
  endless,
  redirect,
  startWebServer,
  withEtag,
  type Page,
  type WebServer,
} from '../../support/web-server.ts';
import {
  fakeEnvironment,
  limits,
  optionsWith,
  readAll,
  type Index,
  type ReadSource,
} from './read-source.ts';

const typed = (type: string, body: string): Page => ({ headers: { 'content-type': type }, body });
const markdown = (body: string): Page => typed('text/markdown', body);
const text = (body: string): Page => typed('text/plain; charset=utf-8', body);
const article = `<title>Site | Page</title><article><p>${'Words of an article. '.repeat(20)}</p></article>`;

interface Settings extends Partial<LlmstxtSource> {
  held?: Index;
  environment?: ReturnType<typeof fakeEnvironment>;
}

function read(web: WebServer, path: string, settings: Settings = {}): Promise<ReadSource> {
  const { held, environment = fakeEnvironment(), ...source } = settings;
  return readAll(
    openLlmstxt({ ...source, url: web.origin + path }, optionsWith(), environment),
    held,
  );
}

const index = (...links: string[]): string =>
  `# Acme\n\n> Tools for all.\n\n## Pages\n\n${links.map((link, at) => `- [Title ${at + 1}](${link}): note`).join('\n')}\n`;

describe('a list of pages', () => {
  test('gives the pages it lists, in its order and under its titles', async () => {
    await using other = await startWebServer({ '/x.md': markdown('# Elsewhere') });
    await using web = await startWebServer({
      '/b.md': markdown('# B'),
      '/a': article,
    });
    web.pages.set(
      '/llms.txt',
      text(index('/b.md', 'a', `${other.origin}/x.md`, '/b.md#again', '/llms.txt', 'mailto:x@y.z')),
    );
    const source = await read(web, '/llms.txt');
    expect(source.facts).toEqual({ title: 'Acme', description: 'Tools for all.' });
    expect(source.revision).toBe('');
    expect(source.documents.map(({ path, format, title }) => [path, format, title])).toEqual([
      [`${web.origin}/b.md`, 'markdown', 'Title 1'],
      [`${web.origin}/a`, 'html', 'Title 2'],
      [`${other.origin}/x.md`, 'markdown', 'Title 3'],
    ]);
    expect(web.requests.find(({ path }) => path === '/a')?.headers.accept).toMatch(
      /^text\/markdown/,
    );
  });

  test('is read within maxPages, and reports the rest', async () => {
    await using web = await startWebServer({
      '/llms.txt': text(index('/1.md', '/2.md', '/3.md', '/4.md')),
      '/1.md': markdown('# 1'),
      '/2.md': markdown('# 2'),
    });
    const source = await read(web, '/llms.txt', { maxPages: 2 });
    expect(source.paths.read).toEqual(['/1.md', '/2.md']);
    expect(source.reason('/3.md')).toBe(
      'this and 1 more pages are listed but not read: maxPages is 2',
    );
  });

  test('is itself the document when maxPages is 0', async () => {
    const file = index('/1.md');
    await using web = await startWebServer({ '/llms.txt': text(file) });
    const source = await read(web, '/llms.txt', { maxPages: 0 });
    expect(source.documents).toMatchObject([{ title: 'Acme', content: file.trim() }]);
    expect(source.revision).toMatch(/^[0-9a-f]{64}$/);
  });

  test('with explanations is also a document, without its links', async () => {
    const advice = 'Always use the second version of the client. '.repeat(12);
    const links = Array.from({ length: 20 }, (_none, at) => `/${at}.md`);
    await using web = await startWebServer({
      '/llms.txt': text(`${index(...links)}\n## Advice\n\n${advice}`),
    });
    const source = await read(web, '/llms.txt');
    expect(source.documents[0]).toMatchObject({
      path: `${web.origin}/llms.txt`,
      format: 'markdown',
    });
    expect(source.documents[0]?.content).toContain(advice.trim());
    expect(source.documents[0]?.content).not.toContain('.md');
  });

  test('failing pages are skipped with the reason, and pages of a failing server are kept', async () => {
    await using web = await startWebServer({
      '/robots.txt': text('User-agent: *\nDisallow: /no'),
      '/llms.txt': text(
        index('/404', '/500', '/no', '/to', '/private', '/large', '/film', '/ok.md'),
      ),
      '/500': { status: 500 },
      '/to': redirect('/no'),
      '/private': redirect('http://169.254.169.254/'),
      '/large': endless('x'.repeat(10_000)),
      '/film': typed('video/mp4', ''),
      '/ok.md': markdown('# OK'),
    });
    const source = await read(web, '/llms.txt');
    expect(source.paths.read).toEqual(['/ok.md']);
    const expected: [string, RegExp][] = [
      ['/404', /answers 404/],
      ['/500', /answers 500/],
      ['/no', /robots\.txt of .* disallows/],
      ['/to', /robots\.txt of .* disallows/],
      ['/private', /169\.254\.169\.254 is not a public address/],
      ['/large', /larger than 200000 bytes/],
      ['/film', /is video\/mp4/],
    ];
    for (const [path, reason] of expected) expect(source.reason(path)).toMatch(reason);
    const kept = source.items.filter((item) => item.type === 'skipped' && item.keep);
    expect(kept).toMatchObject([{ path: `${web.origin}/500` }]);
    expect(web.requests.map(({ path }) => path)).not.toContain('/no');
  });

  test('unchanged pages answer 304 on a refresh', async () => {
    await using web = await startWebServer({
      '/llms.txt': text(index('/1', '/2')),
      '/1': withEtag('"1"', article),
      '/2': withEtag('"2"', article),
    });
    const first = await read(web, '/llms.txt');
    web.pages.set('/2', withEtag('"3"', `${article}<p>new`));
    const again = await read(web, '/llms.txt', { held: first.index });
    expect(again.paths.unchanged).toEqual(['/1']);
    expect(again.paths.read).toEqual(['/2']);
  });

  test('a page whose title in the list changes is read again', async () => {
    await using web = await startWebServer({
      '/llms.txt': text('# Saws\n\n- [Rip](/1)\n- [Bow](/2)\n'),
      '/1': withEtag('"1"', article),
      '/2': article,
    });
    const first = await read(web, '/llms.txt');
    web.pages.set('/llms.txt', text('# Saws\n\n- [Rip saws](/1)\n- [Bow saws](/2)\n'));
    const again = await read(web, '/llms.txt', { held: first.index });
    expect(again.documents.map(({ title }) => title)).toEqual(['Rip saws', 'Bow saws']);
    const hashes = [first, again].flatMap(({ documents }) => documents.map(({ hash }) => hash));
    expect(new Set(hashes).size).toBe(4);
  });

  test('a page of a large file has another hash if its title changes', async () => {
    const page = (title: string): string => `<doc title="${title}" url="/1">\nSaws cut.\n</doc>\n`;
    await using web = await startWebServer({ '/llms-full.txt': text(page('Rip')) });
    const first = await read(web, '/llms-full.txt');
    web.pages.set('/llms-full.txt', text(page('Bow')));
    const again = await read(web, '/llms-full.txt');
    expect(again.documents[0]).toMatchObject({
      title: 'Bow',
      content: first.documents[0]!.content,
    });
    expect(again.documents[0]!.hash).not.toBe(first.documents[0]!.hash);
  });

  describe('that redirect', () => {
    const redirecting = {
      '/llms.txt': text(index('/1', '/2')),
      '/1': redirect('/1/'),
      '/1/': withEtag('"1"', article),
      '/2': withEtag('"2"', article),
    };

    test.each(['/1', '/1/'])('a page stays if %s fails this time', async (failing) => {
      await using web = await startWebServer(redirecting);
      const first = await read(web, '/llms.txt');
      expect(first.index.size).toBe(2);
      web.pages.set(failing, { status: 500 });

      const again = await read(web, '/llms.txt', { held: first.index });

      expect(again.paths.skipped).toHaveLength(1);
      expect(again.index).toEqual(first.index);
    });

    test('an unchanged page answers 304, and another page with the same ETag is read', async () => {
      await using web = await startWebServer(redirecting);
      const first = await read(web, '/llms.txt');

      const again = await read(web, '/llms.txt', { held: first.index });
      expect(again.paths.unchanged).toEqual(['/1', '/2']);

      web.pages.set('/1', redirect('/new'));
      web.pages.set('/new', withEtag('"1"', `${article}<p>new`));
      const moved = await read(web, '/llms.txt', { held: again.index });
      expect(moved.documents[0]?.content).toContain('<p>new');
    });

    test('several links to one page give one document', async () => {
      await using web = await startWebServer({
        ...redirecting,
        '/llms.txt': text(index('/1', '/old', '/2')),
        '/old': redirect('/1/'),
      });

      const source = await read(web, '/llms.txt');

      expect(source.paths.read).toEqual(['/1', '/2']);
      expect(source.reason('/old')).toBe('another page led to the same address');
    });
  });

  test('a crawl delay of the site is respected', async () => {
    await using web = await startWebServer({
      '/robots.txt': text('User-agent: *\nCrawl-delay: 3'),
      '/llms.txt': text(index('/1.md', '/2.md')),
      '/1.md': markdown('# 1'),
      '/2.md': markdown('# 2'),
    });
    const environment = fakeEnvironment();
    await read(web, '/llms.txt', { environment });
    expect(environment.slept).toEqual([3000, 3000]);
  });

  test('four pages at a time at most', async () => {
    const waiting: (() => void)[] = [];
    const held: Page = (_request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/markdown' }).end('# x'));
      if (waiting.length === 4) for (const answer of waiting.splice(0)) answer();
    };
    const names = Array.from({ length: 8 }, (_none, at) => `/${at}.md`);
    await using web = await startWebServer({ '/llms.txt': text(index(...names)) });
    for (const name of names) web.pages.set(name, held);
    expect((await read(web, '/llms.txt')).paths.read).toEqual(names);
    expect(web.maxParallel).toBe(4);
  });
});

describe('a file that holds its pages', () => {
  const full =
    '# Start\nSource: https://acme.dev/start\n\nHello.\n\n# Next\nSource: https://acme.dev/next\n\n- [link](/x)\n';

  test.each(['/llms-full.txt', '/docs/llms-small.txt'])('%s is cut into them', async (path) => {
    await using web = await startWebServer({ [path]: text(full) });
    const source = await read(web, path);
    expect(source.documents).toMatchObject([
      {
        path: 'https://acme.dev/start',
        title: 'Start',
        format: 'markdown',
        content: '# Start\n\nHello.',
      },
      { path: 'https://acme.dev/next', title: 'Next' },
    ]);
    expect(web.requests).toHaveLength(1);
  });

  test('is recognized by its content if its name is not specific', async () => {
    const prose = `# One\n\n${'Words. '.repeat(100)}[a](/a)\n- [b](/b)\n\n# Two\n\nMore.`;
    await using web = await startWebServer({ '/llms.txt': text(prose) });
    expect((await read(web, '/llms.txt')).paths.read).toEqual(['/llms.txt#one', '/llms.txt#two']);
  });

  test('has the same revision until a byte of it changes', async () => {
    await using web = await startWebServer({ '/llms-full.txt': text(full) });
    const first = await read(web, '/llms-full.txt');
    const again = await read(web, '/llms-full.txt');
    web.pages.set('/llms-full.txt', text(`${full}x`));
    const changed = await read(web, '/llms-full.txt');
    expect(again.revision).toBe(first.revision);
    expect(changed.revision).not.toBe(first.revision);
    expect(changed.documents[0]?.hash).toBe(first.documents[0]?.hash);
  });
});

describe('bad input', () => {
  test.each([
    ['a web page', article, 'is an HTML page; expected the Markdown'],
    [
      'a web page sent as text',
      text('<!doctype html><p>x'),
      'is an HTML page; expected the Markdown',
    ],
    ['a binary file', typed('application/octet-stream', 'PK\0\0'), 'is a binary file'],
  ])('%s is malformed', async (_name, page, message) => {
    await using web = await startWebServer({ '/llms.txt': page });
    const failed = read(web, '/llms.txt');
    await expect(failed).rejects.toMatchObject({
      reason: 'Malformed',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    [403, 'AccessDenied'],
    [404, 'NotFound'],
    [500, 'Unreachable'],
  ])('an answer of %i is %s', async (status, reason) => {
    await using web = await startWebServer({ '/llms.txt': { status } });
    await expect(read(web, '/llms.txt')).rejects.toMatchObject({ reason });
  });

  test('a file without end is too large', async () => {
    await using web = await startWebServer({
      '/llms.txt': endless('x'.repeat(10_000), { 'content-type': 'text/plain' }),
    });
    const options = optionsWith({ limits: { ...limits, maxTotalBytes: 500_000 } });
    const opening = openLlmstxt({ url: `${web.origin}/llms.txt` }, options);
    await expect(opening).rejects.toMatchObject({ reason: 'TooLarge' });
  });

  test('a private address is refused', async () => {
    await using web = await startWebServer({ '/llms.txt': text('# x') });
    const opening = openLlmstxt(
      { url: `${web.origin}/llms.txt` },
      optionsWith({ allowedRanges: [] }),
    );
    await expect(opening).rejects.toMatchObject({ reason: 'AddressRefused' });
    expect(web.requests).toEqual([]);
  });
});
