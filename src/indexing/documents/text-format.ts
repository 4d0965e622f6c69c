import type { DocumentFormat, SourceDocument } from './document.ts';

/** Characters at the beginning of a file that show its format. */
export const prologueLength = 5_000;

/** Returns the format that a file of text is written in. Some projects write pages in another one than the name of the file says. */
export function formatOfText(content: string): 'markdown' | 'rst' | 'asciidoc' | 'text' {
  const start = content.slice(0, prologueLength);
  if (metadata.test(content) || hasFences(start) || isDoxygenPage(start)) return 'markdown';
  if (isRst(start)) return 'rst';
  return isAsciidoc(start.replaceAll('\r\n', '\n')) ? 'asciidoc' : 'text';
}

/** The metadata of a page of Markdown, as pages for language models have it. */
const metadata = /^---\r?\n(?:title|description|layout|head): ?[^\n]*\n/;

/** Returns the format that a document is written in. The content of a file of text says it. */
export function writtenFormat({
  format,
  content,
}: Pick<SourceDocument, 'format' | 'content'>): DocumentFormat {
  return format === 'text' ? formatOfText(content) : format;
}

/** Returns whether a text begins with a heading of Markdown and has a block of code in it. */
function hasFences(start: string): boolean {
  return /^\s*#{1,2} \S/.test(start) && /^(`{3}|~{3})[^\n]*\n[^]*?^\1[`~]*\s*$/m.test(start);
}

/** Returns whether a text is a comment of C with a page or a group of Doxygen. A license can stand above it. */
function isDoxygenPage(start: string): boolean {
  return (
    /^(?:\s*\/\/[^\n]*\n)*\s*\/\*/.test(start) &&
    /^[ \t]*\*?[ \t]*[@\\](?:defgroup|addtogroup|page|mainpage)\s/m.test(start)
  );
}

/**
 * Returns whether a text is reStructuredText, as in the .txt files of Django and of Sphinx-Gallery. It has a title, and a
 * directive or a target at the margin, or a role such as :ref:`start`. A page without a title begins with a target.
 */
function isRst(start: string): boolean {
  if (/^\.\. _[^:\n]{1,200}:\r?\n/.test(start)) return true;
  if (!/^([=~*#^-])\1{2,}\r?$/m.test(start)) return false;
  return (
    /^\.\. (?:_[^:\n]{1,200}:|(?:[a-z]{1,12}:)?[a-z][\w-]{1,60}::)(?:\s|$)/m.test(start) ||
    /(?:^|[\s(]):(?:[a-z]{1,12}:)?[a-z][a-z-]{1,20}:`[^`\n]{1,200}`/.test(start)
  );
}

/** A heading of AsciiDoc, with signs before it. */
const markedHeading = /^={1,3} \S/m;
/** A line and the line below it, which underlines a title if both are about as long. */
const underlined = /^(\S[^\n]{1,200})\n(={3,}|-{3,})$/gm;
/** An anchor, attributes of a block, an include or a condition, the mark of a further block of an item, a term with the line below it, and a link. */
const asciidocSign =
  /^(?:\[\[[A-Za-z_][\w:.-]{0,80}\]\]|\[(?:source|listing|verse|NOTE|TIP|IMPORTANT|WARNING|CAUTION|horizontal|options=|cols=|role=)[^\]\n]{0,200}\]|(?:include|ifdef|ifndef|image)::[^\s[\]]{0,200}\[[^\]\n]{0,200}\]|\+|[*_'`\w<-][^\n]{0,200}[^\s:]::\n[ \t]*\w[^\n]*)$|\bhttps?:\/\/[^\s[\]()]{1,300}\[[^\]\n]{1,200}\](?!\()/m;

/** An attribute that gives the lines below titles another meaning, which Asciidoctor does not know. */
const ownUnderlines = /^:titles\.underlines:/m;

/** Returns whether a text is AsciiDoc, as in the .txt files of Git and of tools for Linux. It has a title and a sign of AsciiDoc. */
function isAsciidoc(start: string): boolean {
  if (!asciidocSign.test(start) || ownUnderlines.test(start)) return false;
  // Asciidoctor allows one character more or less.
  const isTitle = ([, title = '', line = '']: RegExpExecArray): boolean =>
    Math.abs(title.length - line.length) <= 1;
  return markedHeading.test(start) || start.matchAll(underlined).some(isTitle);
}
