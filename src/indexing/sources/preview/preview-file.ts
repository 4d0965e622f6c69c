import { describeUrl, parseHttpUrl } from '../../../base/http/http-url.ts';
import type { LlmstxtSource } from '../../../resources/library.ts';
import { fetchLlmstxt } from '../llmstxt/open-llmstxt.ts';
import { acceptDescription } from '../openapi/open-openapi.ts';
import { maxBytesOf } from '../source.ts';
import { listOf } from './listed.ts';
import { limits, type Preview, type PreviewOptions } from './preview.ts';
import { withClient } from './preview-client.ts';

/** Previews an llms.txt: its title and its pages. Throws RunError. */
export async function previewLlmstxt(
  { url }: LlmstxtSource,
  options: PreviewOptions,
): Promise<Preview> {
  const { parser, signal } = options;
  return withClient(options, async (client) => {
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
  });
}

/** Previews an API description: title, version and number of operations. Throws RunError. */
export async function previewOpenapi(url: string, options: PreviewOptions): Promise<Preview> {
  const { parser, signal } = options;
  return withClient(options, async (client) => {
    const response = await client.get(parseHttpUrl(url), {
      signal,
      maxBytes: maxBytesOf('openapi', limits),
      accept: acceptDescription,
    });
    const input = { where: describeUrl(response.url), text: response.text() };
    // Large YAML takes seconds; the signal ends the task.
    const preview = await parser.run('descriptionPreview', input, { signal });
    return { found: { url: response.url.href, ...preview } };
  });
}
