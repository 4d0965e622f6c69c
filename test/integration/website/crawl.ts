import type { WebsiteSource } from '../../../src/resources/library.ts';
import type { SourceOptions } from '../../../src/indexing/sources/source.ts';
import { openWebsite } from '../../../src/indexing/sources/website/open-website.ts';
import type { WebServer } from '../../support/web-server.ts';
import {
  fakeEnvironment,
  optionsWith,
  readAll,
  type Index,
  type ReadSource,
} from './read-source.ts';

/** Enough text for a page to be a document. */
export const prose = 'A sentence that a reader of documentation would want to find again. '.repeat(
  5,
);

/** Returns a page with links. */
export function html(...links: string[]): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join('');
  return `<!doctype html><title>A page</title><p>${prose}</p>${anchors}`;
}

interface CrawlOptions extends Partial<WebsiteSource> {
  held?: Index;
  options?: Partial<SourceOptions>;
  environment?: ReturnType<typeof fakeEnvironment>;
}

/** Crawls from a path of the server, or from a complete URL. */
export function crawl(
  web: WebServer,
  from: string,
  settings: CrawlOptions = {},
): Promise<ReadSource> {
  const { held, options, environment = fakeEnvironment(), ...source } = settings;
  const url = from.startsWith('http') ? from : web.origin + from;
  return readAll(openWebsite({ ...source, url }, optionsWith(options), environment), held);
}

/** Returns the requested paths in order. */
export const requested = (web: WebServer): string[] => web.requests.map(({ path }) => path);
