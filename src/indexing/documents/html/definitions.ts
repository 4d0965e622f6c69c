import { codePieces, definitionPieces, listPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { attribute, childElements, classes, findElement } from './dom.ts';
import type { Element } from './dom.ts';
import type { HtmlContext } from './context.ts';
import { isFurniture } from './furniture.ts';
import { plainText } from './headings.ts';
import { inlineMarkdown } from './inline.ts';

interface Entry {
  terms: Element[];
  descriptions: Element[];
}

/** Returns a definition list as Markdown, or the API symbols that Sphinx writes as one. */
export function definitionListPieces(list: Element, ctx: HtmlContext): Piece[] {
  const entries = entriesOf(list);
  const items: Piece[][] = [];
  const symbols: Piece[] = [];
  for (const { terms, descriptions } of entries) {
    const signature = terms.find(isSignature);
    const body = descriptions.flatMap((description) => ctx.blocks(description));
    if (signature !== undefined) symbols.push(symbolPiece({ list, signature, terms, body }));
    else {
      const term = terms.map((each) => inlineMarkdown(each, ctx)).filter(Boolean);
      items.push(definitionPieces(term.join(', '), body));
    }
  }
  return [...listPieces(items, () => '- '), ...symbols];
}

/** Returns the terms with their definitions. A `<div>` may group them. */
function entriesOf(list: Element): Entry[] {
  const entries: Entry[] = [];
  const elements = childElements(list).flatMap((child) =>
    child.name === 'div' ? childElements(child) : [child],
  );
  for (const element of elements) {
    const last = entries.at(-1);
    if (isFurniture(element)) continue;
    if (element.name === 'dt') {
      if (last === undefined || last.descriptions.length > 0) {
        entries.push({ terms: [element], descriptions: [] });
      } else last.terms.push(element);
    } else if (element.name === 'dd') {
      if (last === undefined) entries.push({ terms: [], descriptions: [element] });
      else last.descriptions.push(element);
    }
  }
  return entries;
}

function isSignature(term: Element): boolean {
  return classes(term).includes('sig') || (attribute(term, 'id') !== '' && hasName(term));
}

function hasName(term: Element): boolean {
  return nameElement(term) !== undefined;
}

function nameElement(term: Element): Element | undefined {
  return findElement(term, (each) =>
    classes(each).some((name) => name === 'sig-name' || name === 'descname'),
  );
}

interface SymbolParts {
  list: Element;
  signature: Element;
  terms: Element[];
  body: Piece[];
}

const languages = new Map([
  ['py', 'python'],
  ['js', 'javascript'],
  ['c', 'c'],
  ['cpp', 'cpp'],
  ['php', 'php'],
]);

function symbolPiece({ list, signature, terms, body }: SymbolParts): Piece {
  const text = terms.map((term) => plainText(term).replace(/\s+/g, ' ').trim());
  const language = classes(list)
    .map((name) => languages.get(name))
    .find((found) => found !== undefined);
  const prefix = findElement(signature, (each) =>
    classes(each).some((name) => name === 'sig-prename' || name === 'descclassname'),
  );
  const name = nameElement(signature);
  const title =
    name === undefined
      ? (text[0] ?? '')
      : (prefix === undefined ? '' : plainText(prefix)) + plainText(name);
  const anchor = attribute(signature, 'id');
  return {
    kind: 'symbol',
    title: title.replace(/\s+/g, ''),
    ...(anchor !== '' && { anchor }),
    pieces: [...codePieces(text.join('\n'), language ?? ''), ...body],
  };
}
