import { codePieces, definitionPieces, listPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { attribute, childElements, classes, findElement, isElement } from './dom.ts';
import type { Element, Node } from './dom.ts';
import type { HtmlContext } from './context.ts';
import { isFurniture } from './furniture.ts';
import { plainLine, plainText } from './headings.ts';
import { inlineNode, tidy } from './inline.ts';
import { asLabel } from './labels.ts';
import { nimSymbol, pdocSymbol } from './reference.ts';

interface Entry {
  terms: Element[];
  descriptions: Element[];
}

/** Returns a definition list as Markdown, or the API symbols that Sphinx writes as one. */
export function definitionListPieces(list: Element, ctx: HtmlContext): Piece[] {
  const entries = entriesOf(list);
  const items: Piece[][] = [];
  const symbols: Piece[] = [];
  const isSymbol = signatureOf(list);
  for (const { terms, descriptions } of entries) {
    const [first] = terms;
    const whole =
      first && (pdocSymbol(first, descriptions, ctx) ?? nimSymbol(first, descriptions, ctx));
    if (whole !== undefined) {
      symbols.push(whole);
      continue;
    }
    const signature = terms.find(isSymbol);
    const body = descriptions.flatMap((description) => ctx.blocks(description));
    if (signature !== undefined) symbols.push(symbolPiece({ list, signature, terms, body }));
    else {
      const term = terms.map((each) => termText(each, ctx)).filter(Boolean);
      // A wiki indents a text as a definition without a term.
      items.push(term.length === 0 ? body : definitionPieces(term.join(', '), body));
    }
  }
  return [...listPieces(items, () => '- '), ...symbols];
}

/** Returns a term. Sphinx shows the kind of a value behind a colon that only its style sheet has. */
function termText(term: Element, ctx: HtmlContext): string {
  const isKind = (node: Node): boolean => isElement(node) && classes(node).includes('classifier');
  const kinds = term.children.filter(isKind);
  const name = term.children.filter((node) => !isKind(node));
  return [name, ...kinds.map((kind) => [kind])]
    .map((nodes) => tidy(nodes.map((node) => inlineNode(node, ctx)).join('')))
    .join(': ');
}

/** Returns the terms with their definitions. A `<div>` may group them, and another one those of the same name. */
function entriesOf(list: Element): Entry[] {
  const entries: Entry[] = [];
  const elements = childElements(list).flatMap(inGroup).flatMap(inGroup);
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

function inGroup(element: Element): Element[] {
  return element.name === 'div' ? childElements(element) : [element];
}

/** Returns a test for the signatures in a list. */
function signatureOf(list: Element): (term: Element) => boolean {
  if (isTexinfo(list)) return isTexinfoSignature;
  const isOfLdoc = classes(list).includes('function');
  return (term) => isSignature(term) || (isOfLdoc && isLdocSignature(term));
}

/** Returns whether a term is a function of LDoc: an anchor and a bold signature, such as `cut (width)`. */
function isLdocSignature(term: Element): boolean {
  const [anchor, signature] = childElements(term);
  return anchor?.name === 'a' && attribute(anchor, 'name') !== '' && signature?.name === 'strong';
}

function isSignature(term: Element): boolean {
  const hasName = attribute(term, 'id') !== '' && findElement(term, isName) !== undefined;
  return hasName || classes(term).includes('sig');
}

/** Returns whether a list has the definitions of a manual of Texinfo, such as functions and variables. */
function isTexinfo(list: Element): boolean {
  return classes(list).some((name) => /^(?:def|def-block|first-def[a-z]{1,9})$/.test(name));
}

function isTexinfoSignature(term: Element): boolean {
  return attribute(term, 'id') !== '' && texinfoName(term) !== undefined;
}

function texinfoName(term: Element): Element | undefined {
  return findElement(term, (each) => each.name === 'strong', 30);
}

/** Returns the kind before a signature of Texinfo, such as "Function:". */
function texinfoKind(term: Element): Element | undefined {
  return childElements(term).find((each) =>
    classes(each).some((name) => name === 'category' || name === 'category-def'),
  );
}

function isName(element: Element): boolean {
  return classes(element).some((name) => name === 'sig-name' || name === 'descname');
}

function isPrefix(element: Element): boolean {
  return classes(element).some((name) => name === 'sig-prename' || name === 'descclassname');
}

/**
 * Returns the qualified name in a signature. An operation of an HTTP API has its method and its path as names, so that it is its
 * own name. The values of an option follow its name, and are no part of it.
 */
function nameIn(signature: Element): string {
  const parts = childElements(signature);
  const first = parts.findIndex(isName);
  if (parts.filter(isName).length > 1) return plainLine(signature);
  const prefix = parts.slice(0, first === -1 ? undefined : first).findLast(isPrefix);
  return [prefix, parts[first]]
    .map((part) => (part === undefined ? '' : plainText(part)))
    .join('')
    .replace(/\s+/g, '');
}

function nameOfTexinfo(term: Element): string {
  const name = texinfoName(term);
  return name === undefined ? '' : plainLine(name);
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
  const kinds = new Set(terms.map(texinfoKind).filter((kind) => kind !== undefined));
  const text = terms.map((term) => plainLine(term, kinds));
  const language = classes(list)
    .map((name) => languages.get(name))
    .find((found) => found !== undefined);
  const [first] = childElements(signature);
  const anchor = attribute(signature, 'id') || (first ? attribute(first, 'name') : '');
  const name = isTexinfo(list) ? nameOfTexinfo(signature) : nameIn(signature);
  return {
    kind: 'symbol',
    title: name || (text[0]?.replace(/ \(.*/, '') ?? ''),
    ...(anchor !== '' && { anchor }),
    pieces: [
      ...codePieces(text.join('\n'), language ?? ''),
      ...(isLdocSignature(signature) ? body.map(asLabel) : body),
    ],
  };
}
