import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { WebsiteSource } from '../../../src/resources/library.ts';
import type { Resolve } from '../../../src/sources/http/address-guard.ts';
import { openWebsite } from '../../../src/sources/website/open-website.ts';
import type { SourceOptions } from '../../../src/sources/source.ts';
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

const prose = 'A sentence that a reader of documentation would want to find again. '.repeat(5);

function html(...links: string[]): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join('');
  return `<!doctype html><title>A page</title><p>${prose}</p>${anchors}`;
}

interface CrawlOptions extends Partial<WebsiteSource> {
  held?: Index;
  options?: Partial<SourceOptions>;
  environment?: ReturnType<typeof fakeEnvironment>;
}

/** Crawls from a path of the server, or from a whole URL. */
function crawl(web: WebServer, from: string, settings: CrawlOptions = {}): Promise<ReadSource> {
  const { held, options, environment = fakeEnvironment(), ...source } = settings;
  const url = from.startsWith('http') ? from : web.origin + from;
  return readAll(openWebsite({ ...source, url }, optionsWith(options), environment), held);
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item;
}

const requested = (web: WebServer): string[] => web.requests.map(({ path }) => path);

describe('what is read', () => {
  test('a site is read breadth first, each page once', async () => {
    await using web = await startWebServer({
      '/docs/': html('a', 'b', 'a#part', './index.html', 'mailto:x@example.org', 'logo.png'),
      '/docs/a': html('a/deep', '/docs/b?utm_source=x', '/docs/'),
      '/docs/b': html('/docs/b/'),
      '/docs/a/deep': html(),
    });
    const site = await crawl(web, '/docs/');
    expect(site.paths.read).toEqual(['/docs/a', '/docs/b', '/docs/a/deep', '/docs/']);
    expect(site.paths.skipped).toEqual([]);
    expect(requested(web)).toEqual([
      '/robots.txt',
      '/docs/',
      '/sitemap.xml',
      '/docs/a',
      '/docs/b',
      '/docs/a/deep',
    ]);
    expect(site.documents[0]).toMatchObject({
      path: `${web.origin}/docs/a`,
      format: 'html',
      title: 'A page',
    });
    expect(site.revision).toBe('');
  });

  test('a crawl stays on the host and below the folder of its start', async () => {
    await using other = await startWebServer({ '/docs/x': html() });
    await using web = await startWebServer({
      '/docs/start.html': html(
        'in',
        '/blog/out',
        '../docsother',
        `${other.origin}/docs/x`,
        '//example.org/docs/',
      ),
      '/docs/in': html(),
      '/blog/out': html(),
      '/docsother': html(),
    });
    const site = await crawl(web, '/docs/start.html');
    expect(site.paths.read).toEqual(['/docs/in', '/docs/start.html']);
    expect(other.requests).toEqual([]);
  });

  test('a base URL holds the crawl below it, whatever else the start page links to', async () => {
    await using web = await startWebServer({
      '/docs/v2/start': html('/docs/v2/a', '/docs/v1/old', '/docs/v2x', '/docs/'),
      '/docs/v2/a': html('/docs/v1/b', '/docs/v2'),
      '/docs/v2': html(),
    });
    const site = await crawl(web, '/docs/v2/start', { baseUrl: `${web.origin}/docs/v2` });
    expect(site.paths.read.toSorted()).toEqual(['/docs/v2', '/docs/v2/a', '/docs/v2/start']);
    expect(requested(web)).not.toContain('/docs/v1/old');
    const elsewhere = crawl(web, '/docs/v2/start', { baseUrl: `${web.origin}/guide` });
    await expect(elsewhere).rejects.toMatchObject({ reason: 'InvalidSource' });
  });

  test('a start without a slash is a folder if pages lie below it, else a page of its folder', async () => {
    const pages = { '/docs': html('/docs/a', '/about'), '/docs/a': html(), '/about': html() };
    await using web = await startWebServer(pages);
    expect((await crawl(web, '/docs')).paths.read).toEqual(['/docs/a', '/docs']);
    await using flat = await startWebServer({ ...pages, '/docs': html('/about') });
    expect((await crawl(flat, '/docs')).paths.read).toEqual(['/about', '/docs']);
  });

  test('maxDepth counts links from the start', async () => {
    await using web = await startWebServer({
      '/': html('/1'),
      '/1': html('/2'),
      '/2': html('/3'),
      '/3': html(),
      '/sitemap.xml': '<urlset><url><loc>/3</loc></url></urlset>',
    });
    expect((await crawl(web, '/', { maxDepth: 0 })).paths.read).toEqual(['/']);
    expect((await crawl(web, '/', { maxDepth: 2 })).paths.read).toEqual(['/1', '/3', '/2', '/']);
  });

  test('a site without end ends at maxPages, and says that there was more', async () => {
    let number = 0;
    const pages = new Proxy(new Map<string, Page>(), {
      get: (map, name) => {
        if (name === 'get')
          return (path: string) =>
            path.endsWith('.txt') ? undefined : html(`/${(number += 1)}`, `/${(number += 1)}`);
        return Reflect.get(map, name);
      },
    });
    await using web = await startWebServer();
    web.pages = pages;
    const site = await crawl(web, '/', { maxPages: 7, maxDepth: 100 });
    expect(site.documents).toHaveLength(7);
    expect(site.items.at(-2)).toMatchObject({
      type: 'skipped',
      reason: expect.stringMatching(
        /^this and \d+ more pages were found but not read: maxPages is 7$/,
      ),
    });
  });

  test('pages that are no documents do not keep a crawl going for ever', async () => {
    let number = 0;
    await using web = await startWebServer();
    const next = (): string => `<meta name=robots content=noindex>${html(`/${(number += 1)}`)}`;
    web.pages.get = (path) => (path.endsWith('.txt') ? undefined : next());
    const site = await crawl(web, '/', { maxPages: 5, maxDepth: 100 });
    expect(site.documents).toEqual([]);
    expect(requested(web).length).toBeLessThan(100);
  });

  test('one path with ever other queries is read fifty times at most', async () => {
    const months = Array.from({ length: 200 }, (_none, month) => `/calendar?month=${month}`);
    await using web = await startWebServer({ '/': html(...months) });
    for (const month of months) web.pages.set(month, html());
    const site = await crawl(web, '/', { maxPages: 1000 });
    expect(site.paths.read).toHaveLength(51);
  });

  test('excluded paths are not requested', async () => {
    await using web = await startWebServer({
      '/': html('/blog', '/blog/a', '/v1/x', '/guide/v1/x', '/guide/ok'),
      '/guide/ok': html(),
    });
    const site = await crawl(web, '/', { excludePatterns: ['/blog', '**/v1/**'] });
    expect(site.paths.read).toEqual(['/guide/ok', '/']);
    expect(site.paths.skipped).toEqual([]);
  });

  test('formats are told by media type, then by ending; others are skipped with their type', async () => {
    const typed = (type: string, body = prose): Page => ({
      headers: { 'content-type': type },
      body,
    });
    await using web = await startWebServer({
      '/': html('a', 'b.rst', 'c.md', 'd', 'film'),
      '/a': typed('text/markdown', `${prose}[more](/more) and [ref]\n\n[ref]: /other "x"`),
      '/b.rst': typed('text/plain'),
      '/c.md': typed('text/plain; charset=utf-8'),
      '/d': typed('text/plain'),
      '/film': endless(Buffer.alloc(10_000), { 'content-type': 'video/mp4' }),
      '/more': html(),
      '/other': html(),
    });
    const site = await crawl(web, '/');
    expect(site.documents.map((document) => document.format)).toEqual([
      'markdown',
      'rst',
      'markdown',
      'text',
      'html',
      'html',
      'html',
    ]);
    expect(site.reason('/film')).toMatch(/is video\/mp4; expected HTML, Markdown or text$/);
  });

  test('pages are decoded by their charset', async () => {
    await using web = await startWebServer({
      '/': {
        headers: { 'content-type': 'text/html; charset=shift_jis' },
        body: iconv.encode(`<p>日本語${prose}`, 'shift_jis'),
      },
    });
    expect((await crawl(web, '/')).documents[0]?.content).toContain('日本語');
  });

  test('links are relative to the base the page names', async () => {
    await using web = await startWebServer({
      '/docs/': `<base href="/docs/v2/">${html('a')}`,
      '/docs/v2/a': html(),
    });
    expect((await crawl(web, '/docs/')).paths.read).toEqual(['/docs/v2/a', '/docs/']);
  });
});

