import { contentHash } from '../content-hash.ts';
import { httpClientFor, type HttpEnvironment } from '../http-environment.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import { descriptionMs } from './description-facts.ts';
import { oneDocument } from './one-document.ts';

/** Media types of descriptions in the order they are wanted. */
export const acceptDescription =
  'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/**
 * Opens an API description at a URL: one document. The revision is the hash of its bytes; validators are not used, because
 * some servers behind one address disagree about them. Throws RunError('Malformed') when it is no description.
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
      maxBytes: limits.maxDocumentBytes,
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
