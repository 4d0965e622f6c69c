import { describe, expect, test } from 'vitest';
import { startWebServer, withEtag } from '../../support/web-server.ts';
import type { SourceItem } from '../../../src/indexing/sources/source.ts';
import { crawl, prose, requested } from './crawl.ts';
import type { ReadSource } from './read-source.ts';

interface Translated {
  language?: string;
  /** Addresses by language. */
  alternates?: Record<string, string>;
  links?: string[];
}

/** Returns a page that states its language and the addresses of its translations. */
function page({ language, alternates = {}, links = [] }: Translated): string {
  const head = Object.entries(alternates).map(
    ([name, href]) => `<link rel="alternate" hreflang="${name}" href="${href}">`,
  );
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`);
  const lang = language === undefined ? '' : ` lang="${language}"`;
  return `<!doctype html><html${lang}><head>${head.join('')}<title>A page</title></head><p>${prose}</p>${anchors.join('')}</html>`;
}

const skippedOf = ({ items }: ReadSource): SourceItem[] =>
  items.filter(({ type }) => type === 'skipped');

const urls = (...paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`;

describe('the pages of a site in several languages', () => {
  test('are read in the language of the start page, if it names its translations', async () => {
    await using web = await startWebServer({
      '/': page({
        language: 'en',
        alternates: { en: '/', 'x-default': '/', de: '/de/', 'pt-BR': '/pt-BR/' },
        links: ['/guide', '/de/'],
      }),
      '/guide': page({ language: 'en', links: ['/de/guide'] }),
      '/de/': page({ language: 'de', links: ['/de/guide'] }),
      '/de/guide': page({ language: 'de' }),
      '/sitemap.xml': urls('/guide', '/de/guide', '/pt-BR/guide', '/pt-BR/'),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/guide', '/']);
    expect(skippedOf(site)).toMatchObject([
      {
        reason:
          '4 documents are left out as translations (de, pt-BR); to read another language, start from its page',
        documents: 4,
      },
    ]);
    expect(requested(web).filter((path) => /^\/(?:de|pt)/.test(path))).toEqual([]);
  });

  test('are read in another language from its page', async () => {
    const alternates = { en: '/', de: '/de/' };
    await using web = await startWebServer({
      '/': page({ language: 'en', alternates, links: ['/guide'] }),
      '/guide': page({ language: 'en' }),
      '/de/': page({ language: 'de', alternates, links: ['/de/guide', '/guide'] }),
      '/de/guide': page({ language: 'de' }),
    });
    expect((await crawl(web, '/de/')).paths.read).toEqual(['/de/guide', '/de/']);
  });

  test('are recognized by their language and folder, without a name of the translation', async () => {
    await using web = await startWebServer({
      '/': page({ language: 'en-US', links: ['/guide', '/api', '/zh/guide', '/zh/api'] }),
      '/guide': page({ language: 'en-US' }),
      '/api': page({ language: 'en-US' }),
      '/zh/guide': page({ language: 'zh-CN' }),
      '/zh/api': page({ language: 'zh-CN' }),
    });
    const site = await crawl(web, '/');
    expect(site.paths.read).toEqual(['/guide', '/api', '/']);
    expect(skippedOf(site)).toMatchObject([{ documents: 2 }]);
  });

  test('are recognized beside a folder of the original language', async () => {
    await using web = await startWebServer({
      '/': page({ language: 'en', links: ['/en-us/guide', '/fr-fr/guide', '/fr-fr/api'] }),
      '/en-us/guide': page({ language: 'en-US' }),
      '/fr-fr/guide': page({ language: 'fr-FR' }),
      '/fr-fr/api': page({ language: 'fr-FR' }),
    });
    expect((await crawl(web, '/')).paths.read).toEqual(['/en-us/guide', '/']);
  });

  test('are recognized without a folder, by the address that the original names', async () => {
    await using web = await startWebServer({
      '/docs/': page({ language: 'en', links: ['guide'] }),
      '/docs/guide': page({
        language: 'en',
        alternates: { en: '/docs/guide', fr: '/docs/guide?lang=fr' },
        links: ['/docs/guide?lang=fr', '/docs/guide?page=2'],
      }),
      '/docs/guide?lang=fr': page({ language: 'fr' }),
      '/docs/guide?page=2': page({ language: 'en' }),
    });
    const site = await crawl(web, '/docs/');
    expect(site.paths.read).toEqual(['/docs/guide', '/docs/guide?page=2', '/docs/']);
  });

  test('are all read if they have no original in the language of the site', async () => {
    await using web = await startWebServer({
      '/': page({ language: 'en', links: ['/guide', '/it/rack'] }),
      '/guide': page({ language: 'en' }),
      '/it/rack': page({ language: 'it', links: ['/it/cable'] }),
      '/it/cable': page({ language: 'en' }),
    });
    expect((await crawl(web, '/')).paths.read).toEqual(['/guide', '/it/rack', '/it/cable', '/']);
  });

  test('are all read if a page names itself as all its translations', async () => {
    await using web = await startWebServer({
      '/': page({ language: 'en', alternates: { en: '/', de: '/', fr: '/' }, links: ['/guide'] }),
      '/guide': page({ language: 'en', alternates: { en: '/guide', de: '/guide' } }),
    });
    expect((await crawl(web, '/')).paths.read).toEqual(['/guide', '/']);
  });

  test('disappear from a site that was read in all languages before', async () => {
    await using web = await startWebServer({
      '/': page({ links: ['/guide', '/de/guide'] }),
      '/guide': withEtag('"1"', page({ language: 'en' })),
      '/de/guide': withEtag('"2"', page({ language: 'de' })),
    });
    const before = await crawl(web, '/');
    expect(before.paths.read).toEqual(['/guide', '/de/guide', '/']);
    const links = ['/guide', '/de/guide'];
    web.pages.set('/', page({ language: 'en', alternates: { de: '/de/' }, links }));
    const again = await crawl(web, '/', { held: before.index });
    expect(again.paths.unchanged).toEqual(['/guide']);
    expect(again.paths.read).toEqual(['/']);
  });
});
