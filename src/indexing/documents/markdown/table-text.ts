import { inlineCode, singleSpaced } from '../clean.ts';
import { decodeEntities } from '../entities.ts';

const lineBreak = /<br[ \t]*\/?>/gi;
/** A break of a long name behind one of its dots: `` `tls.`<br/>`name` ``. */
const brokenName = /(?<=[\w\])>])\.`<br[ \t]*\/?>`(?=[\w<[])/gi;

/** Preformatted text in a cell, as terraform-docs writes types and defaults. */
const cellCode = /<pre(?:\s[^<>\n]{0,300})?>((?:(?!<\/?pre\b)[^\n])*)<\/pre>/gi;

/** The line below the head of a table. */
const tableRule = /^[ \t|:-]+$/gm;

/** Returns a table of Markdown without the padding of its columns, because runs of spaces and dashes cost tokens. Its cells have no HTML for code and breaks. */
export function withoutPadding(table: string): string {
  // A line break would end the row.
  return table
    .replaceAll(cellCode, (_, code: string) =>
      inlineCode(singleSpaced(decodeEntities(code.replaceAll(lineBreak, ' ')))),
    )
    .replaceAll(brokenName, '.')
    .replaceAll(lineBreak, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(tableRule, (rule) => rule.replaceAll(/-{4,}/g, '---'));
}
