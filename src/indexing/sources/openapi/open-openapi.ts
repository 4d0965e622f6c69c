import { createHash } from 'node:crypto';
import { RunError } from '../../../base/errors.ts';
import { decodeText } from '../../../base/http/charset.ts';
import { readBounded } from '../../../base/http/bounded-body.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { DescriptionUpload } from '../../../resources/library.ts';
import { contentHash } from '../content-hash.ts';
import { httpClientFor, type HttpEnvironment } from '../http-environment.ts';
import type { SourceFacts } from '../source-facts.ts';
import { maxBytesOf, type Snapshot, type SourceItem, type SourceOptions } from '../source.ts';
import { maxDescriptionBytes } from './check-description.ts';
import { descriptionMs } from './description-facts.ts';

/** Media types of descriptions, in order of preference. */
export const acceptDescription =
  'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/**
 * Opens an API description at a URL: one document, whose revision is the hash of its bytes. Does not use validators,
 * because servers behind one address can disagree about them. Throws RunError('Malformed') if it is no description.
 */
export async function openOpenapi(
  { url }: { url: string },
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  const { limits, parser, signal } = options;
  const client = httpClientFor(options, environment);
  try {
    const response = await client.get(parseHttpUrl(url), {
      signal,
      maxBytes: maxBytesOf('openapi', limits),
      accept: acceptDescription,
    });
    const content = response.text();
    const input = { where: describeUrl(response.url), text: content };
    const facts = await parser.run('description', input, { signal, limitMs: descriptionMs });
    const hash = contentHash(response.body);
    return oneDocument({ path: response.url.href, content, hash, facts });
  } finally {
    await client.close();
  }
}

/**
 * Opens an uploaded API description: one document, whose revision is its hash. Throws RunError('NotFound') if the upload is
 * missing, and 'Malformed' if it is not the file that the Library names.
 */
export async function openUploadedOpenapi(
  { name, sha256, fileName }: DescriptionUpload,
  { uploads, parser, signal }: Pick<SourceOptions, 'uploads' | 'parser' | 'signal'>,
): Promise<Snapshot> {
  const stored = await uploads?.open(name);
  if (!stored) {
    const message = `The upload ${name} is not in the store of uploads; send ${fileName} again`;
    throw new RunError('NotFound', message);
  }
  const body = await readBounded(whileActive(stored, signal), maxDescriptionBytes, () => {
    return new RunError('TooLarge', `The upload has more than ${maxDescriptionBytes} bytes`);
  });
  if (createHash('sha256').update(body).digest('hex') !== sha256) {
    const message = `The upload ${name} is not the file ${fileName} that this Library was made of; send it again`;
    throw new RunError('Malformed', message);
  }
  const content = decodeText(body);
  const input = { where: fileName, text: content };
  const facts = await parser.run('description', input, { signal, limitMs: descriptionMs });
  return oneDocument({ path: fileName, content, hash: sha256, facts });
}

async function* whileActive(
  stored: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stored) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Returns a snapshot with a description as its only document. */
function oneDocument(description: {
  /** Its URL, or the name of its file. */
  path: string;
  content: string;
  hash: string;
  facts: SourceFacts;
}): Snapshot {
  const { path, content, hash, facts } = description;
  const item: SourceItem = {
    type: 'document',
    document: {
      path,
      format: 'openapi',
      content,
      hash,
      ...(facts.title && { title: facts.title }),
    },
  };
  return {
    revision: hash,
    facts,
    linkTemplate: '{path}',
    total: 1,
    documents: () => one(item),
    close: () => Promise.resolve(),
  };
}

async function* one(item: SourceItem): AsyncGenerator<SourceItem> {
  yield item;
}
