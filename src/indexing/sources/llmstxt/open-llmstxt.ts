import { contentHash } from '../content-hash.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { RunError } from '../../../base/errors.ts';
import type { LlmstxtSource } from '../../../resources/library.ts';
import type { HttpClient, HttpResponse } from '../../../base/http/client.ts';
import { systemClock } from '../../../base/http/clock.ts';
import { httpClientFor, type HttpEnvironment } from '../http-environment.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { Snapshot, SourceItem, SourceOptions } from '../source.ts';
import type { SourceFacts } from '../source-facts.ts';
import { LinkedPages } from './linked-pages.ts';
import type { LlmsFile } from './read-file.ts';

// One such file is a whole site's documentation.
const maxFileBytes = 50_000_000;
/** Milliseconds that its reading may take. */
const limitMs = 60_000;

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
    const maxPages = Math.min(source.maxPages ?? 100, options.limits.maxDocuments);
    const whole = maxPages === 0;
    const { response, file } = await fetchLlmstxt(client, source.url, { ...options, whole });
    const { title, description, listed } = file;
    const common = {
      facts: { ...(title && { title }), ...(description && { description }) } satisfies SourceFacts,
      linkTemplate: '{path}',
      close: () => client.close(),
    };
    if (!listed) {
      const documents = file.documents.slice(0, options.limits.maxDocuments);
      const revision = contentHash(response.body);
      return { ...common, revision, total: documents.length, documents: () => itemsOf(documents) };
    }
    const pages = new LinkedPages({
      client,
      parser: options.parser,
      clock: environment.clock ?? systemClock,
      limits: options.limits,
      file: response.url,
      entries: listed,
      maxPages,
    });
    return {
      ...common,
      revision: '',
      documents: async function* (known, signal) {
        yield* itemsOf(file.documents);
        yield* pages.items(known, signal);
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

type FetchOptions = {
  /** The pages that it may list are not wanted. */
  whole?: boolean;
  limits: Pick<SourceOptions['limits'], 'maxTotalBytes'>;
} & Pick<SourceOptions, 'parser' | 'signal'>;

/** Fetches an llms.txt and reads what it lists. Throws RunError. */
export async function fetchLlmstxt(
  client: HttpClient,
  url: string,
  options: FetchOptions,
): Promise<{ response: HttpResponse; file: LlmsFile }> {
  const response = await fetchFile(client, parseHttpUrl(url), options);
  const { whole = false, parser, signal } = options;
  const input = { url: response.url.href, text: response.text(), whole };
  return { response, file: await parser.run('llmstxt', input, { signal, limitMs }) };
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

async function* itemsOf(documents: SourceDocument[]): AsyncGenerator<SourceItem> {
  for (const document of documents) yield { type: 'document', document };
}
