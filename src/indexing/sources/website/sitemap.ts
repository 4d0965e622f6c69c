import type { Sitemap } from './parse-sitemap.ts';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { RunError } from '../../../base/errors.ts';
import type { Parser } from '../../parser.ts';
import { decodeText } from '../../../base/http/charset.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';

/** Limits for a site's sitemaps: bytes of each, and their number. */
export interface SitemapLimits {
  maxBytes: number;
  maxSitemaps: number;
}

interface SitemapOptions {
  limits?: SitemapLimits;
  parser: Parser;
  signal: AbortSignal;
}

const usual: SitemapLimits = { maxBytes: 10_000_000, maxSitemaps: 50 };
const unzip = promisify(gunzip);

/**
 * Yields the pages of sitemaps, and of the sitemaps that these list, breadth first. Ignores a sitemap that cannot be read.
 */
export async function* sitemapPages(
  client: HttpClient,
  addresses: readonly string[],
  options: SitemapOptions,
): AsyncGenerator<string> {
  const { limits = usual } = options;
  const { maxSitemaps } = limits;
  const queue = [...addresses];
  const seen = new Set<string>();
  for (const address of queue) {
    if (seen.has(address)) continue;
    if (seen.size >= maxSitemaps) return;
    seen.add(address);
    const sitemap = await fetchSitemap(client, address, { ...options, limits });
    yield* sitemap.pages;
    queue.push(...resolveSitemaps(sitemap.sitemaps.slice(0, maxSitemaps), address));
  }
}

/** Returns the URLs of sitemaps. Sites also name them relative to the file that names them. */
export function resolveSitemaps(named: readonly string[], file: string): string[] {
  return named.flatMap((sitemap) => URL.parse(sitemap, file)?.href ?? []);
}

async function fetchSitemap(
  client: HttpClient,
  address: string,
  { limits: { maxBytes }, parser, signal }: Required<SitemapOptions>,
): Promise<Sitemap> {
  try {
    const response = await client.get(address, { signal, maxBytes });
    const text = await unpacked(response, maxBytes);
    return await parser.run('sitemap', text, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunError) return { pages: [], sitemaps: [] };
    throw error;
  }
}

/** Returns the text of a sitemap; '' if it cannot be decompressed. */
async function unpacked(response: HttpResponse, maxBytes: number): Promise<string> {
  const { body } = response;
  if (body[0] !== 0x1f || body[1] !== 0x8b) return response.text();
  const unzipped = await unzip(body, { maxOutputLength: maxBytes }).catch(() => undefined);
  return unzipped ? decodeText(unzipped) : '';
}
