import { cleanLines } from './clean.ts';
import type { DocumentParser } from './document.ts';
import { readManPage } from './text-manual.ts';
import { readPlainText } from './text-plain.ts';
import { toDocument } from './text-sections.ts';

/** Reads plain text: headings where they are plain to see, paragraphs, indented code; manual pages as such. */
export const parseText: DocumentParser = (document) => {
  // A terminal shows bold by overstriking: 'N\bN' is one letter.
  const content = document.content.replaceAll('\f', '\n').replace(/[^\n][\b]/g, '');
  const lines = cleanLines(content).map((line) => line.replaceAll('\t', '    ').trimEnd());
  const manual = readManPage(lines);
  return manual === undefined
    ? toDocument(readPlainText(lines), document)
    : toDocument(manual.pieces, document, manual.title);
};
