/**
 * What a crawl remembers of a page in its document's validator. On a refresh a page that answers "not modified" comes
 * without its links, and the crawl would end there. So each page also remembers the links it was the first to find:
 * over all pages these are one entry a page, where all links of all pages would be the square of that.
 */
export interface PageMemory {
  /** ETag or Last-Modified; '' when the server sent none. */
  validator: string;
  /** URLs this page was the first to lead to. */
  links: URL[];
}

/** The text to store; links of the page's own origin without it. */
export function writeMemory(page: URL, memory: PageMemory): string {
  const links = memory.links.map((link) =>
    link.origin === page.origin && !link.pathname.startsWith('//')
      ? link.pathname + link.search
      : link.href,
  );
  return JSON.stringify([memory.validator, ...links]);
}

/** What `writeMemory` stored; empty for anything else. */
export function readMemory(page: URL, text: string | undefined): PageMemory {
  const parts = parse(text);
  const links = parts.slice(1).map((part) => URL.parse(part, page.origin));
  return { validator: parts[0] ?? '', links: links.filter((link) => link !== null) };
}

function parse(text: string | undefined): string[] {
  if (!text?.startsWith('[')) return [];
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}
