import { convert, NullLogger } from '@asciidoctor/core';
import { readAsciidocLines } from './asciidoc-lines.ts';
import { cleanText } from './clean.ts';
import type { DocumentParser } from './document.ts';
import { parseHtmlFragment } from './html/html.ts';
import { toDocument } from './text-sections.ts';

/** Longest document given to Asciidoctor, which converts about half a megabyte a second. */
const longest = 500_000;

/**
 * Reads AsciiDoc through Asciidoctor's HTML. includes/ replaced the includes before; a document too long for it, or one it fails on, is
 * read line by line: headings, listings and text.
 */
export const parseAsciidoc: DocumentParser = async (document) => {
  const source = cleanText(document.content);
  const html = source.length <= longest && isTame(source) ? await toHtml(source) : undefined;
  return html === undefined
    ? toDocument(readAsciidocLines(source), document)
    : toDocument(parseHtmlFragment(html, document), document);
};

async function toHtml(source: string): Promise<string | undefined> {
  try {
    const html: unknown = await convert(source, {
      // No file, address or environment variable is read in this mode.
      safe: 'secure',
      standalone: false,
      logger: new NullLogger(),
      attributes: { showtitle: '', ...fixedClock },
    });
    return typeof html === 'string' ? html : undefined;
  } catch {
    return undefined;
  }
}

/** The same document gives the same sections at any time. */
const fixedClock = {
  localdate: '1970-01-01',
  localtime: '00:00:00 UTC',
  docdate: '1970-01-01',
  doctime: '00:00:00 UTC',
};

/** Steps its patterns may need, at about a second for 7e8. */
const mostSteps = 2e9;

/** Asciidoctor looks from every mark of inline markup to the end of its paragraph: quadratic where none are closed. */
function isTame(source: string): boolean {
  let steps = 0;
  for (const paragraph of source.split(/\n[ \t]*\n/)) {
    steps += (paragraph.match(/[^\w\s.,]/g)?.length ?? 0) * paragraph.length;
  }
  return steps <= mostSteps;
}
