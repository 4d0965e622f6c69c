import { convert, NullLogger } from '@asciidoctor/core';
import { readAsciidocLines } from './asciidoc-lines.ts';
import { withoutSiteMacros } from './asciidoc-macros.ts';
import { withMarkedListings } from './code-paragraphs.ts';
import { withTitleUnderlines } from './title-underlines.ts';
import { cleanText } from '../clean.ts';
import type { DocumentParser, SourceDocument } from '../document.ts';
import { parseHtmlFragment } from '../html/html.ts';
import { isData } from '../text.ts';
import { toDocument } from '../text-sections.ts';

/**
 * Maximum length of a document for Asciidoctor, in characters, which a book with its chapters can have. It converts about 500,000 a second.
 */
const longest = 1_500_000;

/**
 * Parses AsciiDoc through Asciidoctor's HTML. `includes/` has replaced the includes before. Reads
 * a document line by line (headings, listings and text) if it is too long for Asciidoctor, could
 * take too long, or fails.
 */
export const parseAsciidoc: DocumentParser = async (document) => {
  const content = isNoText(document) ? '' : withoutLetter(cleanText(document.content));
  const source = withMarkedListings(
    withoutSiteMacros(withTitleUnderlines(withoutFalseAuthors(content)), document.titles),
  );
  const html = source.length <= longest && isTame(source) ? await toHtml(source) : undefined;
  return html === undefined
    ? toDocument(readAsciidocLines(source), document)
    : toDocument(parseHtmlFragment(html, document), document);
};

/** A key or signature of PGP, also below the list of its owners. */
const key = /^\s*-----BEGIN PGP |-----END PGP [A-Z ]{1,40}-----\s*$/;

/** Returns whether a file has the extension asc and is no text: a key, or a table of numbers. */
function isNoText({ path, content }: SourceDocument): boolean {
  return key.test(content) || (/\.asc$/i.test(path) && isData(content.split(/\r?\n/)));
}

/** Makes an appendix a usual section in a document without a title, which is a chapter. Only the book knows its letter. */
function withoutLetter(source: string): string {
  return /^= \S/m.test(source) ? source : source.replace(/^\[appendix\b/gm, '[');
}

async function toHtml(source: string): Promise<string | undefined> {
  try {
    const html: unknown = await convert(source, {
      // In this mode, Asciidoctor reads no file, address or environment variable.
      safe: 'secure',
      standalone: false,
      logger: new NullLogger(),
      attributes: { showtitle: '', 'sectnums!': '', ...fixedClock },
    });
    return typeof html === 'string' ? html.replace(strayPlus, '') : undefined;
  } catch {
    return undefined;
  }
}

/** A plus that continues no list. */
const strayPlus = /<p>\+<\/p>/g;

/** Maximum number of lines above the title of a document. */
const mostAbove = 500;
/** Names with addresses, as Asciidoctor documents the line of authors. */
const authors =
  /^(?:(?:^|;[ \t]*)[\p{L}\p{N}_][\p{L}\p{N}_'.-]*(?:[ \t]+[\p{L}\p{N}_][\p{L}\p{N}_'.-]*){0,2}(?:[ \t]+<[^<>]*>)?)+$/u;

/**
 * Puts a blank line between the title and text right below it. Asciidoctor takes any such text for authors and a
 * revision. Books include documents below their own title, where it is a paragraph.
 */
function withoutFalseAuthors(source: string): string {
  const lines = source.split('\n', mostAbove);
  const title = lines.findIndex((line) => !/^(?:$|:[\w!-]+:|\/\/|\[.*\]\s*$)/.test(line));
  const [heading = '', below = '', next = '', after = ''] = title === -1 ? [] : lines.slice(title);
  // Only attributes, a comment or the revision follow the authors. Pages of JBake name anything as their author above a date.
  const namesAuthors =
    (authors.test(below.slice(0, 300).trimEnd()) && /^(?:$|[:/]|v?\d)/.test(next)) ||
    (/^\d{4}-\d\d-\d\d\s*$/.test(next) && after.startsWith(':'));
  const isText = /^[\p{L}\p{N}`*_"'(]/u.test(below) && !namesAuthors;
  if (!/^= \S/.test(heading) || !isText) return source;
  const end = lines.slice(0, title + 1).join('\n').length;
  return `${source.slice(0, end)}\n${source.slice(end)}`;
}

/** Makes the sections of a document independent of the current time. */
const fixedClock = {
  localdate: '1970-01-01',
  localtime: '00:00:00 UTC',
  docdate: '1970-01-01',
  doctime: '00:00:00 UTC',
};

/** Maximum number of steps of Asciidoctor's patterns. 7e8 steps take about a second. */
const mostSteps = 2e9;

/**
 * Returns whether Asciidoctor converts a text in bounded time. From every mark of inline markup,
 * it looks for the closing one up to the end of the paragraph. So unclosed marks cost quadratic
 * time.
 */
function isTame(source: string): boolean {
  let steps = 0;
  for (const paragraph of source.split(/\n[ \t]*\n/)) {
    steps += (paragraph.match(/[^\w\s.,]/g)?.length ?? 0) * paragraph.length;
  }
  return steps <= mostSteps;
}