describe('what pages say about themselves', () => {
  test('noindex leaves a page out and follows its links; nofollow does not follow them', async () => {
    await using web = await startWebServer({
      '/': html('/list', '/end', '/header'),
      '/list': `<meta name="robots" content="noindex">${html('/a')}`,
      '/end': `<meta name="robots" content="nofollow">${html('/b')}`,
      '/header': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: html('/c') },
      '/a': html(),
      '/b': html(),
      '/c': html(),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/end', '/a', '/']);
    expect(site.reason('/list')).toContain('noindex');
  });

  test('a page gives way to its canonical page, unless that is elsewhere or in a circle', async () => {
    const canonical = (url: string, ...links: string[]): string =>
      `<link rel="canonical" href="${url}">${html(...links)}`;
    await using web = await startWebServer({
      '/': html('/print', '/away', '/home', '/x', '/self'),
      '/print': canonical('/real'),
      '/real': canonical('/real'),
      '/away': canonical('https://example.org/away'),
      '/home': canonical('/'),
      '/x': canonical('/y'),
      '/y': canonical('/x'),
      '/self': canonical('/self/index.html#top'),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/away', '/home', '/self', '/real', '/y', '/']);
    expect(site.reason('/print')).toBe(`its canonical page is ${web.origin}/real`);
  });

  test('a shell that only scripts fill in is skipped with advice', async () => {
    const shell =
      '<title>App</title><div id=root></div><noscript>Enable it.</noscript><script src=a.js></script>';
    await using web = await startWebServer({ '/': shell });
    const site = await crawl(web, '/');
    expect(site.documents).toEqual([]);
    expect(site.reason('/')).toContain('almost no text without JavaScript');
  });
});

describe('redirects', () => {
  test('the final address is the page, and is read once', async () => {
    await using web = await startWebServer({
      '/': html('/old', '/old2', '/new'),
      '/old': redirect('/new'),
      '/old2': redirect('/newer'),
      '/new': html(),
      '/newer': html(),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/newer', '/new', '/']);
    expect(site.reason('/old')).toContain('which is read by itself');
    expect(requested(web).filter((path) => path === '/new')).toHaveLength(1);
  });

  test('a page that leads outside is skipped and not followed', async () => {
    await using other = await startWebServer({ '/x': html() });
    await using web = await startWebServer({
      '/docs/': html('out', 'far'),
      '/docs/out': redirect('/elsewhere'),
      '/docs/far': redirect(`${other.origin}/x`),
      '/elsewhere': html(),
    });
    const site = await crawl(web, '/docs/');
    expect(site.paths.read).toEqual(['/docs/']);
    expect(site.reason('/docs/out')).toContain('outside of what is read');
    expect(site.reason('/docs/far')).toContain('outside of what is read');
    expect(other.requests).toEqual([]);
  });

  test('where the start page leads to is the site, by redirect and by forwarding page', async () => {
    await using web = await startWebServer({
      '/': redirect('/latest'),
      '/latest': '<meta http-equiv="refresh" content="0; url=en/latest/">',
      '/en/latest/': html('a', '/fr/latest/'),
      '/en/latest/a': html(),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/en/latest/a', '/en/latest/']);
  });
});

describe('robots.txt and sitemaps', () => {
  test('what robots.txt disallows is skipped, also behind a redirect', async () => {
    await using web = await startWebServer({
      '/robots.txt':
        'User-agent: *\nDisallow: /all\n\nUser-agent: Lectern\nDisallow: /private\nAllow: /private/ok',
      '/': html('/private/x', '/private/ok', '/all', '/to'),
      '/private/ok': html(),
      '/all': html(),
      '/to': redirect('/private/y'),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/private/ok', '/all', '/']);
    expect(site.reason('/private/x')).toBe('robots.txt disallows it');
    expect(site.reason('/to')).toContain('which robots.txt disallows');
    expect(requested(web)).not.toContain('/private/x');
    expect(requested(web)).not.toContain('/private/y');
  });

  test('a start page that robots.txt disallows is an error', async () => {
    await using web = await startWebServer({
      '/robots.txt': 'User-agent: *\nDisallow: /',
      '/': html(),
    });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'AccessDenied',
      message: expect.stringContaining('robots.txt'),
    });
    expect(requested(web)).toEqual(['/robots.txt']);
  });

  test('a site whose rules cannot be read is left alone until they can', async () => {
    await using web = await startWebServer({ '/robots.txt': { status: 500 }, '/': html() });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Unreachable',
      retry: 'backoff',
      message: expect.stringContaining('a site whose rules cannot be read is not read either'),
    });
    expect(requested(web)).toEqual(['/robots.txt']);
  });

  test('a robots.txt that is forbidden or a web page forbids nothing', async () => {
    for (const robots of [{ status: 403 }, html('/')]) {
      await using web = await startWebServer({ '/robots.txt': robots, '/': html() });
      expect((await crawl(web, '/')).paths.read).toEqual(['/']);
    }
  });

  test('a crawl delay is kept, one request at a time, ten seconds at most', async () => {
    for (const [asked, waited] of [
      ['2', 2000],
      ['3600', 10_000],
    ] as const) {
      await using web = await startWebServer({
        '/robots.txt': `User-agent: *\nCrawl-delay: ${asked}`,
        '/': html('/a', '/b', '/c'),
        '/a': html(),
        '/b': html(),
        '/c': html(),
      });
      const environment = fakeEnvironment();
      await crawl(web, '/', { environment });
      expect(environment.slept).toEqual([waited, waited, waited]);
      expect(web.maxParallel).toBe(1);
    }
  });

  test('a sitemap adds pages inside the scope, through indexes and gzip', async () => {
    const list = (tag: string, ...urls: string[]): string =>
      `<?xml version="1.0"?><${tag}set xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc> ${url} </loc></url>`).join('')}</${tag}set>`;
    await using web = await startWebServer({ '/docs/': html('linked'), '/docs/linked': html() });
    web.pages.set(
      '/robots.txt',
      `Sitemap: ${web.origin}/index.xml\nSitemap: ${web.origin}/broken.xml`,
    );
    web.pages.set(
      '/index.xml',
      `<sitemapindex><sitemap><loc>${web.origin}/pages.xml.gz</loc></sitemap><sitemap><loc>${web.origin}/index.xml</loc></sitemap></sitemapindex>`,
    );
    web.pages.set('/pages.xml.gz', {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(
        list(
          'url',
          `${web.origin}/docs/a?x=1&amp;y=2`,
          `${web.origin}/other`,
          'https://example.org/docs/b',
        ),
      ),
    });
    web.pages.set('/broken.xml', '<urlset><url><loc>');
    web.pages.set('/docs/a?x=1&y=2', html());
    const site = await crawl(web, '/docs/');
    expect(site.paths.read).toEqual(['/docs/linked', '/docs/a?x=1&y=2', '/docs/']);
  });
});

describe('politeness', () => {
  test('four requests at a time at most, in a fixed order', async () => {
    const names = Array.from({ length: 12 }, (_none, index) => `/p${index}`);
    const waiting: (() => void)[] = [];
    // Answers nobody until four ask, then the last one first.
    const held: Page = (_request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html()));
      if (waiting.length === 4) for (const answer of waiting.splice(0).reverse()) answer();
    };
    await using web = await startWebServer({ '/': html(...names) });
    for (const name of names) web.pages.set(name, held);
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual([...names, '/']);
    expect(web.maxParallel).toBe(4);
  });

  test('a busy server is asked again when it said to', async () => {
    let asked = 0;
    await using web = await startWebServer({
      '/': html('/a'),
      '/a': (_request, response) => {
        asked += 1;
        if (asked === 1) response.writeHead(429, { 'retry-after': '9' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(html());
      },
    });
    const environment = fakeEnvironment();
    const site = await crawl(web, '/', { environment });
    expect(site.paths.read).toEqual(['/a', '/']);
    expect(environment.slept).toEqual([9000]);
  });
});

describe('refresh', () => {
  const site = {
    '/': withEtag('"0"', html('/a', '/b')),
    '/a': withEtag('"a1"', html('/a/x', '/b')),
    '/b': withEtag('"b1"', html('/b/y', '/a/x')),
    '/a/x': withEtag('"x1"', html()),
    '/b/y': withEtag('"y1"', html('/')),
  };

  test('unchanged pages answer 304 and their links are not lost', async () => {
    await using web = await startWebServer(site);
    const first = await crawl(web, '/');
    expect(first.paths.read).toEqual(['/a', '/b', '/a/x', '/b/y', '/']);
    const again = await crawl(web, '/', { held: first.index });
    expect(again.paths.unchanged).toEqual(['/a', '/b', '/a/x', '/b/y']);
    expect(again.paths.read).toEqual(['/']);
    expect(again.index).toEqual(first.index);
  });

  test('a page that changed is read again, and what it newly links to', async () => {
    await using web = await startWebServer(site);
    const first = await crawl(web, '/');
    web.pages.set('/b', withEtag('"b2"', html('/b/y', '/b/z')));
    web.pages.set('/b/z', withEtag('"z1"', html()));
    const again = await crawl(web, '/', { held: first.index });
    expect(again.paths.read).toEqual(['/b', '/b/z', '/']);
    expect(again.paths.unchanged).toEqual(['/a', '/a/x', '/b/y']);
    const third = await crawl(web, '/', { held: again.index });
    expect(third.paths.unchanged).toEqual(['/a', '/b', '/a/x', '/b/y', '/b/z']);
  });

  test('a page stays although the page that found it is gone, until it is gone itself', async () => {
    await using web = await startWebServer(site);
    const first = await crawl(web, '/');
    web.pages.set('/', html('/b'));
    web.pages.delete('/a');
    const second = await crawl(web, '/', { held: first.index });
    expect(second.paths.skipped).toEqual(['/a']);
    expect(second.paths.unchanged).toContain('/a/x');
    const third = await crawl(web, '/', { held: second.index });
    expect(third.paths.unchanged.toSorted()).toEqual(['/a/x', '/b', '/b/y']);
    expect(third.paths.skipped).toEqual([]);
    web.pages.delete('/a/x');
    const fourth = await crawl(web, '/', { held: third.index });
    expect(fourth.paths.skipped).toEqual(['/a/x']);
    const fifth = await crawl(web, '/', { held: fourth.index });
    expect(fifth.paths.skipped).toEqual([]);
  });

  test('a page whose server fails this time stays, with what it led to', async () => {
    await using web = await startWebServer(site);
    const first = await crawl(web, '/');
    web.pages.set('/a', { status: 500 });
    const again = await crawl(web, '/', { held: first.index });
    expect(again.items).toContainEqual({
      type: 'skipped',
      path: `${web.origin}/a`,
      reason: `${web.origin}/a answers 500: the server failed`,
      keep: true,
    });
    expect(again.paths.unchanged).toEqual(['/b', '/a/x', '/b/y']);
    expect(again.index.get(`${web.origin}/a`)).toEqual(first.index.get(`${web.origin}/a`));
  });

  test('the same bytes have the same hash when the server knows no validators', async () => {
    await using web = await startWebServer({ '/': html('/a'), '/a': html() });
    const [first, again] = [await crawl(web, '/'), await crawl(web, '/')];
    expect(again.index).toEqual(first.index);
  });
});

describe('bad input', () => {
  test.each([
    [403, 'AccessDenied', 'never'],
    [404, 'NotFound', 'never'],
    [500, 'Unreachable', 'backoff'],
  ])('a start page that answers %i is an error', async (status, reason, retry) => {
    await using web = await startWebServer({ '/': { status } });
    await expect(crawl(web, '/')).rejects.toMatchObject({ reason, retry });
  });

  test('a host name that does not resolve is an error', async () => {
    await using web = await startWebServer();
    const resolve: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const environment = { ...fakeEnvironment(), resolve };
    await expect(crawl(web, 'http://nowhere.invalid/', { environment })).rejects.toMatchObject({
      reason: 'Unreachable',
      message: 'host name nowhere.invalid does not resolve',
    });
  });

  test('a start page that redirects for ever is an error', async () => {
    await using web = await startWebServer({ '/': redirect('/') });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Malformed',
      message: expect.stringContaining('redirects in a circle'),
    });
  });

  test('a start page that is a picture is an error', async () => {
    await using web = await startWebServer({ '/': { headers: { 'content-type': 'image/png' } } });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Malformed',
      message: `${web.origin}/ is image/png; expected HTML, Markdown or text`,
    });
  });

  test.each(['ftp://example.org/', 'file:///etc/', 'nonsense'])('%s is an error', async (url) => {
    const opening = openWebsite({ url }, optionsWith());
    await expect(opening).rejects.toMatchObject({ reason: 'InvalidSource' });
  });

  test('a start page that never ends, or is a gigabyte, is an error', async () => {
    const options = { limits: { ...limits, requestTimeoutMs: 100 } };
    await using web = await startWebServer({
      '/stall': (_request, response) => void response.writeHead(200).write('<p>'),
      '/large': endless('x'.repeat(10_000)),
    });
    await expect(crawl(web, '/stall', { options })).rejects.toMatchObject({ reason: 'Timeout' });
    await expect(crawl(web, '/large')).rejects.toMatchObject({ reason: 'TooLarge' });
  });

  test('every other page that fails is skipped with the reason, and the rest is read', async () => {
    const options = { limits: { ...limits, requestTimeoutMs: 300 } };
    await using web = await startWebServer({
      '/': html('/403', '/404', '/500', '/round', '/stall', '/large', '/private', '/hangup', '/ok'),
      '/403': { status: 403 },
      '/500': { status: 500 },
      '/round': redirect('/round'),
      '/stall': (_request, response) => void response.writeHead(200).write('<p>'),
      '/large': endless('x'.repeat(10_000)),
      '/private': redirect('http://169.254.169.254/latest/meta-data/'),
      '/hangup': (request) => void request.socket.destroy(),
      '/ok': html(),
    });
    const site = await crawl(web, '/', { options });
    expect(site.paths.read).toEqual(['/ok', '/']);
    const expected: [string, RegExp][] = [
      ['/403', /answers 403/],
      ['/404', /answers 404/],
      ['/500', /answers 500/],
      ['/round', /in a circle/],
      ['/stall', /did not answer in time|did not end in time/],
      ['/large', /larger than 200000 bytes/],
      ['/private', /outside of what is read/],
      ['/hangup', /closes the connection/],
    ];
    for (const [path, reason] of expected) expect(site.reason(path)).toMatch(reason);
  });

  test('a start that leads to a private address is refused, by address and by name', async () => {
    await using web = await startWebServer({ '/': redirect('http://metadata.example/') });
    const resolve: Resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
    const environment = { ...fakeEnvironment(), resolve };
    await expect(crawl(web, '/', { environment })).rejects.toMatchObject({
      reason: 'AddressRefused',
    });
    const options = { allowedRanges: [] };
    await expect(crawl(web, '/', { options })).rejects.toMatchObject({ reason: 'AddressRefused' });
  });

  test('the bytes of a run are bounded', async () => {
    const names = Array.from({ length: 50 }, (_none, index) => `/p${index}`);
    await using web = await startWebServer({ '/': html(...names) });
    for (const name of names) web.pages.set(name, html() + 'x'.repeat(50_000));
    const options = { limits: { ...limits, maxTotalBytes: 200_000 } };
    const site = await crawl(web, '/', { options });
    expect(site.documents.length).toBeLessThan(12);
    expect(site.items.at(-2)).toMatchObject({
      reason: expect.stringContaining('a run reads 200000 bytes at most'),
    });
  });

  test('an abort in the middle ends the crawl with its reason', async () => {
    const controller = new AbortController();
    await using web = await startWebServer({
      '/': html('/a', '/b'),
      '/a': () => controller.abort(new Error('shutting down')),
      '/b': () => {},
    });
    const snapshot = await openWebsite({ url: `${web.origin}/` }, optionsWith(), fakeEnvironment());
    const items = snapshot.documents(() => undefined, controller.signal);
    await expect(drain(items)).rejects.toThrow('shutting down');
    await snapshot.close();
  });

  test('a reader that stops early leaves nothing running', async () => {
    await using web = await startWebServer({ '/': html('/a', '/b'), '/a': html(), '/b': () => {} });
    const snapshot = await openWebsite({ url: `${web.origin}/` }, optionsWith(), fakeEnvironment());
    for await (const item of snapshot.documents(() => undefined, new AbortController().signal)) {
      expect(item.type).toBe('document');
      break;
    }
    await snapshot.close();
  });
});
