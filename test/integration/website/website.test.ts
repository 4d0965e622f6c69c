import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { endless, redirect, startWebServer, type Page } from '../../support/web-server.ts';
import { crawl, html, prose, requested } from './crawl.ts';
import { fakeEnvironment } from './read-source.ts';

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

  test('pages that only list others are followed, but not read', async () => {
    await using web = await startWebServer({
      '/': html('/blog/tags/oak'),
      '/blog/tags/oak': html('/blog/saws'),
      '/blog/saws': html(),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/blog/saws', '/']);
    expect(site.reason('/blog/tags/oak')).toBe('the page only lists other pages');
  });

  test('Markdown beside a page and texts of all pages are left out as copies', async () => {
    const text = { headers: { 'content-type': 'text/plain' }, body: `# Saws\n\n${prose}` };
    const names = ['a', 'b', 'c', 'd', 'e'];
    await using web = await startWebServer({
      '/': html('/a.md', '/guide.md', '/llms-full.txt', ...names),
      ...Object.fromEntries(names.map((name) => [`/${name}`, html(`${name}/index.html.md`)])),
      '/a.md': text,
      '/guide.md': text,
      '/llms-full.txt': text,
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/a', '/b', '/c', '/d', '/e', '/guide.md', '/']);
    expect(requested(web)).not.toContain('/a.md');
  });

  test('Markdown is read beside a page that cannot be read', async () => {
    const text = { headers: { 'content-type': 'text/plain' }, body: `# Saws\n\n${prose}` };
    await using web = await startWebServer({
      '/': html('/a.md', '/a', '/b', '/b.md'),
      '/b': '<div id="root"></div><script src="b.js"></script>',
      '/a.md': text,
      '/b.md': text,
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/a.md', '/b.md', '/']);
  });

  test('a site of docsify is read from the Markdown that its script loads', async () => {
    const markdown = (body: string): Page => ({
      headers: { 'content-type': 'text/markdown' },
      body,
    });
    await using web = await startWebServer({
      '/docs/': '<div id="app"></div><script>window.$docsify = { loadSidebar: true }</script>',
      '/docs/README.md': markdown('# Saws\n\nThey cut[^1].\n\n[^1]: Boards.'),
      '/docs/_sidebar.md': markdown('- [Oil](oil.md)'),
      '/docs/oil.md': markdown('# Oil\n\nUse it.'),
    });
    const site = await crawl(web, '/docs/');
    expect(site.paths.read).toEqual(['/docs/README.md', '/docs/_sidebar.md', '/docs/oil.md']);
    expect(site.paths.skipped).toEqual(['/docs/']);
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

  test('a base URL limits the crawl, whatever else the start page links to', async () => {
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

  test('a start without a slash is a folder if it has pages below it, otherwise a page of its folder', async () => {
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

  test('an endless site ends at maxPages, and the rest is reported', async () => {
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

  test('pages that are not documents do not keep a crawl running forever', async () => {
    let number = 0;
    await using web = await startWebServer();
    const next = (): string => `<meta name=robots content=noindex>${html(`/${(number += 1)}`)}`;
    web.pages.get = (path) => (path.endsWith('.txt') ? undefined : next());
    const site = await crawl(web, '/', { maxPages: 5, maxDepth: 100 });
    expect(site.documents).toEqual([]);
    expect(requested(web).length).toBeLessThan(100);
  });

  test('one path with different queries is read at most fifty times', async () => {
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

  test('lists of names, and the sources of pages and programs, are not requested', async () => {
    await using web = await startWebServer({
      '/': html('/genindex.html', '/_sources/a.rst.txt', '/_modules/acme.html', '/functions.html'),
      '/functions.html': html(),
    });
    expect((await crawl(web, '/')).paths.read).toEqual(['/functions.html', '/']);
    expect(requested(web)).not.toContain('/genindex.html');
  });

  test('formats are recognized by media type, then by extension; others are skipped with their type', async () => {
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
      'text',
      'html',
      'html',
      // A Markdown file may repeat a page that is found later.
      'markdown',
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

  test('the changelog of a site is left out, unless the source names it', async () => {
    await using web = await startWebServer({
      '/docs/': html('changelog/', 'LICENSE.html', 'history.html'),
      '/docs/changelog/': html(),
      '/docs/LICENSE.html': html(),
      '/docs/history.html': html(),
    });
    expect((await crawl(web, '/docs/')).paths.read).toEqual(['/docs/history.html', '/docs/']);
    expect((await crawl(web, '/docs/changelog/')).paths.read).toEqual(['/docs/changelog/']);
  });

  test('a page that its server shows with and without an ending is read once', async () => {
    await using web = await startWebServer({
      '/': html('/saw', '/saw.html', '/oil', '/oil.html', '/axe/', '/axe.html'),
      '/saw': html(),
      '/saw.html': html(),
      '/oil': html('/saw'),
      '/oil.html': html('/axe/'),
      '/axe.html': html(),
      '/axe/': html('/oil'),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/saw', '/oil', '/oil.html', '/axe/', '/axe.html', '/']);
    expect(site.reason('/saw.html')).toBe(`it repeats ${web.origin}/saw`);
  });

  test('a book of mdBook is read by the list of its pages for readers without scripts', async () => {
    const toc = '<noscript><iframe class="sidebar" src="toc.html"></iframe></noscript>';
    const page = `${toc}<iframe src="demo.html"></iframe>${html()}`;
    await using web = await startWebServer({
      '/book/': page,
      '/book/toc.html': `<meta name="robots" content="noindex">${html('cut.html', 'oil.html')}`,
      '/book/cut.html': page,
      '/book/oil.html': page,
      '/book/demo.html': html(),
    });
    const site = await crawl(web, '/book/');
    expect(site.paths.read).toEqual(['/book/cut.html', '/book/oil.html', '/book/']);
  });

  test('a site of DocFX is read by the lists that a script shows', async () => {
    const page = `<meta property="docfx:navrel" content="../toc.html"><meta property="docfx:tocrel" content="toc.html">${html()}`;
    const list = (...links: string[]): string =>
      `<ul>${links.map((link) => `<li><a href="${link}">${prose}</a></li>`).join('')}</ul>`;
    await using web = await startWebServer({
      '/docs/cut/': page,
      '/docs/cut/toc.html': list('saw.html'),
      '/docs/cut/saw.html': page,
      '/docs/toc.html': list('oil/toc.html'),
      '/docs/oil/toc.html': list('can.html'),
      '/docs/oil/can.html': page,
    });
    const site = await crawl(web, '/docs/cut/', { baseUrl: `${web.origin}/docs/` });
    expect(site.paths.read).toEqual(['/docs/cut/saw.html', '/docs/oil/can.html', '/docs/cut/']);
    expect(site.reason('/docs/toc.html')).toBe('the page only lists other pages');
  });

  test('the frames of a page are read', async () => {
    await using web = await startWebServer({
      '/api/': '<frameset><frame src="list.html"><frame src="summary.html"></frameset>',
      '/api/list.html': html('Saw.html'),
      '/api/summary.html': html(),
      '/api/Saw.html': html(),
    });
    const site = await crawl(web, '/api/');
    expect(site.paths.read).toEqual([
      '/api/list.html',
      '/api/summary.html',
      '/api/Saw.html',
      '/api/',
    ]);
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

  test('a canonical page replaces a page, unless it is on another host or in a circle', async () => {
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

  test('a page is read if its canonical page leads back to it or is gone', async () => {
    const canonical = (url: string, ...links: string[]): string =>
      `<link rel="canonical" href="${url}">${html(...links)}`;
    await using web = await startWebServer({
      '/': html('/saw', '/v2/plane', '/rasp', '/vise', '/print', '/awl'),
      '/saw': redirect('/saw.html'),
      '/saw.html': canonical('/saw'),
      '/plane': redirect('/v2/plane'),
      '/v2/plane': canonical('/plane', '/v2/blade'),
      '/v2/blade': canonical('/blade'),
      '/rasp': canonical('/gone'),
      '/vise': canonical('/gone'),
      '/print': canonical('/awl'),
      '/awl': redirect('/awl.html'),
      '/awl.html': canonical('/awl'),
    });
    const first = await crawl(web, '/');
    const pages = ['/saw.html', '/v2/plane', '/rasp', '/vise', '/v2/blade', '/awl.html', '/'];
    expect(first.paths.read.toSorted()).toEqual(pages.toSorted());
    const again = await crawl(web, '/', { held: first.index });
    expect([...again.paths.unchanged, ...again.paths.read].toSorted()).toEqual(pages.toSorted());
    web.pages.set('/', canonical('/gone', '/vise'));
    expect((await crawl(web, '/')).paths.read).toEqual(['/vise', '/']);
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

  test('the target of the start page is the site, by redirect and by forwarding page', async () => {
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

  test('a site with an unreachable robots.txt is not crawled', async () => {
    await using web = await startWebServer({ '/robots.txt': { status: 500 }, '/': html() });
    await expect(crawl(web, '/')).rejects.toMatchObject({
      reason: 'Unreachable',
      retry: 'backoff',
      message: expect.stringContaining('a site whose rules cannot be read is not read either'),
    });
    expect(requested(web)).toEqual(['/robots.txt']);
  });

  test('a forbidden robots.txt, or one that is a web page, forbids nothing', async () => {
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

  test('sitemaps may be named relative to the file that names them', async () => {
    await using web = await startWebServer({
      '/robots.txt': 'Sitemap: /maps/index.xml\nSitemap: http://',
      '/maps/index.xml': '<sitemapindex><sitemap><loc>saws.xml</loc></sitemap></sitemapindex>',
      '/maps/saws.xml': '<urlset><url><loc>/docs/saws</loc></url></urlset>',
      '/docs/': html(),
      '/docs/saws': html(),
    });
    expect((await crawl(web, '/docs/')).paths.read).toEqual(['/docs/saws', '/docs/']);
  });
});

describe('politeness', () => {
  test('four requests at a time at most, in a fixed order', async () => {
    const names = Array.from({ length: 12 }, (_none, index) => `/p${index}`);
    const waiting: (() => void)[] = [];
    // Waits for four requests, then answers the last one first.
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

  test('a busy server is retried after its Retry-After', async () => {
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
