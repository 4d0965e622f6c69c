import type { LlmstxtSource } from '../../resources/library.ts';
import { HttpClient } from '../http/client.ts';
import { fetchLlmstxt } from '../llmstxt/open-llmstxt.ts';
import { splitPages } from '../llmstxt/split-pages.ts';
import { idleMs, limits, listOf, type Look, type LookOptions } from './found.ts';

/** Looks at an llms.txt: its title, and the pages that it lists or holds. Throws RunError. */
export async function lookAtLlmstxt(
  { url }: LlmstxtSource,
  { allowedRanges, signal }: LookOptions,
): Promise<Look> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const { response, text, index, listsPages } = await fetchLlmstxt(client, url, {
      limits,
      signal,
    });
    const { title, description, entries } = index;
    const pages = listsPages ? entries.map((entry) => entry.title) : titlesIn(text);
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

function titlesIn(text: string): string[] {
  return splitPages(text).map(({ title }, at) => title || `Page ${at + 1}`);
}
