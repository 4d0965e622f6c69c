import type { DocPart } from '../code-symbol.ts';
import { markdownParts, outsideCode } from './markdown-parts.ts';

/** A link to a definition, as cljdoc and Codox show it: `[[cut]]`, `[[shop.saw/cut]]`. */
const link = /\[\[([^\s[\]]{1,100})\]\]/g;

/** Parses docstrings of Clojure, which are Markdown with links to definitions. */
export function cljdocParts(doc: string, fence: string): DocPart[] {
  const shown = outsideCode(doc, (text) => text.replace(link, '`$1`'));
  return markdownParts(shown, { fallback: fence });
}
