import { HttpClient } from '../../../base/http/client.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import { acceptDescription } from '../openapi/open-openapi.ts';
import { idleMs, limits, type Look, type LookOptions } from './found.ts';

/** Looks at an API description: title, version and how many operations it has. Throws RunError. */
export async function lookAtOpenapi(
  url: string,
  { allowedRanges, parser, signal }: LookOptions,
): Promise<Look> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const response = await client.get(parseHttpUrl(url), {
      signal,
      maxBytes: limits.maxDocumentBytes,
      accept: acceptDescription,
    });
    const input = { where: describeUrl(response.url), text: response.text() };
    // Large YAML takes seconds of a core; the look's own signal ends it.
    const told = await parser.run('descriptionLook', input, { signal });
    return { found: { url: response.url.href, ...told } };
  } finally {
    await client.close();
  }
}
