import { describe, expect, test } from 'vitest';
import { redirect, startWebServer, withEtag } from '../../support/web-server.ts';
import { crawl, html } from './crawl.ts';

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

  test('a changed page is read again, with its new links', async () => {
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

  test('a page stays after the deletion of the page that linked to it, until it is deleted itself', async () => {
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

  test('a page stays if an unchanged page links to it, although another page did so first', async () => {
    const tags = '<meta name="robots" content="noindex">';
    await using web = await startWebServer({
      ...site,
      '/': html('/tags', '/a'),
      '/tags': tags + html('/a/x'),
    });
    const first = await crawl(web, '/');
    web.pages.set('/tags', tags + html());
    const again = await crawl(web, '/', { held: first.index });
    expect(again.paths.unchanged).toEqual(['/a', '/a/x', '/b', '/b/y']);
  });

  test('a page whose server fails this time stays, with the pages that it links to', async () => {
    await using web = await startWebServer(site);
    const first = await crawl(web, '/');
    web.pages.set('/a', { status: 500 });
    const again = await crawl(web, '/', { held: first.index });
    expect(again.items).toContainEqual({
      type: 'skipped',
      path: `${web.origin}/a`,
      reason: 'answers 500: the server failed',
      keep: true,
    });
    expect(again.paths.unchanged).toEqual(['/b', '/a/x', '/b/y']);
    expect(again.index.get(`${web.origin}/a`)).toEqual(first.index.get(`${web.origin}/a`));
  });

  describe('of a page that is reached by a redirect', () => {
    const redirecting = {
      '/': withEtag('"0"', html('/a', '/b')),
      '/a': redirect('/a/'),
      '/a/': withEtag('"a1"', html('/a/x')),
      '/a/x': withEtag('"x1"', html()),
      '/b': withEtag('"b1"', html()),
    };

    test('an unchanged page answers 304, and its links are not lost', async () => {
      await using web = await startWebServer(redirecting);
      const first = await crawl(web, '/');
      expect(first.paths.read).toEqual(['/a/', '/b', '/a/x', '/']);

      const again = await crawl(web, '/', { held: first.index });

      expect(again.paths.unchanged).toEqual(['/a/', '/b', '/a/x']);
      expect(again.index).toEqual(first.index);
    });

    test.each(['/a', '/a/'])(
      'the page stays if %s fails this time, with the pages that it links to',
      async (failing) => {
        await using web = await startWebServer(redirecting);
        const first = await crawl(web, '/');
        web.pages.set(failing, { status: 500 });

        const second = await crawl(web, '/', { held: first.index });

        const failure = 'answers 500: the server failed';
        expect(second.reason('/a/')).toBe(
          failing === '/a/' ? failure : `${web.origin}/a ${failure}`,
        );
        expect(second.index).toEqual(first.index);
        const third = await crawl(web, '/', { held: second.index });
        expect(third.index).toEqual(first.index);
      },
    );

    test('a redirect to another page reads that page, also if it has the same ETag', async () => {
      await using web = await startWebServer(redirecting);
      const first = await crawl(web, '/');
      web.pages.set('/a', redirect('/new'));
      web.pages.set('/new', withEtag('"a1"', html('/new/x')));
      web.pages.set('/new/x', withEtag('"y1"', html()));

      const again = await crawl(web, '/', { held: first.index });

      expect(again.paths.read).toEqual(['/new', '/new/x', '/']);
      expect(again.paths.unchanged).toEqual(['/b', '/a/x']);
    });
  });

  test('equal bytes have an equal hash if the server sends no validators', async () => {
    await using web = await startWebServer({ '/': html('/a'), '/a': html() });
    const [first, again] = [await crawl(web, '/'), await crawl(web, '/')];
    expect(again.index).toEqual(first.index);
  });
});
