import { contentHash } from '../content-hash.ts';
import type { OpenapiSource } from '../../resources/library.ts';
import { httpClientFor, type HttpEnvironment } from '../http/environment.ts';
import { describeUrl, parseHttpUrl } from '../http/http-url.ts';
import type { Snapshot, SourceItem, SourceOptions } from '../source.ts';
import { descriptionFacts } from './description-facts.ts';

const accept = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/**
 * Opens an API description: one document. The revision is the hash of its bytes; validators are not used, because some
 * servers behind one address disagree about them. Throws RunError('Malformed') when it is no description.
 */
export async function openOpenapi(
  source: OpenapiSource,
  options: SourceOptions,
  environment: HttpEnvironment = {},
): Promise<Snapshot> {
  const { limits, signal } = options;
  const client = httpClientFor(options, environment);
  try {
    const response = await client.get(parseHttpUrl(source.url), {
      signal,
      maxBytes: limits.maxDocumentBytes,
      accept,
    });
    const content = response.text();
    const facts = descriptionFacts(describeUrl(response.url), content);
    const hash = contentHash(response.body);
    const document: SourceItem = {
      type: 'document',
      document: {
        path: response.url.href,
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
      documents: () => one(document),
      close: () => Promise.resolve(),
    };
  } finally {
    await client.close();
  }
}

async function* one(item: SourceItem): AsyncGenerator<SourceItem> {
  yield item;
}
