import { expect, test } from 'vitest';
import { startWebServer } from '../../support/web-server.ts';
import { crawl, html, requested } from './crawl.ts';

const pages = ['guide', 'api', 'cli'];

/** Returns the pages of a version below a path, each with links to all of them and to further addresses. */
function version(path: string, ...links: string[]): Record<string, string> {
  const own = pages.map((page) => `${path}${page}`);
  return Object.fromEntries(own.map((address) => [address, html(...own, ...links)]));
}

test('a crawl reads the current version of a site, and names the others', async () => {
  const others = pages.flatMap((page) => [`/2.x/${page}`, `/1.0/${page}`, `/next/${page}`]);
  await using web = await startWebServer({
    '/': html('/2.x/guide', ...pages.map((page) => `/${page}`)),
    ...version('/', ...others),
    ...version('/2.x/', '/2.x/old'),
    '/2.x/old': html(),
    '/sitemap.xml': `<urlset>${['/2.x/old', '/2.x/'].map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`,
  });

  const site = await crawl(web, '/');

  expect(site.paths.read).toEqual(['/guide', '/api', '/cli', '/']);
  expect(site.items.filter(({ type }) => type === 'skipped')).toMatchObject([
    {
      documents: 11,
      reason:
        '11 documents are left out as other versions (1.0, 2.x, next); to read another version, start from its page',
    },
  ]);
  expect(requested(web).filter((path) => /^\/(?:2|1|next)/.test(path))).toEqual([]);
});

test('a crawl that starts in a version reads that version', async () => {
  await using web = await startWebServer({
    '/2.x/': html('/guide', ...pages.map((page) => `/2.x/${page}`)),
    ...version('/2.x/', '/guide'),
    ...version('/'),
  });

  expect((await crawl(web, '/2.x/')).paths.read.toSorted()).toEqual([
    '/2.x/',
    '/2.x/api',
    '/2.x/cli',
    '/2.x/guide',
  ]);
});

test('of versions alone, a crawl reads the highest', async () => {
  await using web = await startWebServer({
    '/': html('/1.0/guide', '/2.0/guide'),
    ...version('/2.0/', ...pages.map((page) => `/1.0/${page}`)),
    ...version('/1.0/', ...pages.map((page) => `/2.0/${page}`)),
    '/sitemap.xml': `<urlset>${pages
      .flatMap((page) => [`/1.0/${page}`, `/2.0/${page}`])
      .map((path) => `<url><loc>${path}</loc></url>`)
      .join('')}</urlset>`,
  });

  expect((await crawl(web, '/')).paths.read.toSorted()).toEqual([
    '/',
    '/2.0/api',
    '/2.0/cli',
    '/2.0/guide',
  ]);
});

test('pages in a folder with a number that no other page repeats are read', async () => {
  await using web = await startWebServer({
    '/': html('/guide', '/releases/2.0/notes', '/saws/3.5/teeth'),
    '/guide': html(),
    '/releases/2.0/notes': html(),
    '/saws/3.5/teeth': html(),
  });

  expect((await crawl(web, '/')).paths.read).toEqual([
    '/guide',
    '/releases/2.0/notes',
    '/saws/3.5/teeth',
    '/',
  ]);
});

test('a version that the other pages name as canonical is read', async () => {
  const canonical = (page: string): string =>
    `<link rel="canonical" href="/2.0/${page}">${html(`/2.0/${page}`)}`;
  await using web = await startWebServer({
    '/': html(...pages.map((page) => `/${page}`)),
    ...Object.fromEntries(pages.map((page) => [`/${page}`, canonical(page)])),
    ...version('/2.0/'),
  });

  expect((await crawl(web, '/')).paths.read.toSorted()).toEqual([
    '/',
    '/2.0/api',
    '/2.0/cli',
    '/2.0/guide',
  ]);
});
