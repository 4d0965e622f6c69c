import { HttpClient } from '../../../base/http/client.ts';
import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { LlmstxtSource } from '../../../resources/library.ts';
import { fetchLlmstxt } from '../llmstxt/open-llmstxt.ts';
import { acceptDescription } from '../openapi/open-openapi.ts';
import { maxBytesOf } from '../source.ts';
import { listOf } from './listed.ts';
import { idleMs, limits, type Preview, type PreviewOptions } from './preview.ts';

/** Previews an llms.txt: its title and its pages. Throws RunError. */
export async function previewLlmstxt(
  { url }: LlmstxtSource,
  { allowedRanges, parser, signal }: PreviewOptions,
): Promise<Preview> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const { response, file } = await fetchLlmstxt(client, url, { limits, parser, signal });
    const { title, description, listed, documents } = file;
    const pages = (listed ?? documents).map((page, at) => page.title || `Page ${at + 1}`);
    const found = {
      url: response.url.href,
      ...(title && { title }),
      ...(description && { description }),
      pages: listOf(pages),
    };
    return { found };
  } finally {
    await client.close();
  }
}

/** Previews an API description: title, version and number of operations. Throws RunError. */
export async function previewOpenapi(
  url: string,
  { allowedRanges, parser, signal }: PreviewOptions,
): Promise<Preview> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const response = await client.get(parseHttpUrl(url), {
      signal,
      maxBytes: maxBytesOf('openapi', limits),
      accept: acceptDescription,
    });
    const input = { where: describeUrl(response.url), text: response.text() };
    // Large YAML takes seconds; the signal ends the task.
    const preview = await parser.run('descriptionPreview', input, { signal });
    return { found: { url: response.url.href, ...preview } };
  } finally {
    await client.close();
  }
}
