import type { LlmstxtSource } from '../../../resources/library.ts';
import { HttpClient } from '../../../base/http/client.ts';
import { fetchLlmstxt } from '../llmstxt/open-llmstxt.ts';
import { idleMs, limits, listOf, type Look, type LookOptions } from './found.ts';

/** Looks at an llms.txt: its title, and the pages that it lists or holds. Throws RunError. */
export async function lookAtLlmstxt(
  { url }: LlmstxtSource,
  { allowedRanges, parser, signal }: LookOptions,
): Promise<Look> {
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
