import type { DocPart } from '../code-symbol.ts';
import { jsdocParts } from './jsdoc.ts';
import { withSymbolNames } from '../../markdown/dialects/docc.ts';
import { outsideFences } from '../../fences.ts';
import { outsideCode } from './markdown-parts.ts';

/** A link to a symbol: `[Saw.cut]`. Links with an address, footnotes and indexes are none. */
const symbolLink = /(?<![\w\]`!])\[([A-Za-z_][\w.]{0,100}(?:\(\))?)\](?![([:])/g;

/** A directive of dartdoc: `{@macro saw.cut}`. */
const directive = /\{@\w[\w-]{0,30}(?:[ \t][^{}\n]{0,200})?\}/g;

/** Parses comments in Markdown with links to symbols, and with the tags of KDoc: those of Kotlin and Dart. */
export function kdocParts(doc: string, fence: string): DocPart[] {
  const known = doc.replace(directive, (found) =>
    /^\{@(?:link|code|value|literal)/.test(found) ? found : '',
  );
  const shown = outsideCode(known, (text) => text.replace(symbolLink, '`$1`'));
  return jsdocParts(shown, fence);
}

/** Parses comments of Swift, whose links to symbols are those of DocC. */
export function swiftDocParts(doc: string, fence: string): DocPart[] {
  return kdocParts(outsideFences(doc, withSymbolNames), fence);
}
