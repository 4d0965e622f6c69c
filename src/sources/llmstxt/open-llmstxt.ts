import { contentHash } from '../content-hash.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { RunError } from '../../errors.ts';
import type { LlmstxtSource } from '../../resources/library.ts';
import type { HttpClient, HttpResponse } from '../http/client.ts';
import { systemClock } from '../http/clock.ts';
import { httpClientFor, type HttpEnvironment } from '../http/environment.ts';
import { describeUrl, parseHttpUrl } from '../http/http-url.ts';
import type { Snapshot, SourceFacts, SourceItem, SourceOptions } from '../source.ts';
import { LinkedPages } from './linked-pages.ts';
import { pagePaths } from './page-paths.ts';
import { readIndex, type LlmsIndex } from './read-index.ts';
import { splitPages } from './split-pages.ts';

// One such file is a whole site's documentation.
const maxFileBytes = 50_000_000;

// Below this an index has no text of its own beyond its title and summary.
const minProse = 400;

/**
 * Opens an llms.txt: the pages it lists, under their titles in it; or a file that holds its pages itself (llms-full.txt,
 * llms-small.txt), cut into them. Such a file's revision is its hash. That of a list is unknown, as its pages change on
 * their own. Throws RunError when the file cannot be read or is a web page.
 */
export async function openLlmstxt(
  source: LlmstxtSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  const client = httpClientFor(options, environment);
  try {
    const { response, text, index, listsPages } = await fetchLlmstxt(client, source.url, options);
    const { title, description } = index;
    const common = {
      facts: { ...(title && { title }), ...(description && { description }) } satisfies SourceFacts,
      linkTemplate: '{path}',
      close: () => client.close(),
    };
    const maxPages = Math.min(source.maxPages ?? 100, options.limits.maxDocuments);
    if (maxPages === 0 || !listsPages) {
      const documents = wholeFile(response.url, text).slice(0, options.limits.maxDocuments);
      const revision = contentHash(response.body);
      return { ...common, revision, total: documents.length, documents: () => itemsOf(documents) };
    }
    const pages = new LinkedPages({
      client,
      clock: environment.clock ?? systemClock,
      limits: options.limits,
      file: response.url,
      entries: index.entries,
      maxPages,
    });
    return {
      ...common,
      revision: '',
      documents: async function* (known, signal) {
        if (index.prose.length >= minProse) yield* itemsOf([ownText(response.url, index)]);
        yield* pages.items(known, signal);
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The file, read. */
export interface FetchedLlmstxt {
  response: HttpResponse;
  text: string;
  index: LlmsIndex;
  /** It lists its pages; otherwise it holds them itself. */
  listsPages: boolean;
}

type FetchOptions = { limits: Pick<SourceOptions['limits'], 'maxTotalBytes'> } & Pick<
  SourceOptions,
  'signal'
>;

/** Fetches an llms.txt and reads what it lists. Throws RunError. */
export async function fetchLlmstxt(
  client: HttpClient,
  url: string,
  options: FetchOptions,
): Promise<FetchedLlmstxt> {
  const response = await fetchFile(client, parseHttpUrl(url), options);
  const text = response.text();
  const index = readIndex(text);
  return { response, text, index, listsPages: isIndex(response.url, text, index) };
}

async function fetchFile(
  client: HttpClient,
  url: URL,
  { limits, signal }: FetchOptions,
): Promise<HttpResponse> {
  const response = await client.get(url, {
    signal,
    maxBytes: Math.min(maxFileBytes, limits.maxTotalBytes),
    accept: 'text/plain, text/markdown;q=0.9, */*;q=0.5',
    onContent: (mediaType, at) => {
      if (mediaType.includes('html')) throw notText(at, 'an HTML page');
    },
  });
  const start = response.text().slice(0, 1000);
  if (/^\s*<(!doctype|html)\b/i.test(start)) throw notText(response.url, 'an HTML page');
  if (start.includes('\0')) throw notText(response.url, 'a binary file');
  return response;
}

function notText(url: URL, found: string): RunError {
  return new RunError(
    'Malformed',
    `${describeUrl(url)} is ${found}; expected the Markdown of an llms.txt, llms-full.txt or llms-small.txt`,
  );
}

/** By its name, or where that says nothing, when links are more than a fifth of it. */
function isIndex(url: URL, text: string, { entries, prose }: LlmsIndex): boolean {
  if (entries.length === 0 || /llms[-_.](full|small|medium|ctx)/i.test(url.pathname)) return false;
  return prose.length < text.length * 0.8;
}

function wholeFile(url: URL, text: string): SourceDocument[] {
  const pages = splitPages(text);
  const paths = pagePaths(url, pages);
  return pages.map((page, index) => ({
    path: paths[index] ?? url.href,
    format: 'markdown',
    content: page.text,
    hash: contentHash(page.text),
    ...(page.title && { title: page.title }),
  }));
}

function ownText(url: URL, { title, prose }: LlmsIndex): SourceDocument {
  return {
    path: url.href,
    format: 'markdown',
    content: prose,
    hash: contentHash(prose),
    ...(title && { title }),
  };
}

async function* itemsOf(documents: SourceDocument[]): AsyncGenerator<SourceItem> {
  for (const document of documents) yield { type: 'document', document };
}
