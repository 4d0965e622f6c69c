/**
 * A crawl's facts about a page, stored in the validator of its document. A response "not modified"
 * has no links, so a refresh would end at that page. Therefore each page also stores the links that
 * it was the first to contain. This needs about one entry for each page, while all links of all
 * pages would grow with the square of the pages.
 */
export interface PageMemory {
  /** ETag or Last-Modified; '' if the server sent neither. */
  validator: string;
  /** URLs that this page was the first to link to. */
  links: URL[];
}

/** Returns the text to store. Links within the page's origin omit the origin. */
export function writeMemory(page: URL, memory: PageMemory): string {
  const links = memory.links.map((link) =>
    link.origin === page.origin && !link.pathname.startsWith('//')
      ? link.pathname + link.search
      : link.href,
  );
  return JSON.stringify([memory.validator, ...links]);
}

/** Parses the text of `writeMemory`; empty for any other text. */
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
