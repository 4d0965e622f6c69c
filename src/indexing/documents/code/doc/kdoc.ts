import { FenceTracker, outsideSpans } from '../../fences.ts';
import type { DocPart } from '../code-symbol.ts';
import { jsdocParts } from './jsdoc.ts';

/** A link to a symbol: `[Saw.cut]`. Links with an address, footnotes and indexes are none. */
const symbolLink = /(?<![\w\]`!])\[([A-Za-z_][\w.]{0,100}(?:\(\))?)\](?![([:])/g;

/** A directive of dartdoc: `{@macro saw.cut}`. */
const directive = /\{@\w[\w-]{0,30}(?:[ \t][^{}\n]{0,200})?\}/g;

/** Parses comments in Markdown with links to symbols, and with the tags of KDoc: those of Kotlin, Swift and Dart. */
export function kdocParts(doc: string, fence: string): DocPart[] {
  const fences = new FenceTracker();
  const shown = doc
    .replace(directive, (found) => (/^\{@(?:link|code|value|literal)/.test(found) ? found : ''))
    .split('\n')
    .map((line) =>
      fences.advance(line) ? line : outsideSpans(line, (text) => text.replace(symbolLink, '`$1`')),
    );
  return jsdocParts(shown.join('\n'), fence);
}
