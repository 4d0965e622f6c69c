import type { WebsiteSource } from '../../../resources/library.ts';
import type { Parser } from '../../parser.ts';
import type { HttpClient } from '../../../base/http/client.ts';
import { excluder } from '../website/scope.ts';
import { looksUnreadable, pageKey } from '../website/page-url.ts';
import { SiteVersions } from '../website/site-versions.ts';
import { SiteLanguage } from '../website/site-language.ts';
import { sitemapPages, type SitemapLimits } from '../website/sitemap.ts';
import { startOf, type WebsiteStart } from '../website/start.ts';
import { firstOf, type Listed } from './listed.ts';
import { limits, type Preview, type PreviewOptions } from './preview.ts';
import { withClient } from './preview-client.ts';

const sitemapLimits: SitemapLimits = { maxBytes: 2_000_000, maxSitemaps: 10 };
const maxPages = 10_000;
const maxLlmstxtBytes = 5_000_000;

/** Previews a website: its start page as a run reads it, its sitemaps and its llms.txt. Throws RunError. */
export async function previewWebsite(
  source: WebsiteSource,
  options: PreviewOptions,
): Promise<Preview> {
  const { parser, signal, listingMs = 4000 } = options;
  return withClient(options, async (client) => {
    const start = await startOf(client, source, { limits, parser, signal });
    const { url, title, description, skip } = start.page;
    const language = new SiteLanguage(start.page);
    const versions = new SiteVersions(start.scope.prefix);
    // The sitemaps and the llms.txt together.
    const offers = AbortSignal.any([signal, AbortSignal.timeout(listingMs)]);
    const [pages, llmstxt] = await Promise.all([
      listed(client, start, { source, language, versions, parser, signal: offers }),
      llmstxtOf(client, start, offers),
    ]);
    signal.throwIfAborted();
    const left = [language.leftOut(), versions.leftOut()].filter((one) => one !== undefined);
    const found = {
      url: url.href,
      ...(title && { title }),
      ...(description && { description }),
      ...(pages && { pages }),
      ...(llmstxt !== undefined && { llmstxt }),
      ...(left.length > 0 && { leftOut: left.map(({ path, reason }) => `${path}: ${reason}`) }),
      ...(skip !== undefined && { note: `${url.href}: ${skip}` }),
    };
    return { found };
  });
}

interface ListOptions {
  source: WebsiteSource;
  language: SiteLanguage;
  versions: SiteVersions;
  parser: Parser;
  signal: AbortSignal;
}

/** Returns the pages of the sitemaps that a run would request; undefined if there are none, or on a timeout. */
async function listed(
  client: HttpClient,
  { scope, sitemaps, response }: WebsiteStart,
  { source, language, versions, parser, signal }: ListOptions,
): Promise<Listed | undefined> {
  if (source.maxDepth === 0) return undefined;
  const options = { limits: sitemapLimits, parser, signal };
  const excludes = excluder(source.excludePatterns);
  async function* inScope(): AsyncGenerator<string> {
    const seen = new Set<string>();
    const last: URL[] = [];
    for await (const page of sitemapPages(client, sitemaps, options)) {
      const url = scope.resolve(page, response.url);
      if (!url || excludes(url) || looksUnreadable(url) || seen.has(pageKey(url))) continue;
      if (language.leavesOut(url)) continue;
      seen.add(pageKey(url));
      if (versions.has(url)) {
        if (last.length < maxPages) last.push(url);
        continue;
      }
      versions.note(url);
      yield url.href;
    }
    versions.learn(last);
    for (const url of last) if (!versions.leavesOut(url)) yield url.href;
  }
  const pages = await firstOf(inScope(), maxPages).catch(() => undefined);
  return pages && pages.total > 0 ? pages : undefined;
}

async function llmstxtOf(
  client: HttpClient,
  { response, robots }: WebsiteStart,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = new URL('/llms.txt', response.url);
  if (!robots.allows(address)) return undefined;
  try {
    const file = await client.get(address, {
      signal,
      maxBytes: maxLlmstxtBytes,
      onRedirect: refuse,
      onContent: (mediaType) => {
        if (!/^text\/(plain|markdown)$/.test(mediaType)) refuse();
      },
    });
    return /^\s*#\s/.test(file.text().slice(0, 1000)) ? address.href : undefined;
  } catch {
    return undefined;
  }
}

function refuse(): never {
  throw new Error('this is no llms.txt');
}
