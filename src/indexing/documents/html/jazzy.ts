import type { Piece } from '../text-pieces.ts';
import type { HtmlContext } from './context.ts';
import { attribute, childElements, classes, findElement } from './dom.ts';
import type { Element } from './dom.ts';
import { plainLine } from './headings.ts';
import { asLabel } from './labels.ts';

/** Text that every symbol has: the heading above its declaration, the language, and the link to its own page. */
const furniture = /^(?:Declaration|Swift|Objective-C|(?:Show|See) (?:more|on GitHub))$/;

/**
 * Returns the symbol that an item of a list documents in pages of jazzy, which documents libraries in Swift. Returns undefined
 * for every other item. The name is a link to itself above the rest of the item. See https://github.com/realm/jazzy.
 */
export function jazzyPieces(item: Element, ctx: HtmlContext): Piece[] | undefined {
  const [head] = childElements(item);
  if (head === undefined || !classes(item).includes('item')) return undefined;
  const name = findElement(head, (each) => classes(each).includes('token'));
  const href = name === undefined ? '' : attribute(name, 'href');
  if (name === undefined || !href.startsWith('#')) return undefined;
  ctx.skip.add(head);
  return [
    {
      kind: 'symbol',
      title: plainLine(name),
      anchor: href.slice(1),
      pieces: ctx.blocks(item).flatMap(withinSymbol),
    },
  ];
}

/** Makes text of a heading within a symbol, such as that above its parameters, and leaves out what every symbol has. */
function withinSymbol(piece: Piece): Piece[] {
  const isCode = piece.kind === 'code' || piece.kind === 'symbol';
  const words = piece.kind === 'heading' ? piece.title : isCode ? '' : piece.text;
  return furniture.test(words.trim()) ? [] : [asLabel(piece)];
}
