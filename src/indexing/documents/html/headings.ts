import { singleSpaced } from '../clean.ts';
import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import {
  attribute,
  childElements,
  classes,
  descendants,
  findElement,
  isElement,
  textOf,
} from './dom.ts';
import type { Element, Node } from './dom.ts';
import type { HtmlContext } from './context.ts';
import { isBadge, isFurniture, isLine, isPermalink } from './furniture.ts';

/** Returns a heading, with the fragment that opens the page there. */
export function headingPieces(element: Element, ctx: HtmlContext): Piece[] {
  const anchor = fragment(ownAnchor(element) || ctx.id);
  ctx.id = '';
  const { text, badges } = headingText(element);
  if (isDetailsHeading(element, text) || isFootnotes(element)) return [];
  if (isAspect(element)) return text === '' ? [] : textPieces(`**${text}**`);
  const name = symbolName(element, text);
  const language = classes(element).includes('code-header') ? 'rust' : 'python';
  return [
    {
      kind: 'heading',
      level: Number(element.name[1]) - (isMember(element) ? 1 : 0),
      title: name || `${topicName(element, ctx)}${text}`,
      ...(anchor !== '' && { anchor }),
    },
    ...(name === '' ? [] : codePieces(text, language)),
    ...textPieces(badges),
  ];
}

/** Returns whether a heading stands above the footnotes of remark. A theme may show it, though it is for screen readers. */
function isFootnotes({ attribs }: Element): boolean {
  return attribs['id'] === 'footnote-label';
}

/** Returns the text of a heading, and that of the badges in it. A heading with nothing else has the text of its badges. */
function headingText(element: Element): { text: string; badges: string } {
  const badges = [
    ...descendants(element, (each) => !isElement(each.parent) || !isBadge(each.parent)),
  ].filter(isBadge);
  const text = plainLine(element, new Set(badges));
  if (text === '') return { text: plainLine(element), badges: '' };
  return { text, badges: badges.map((each) => plainLine(each)).join(', ') };
}

/** Returns the name of a topic of pkgdown before its title. It stands below the title as the name of a file that no reader sees. */
function topicName({ name, parent }: Element, ctx: HtmlContext): string {
  if (name !== 'h1' || !isElement(parent) || !classes(parent).includes('page-header')) return '';
  const file = childElements(parent).find((each) => classes(each).includes('name'));
  const topic = file && /^(.{1,100})\.Rd$/.exec(plainLine(file))?.[1];
  if (file === undefined || topic === undefined) return '';
  ctx.skip.add(file);
  return `${topic}: `;
}

const details =
  /^(?:(?:annotation )?(?:element|constructor|method|field|property)|enum constant) details?$/i;

/** Returns whether a heading stands above the members of a class in Javadoc. It would come between the class and its members. */
function isDetailsHeading({ parent }: Element, text: string): boolean {
  if (!details.test(text) || !isElement(parent)) return false;
  return classes(parent).some((name) => name.endsWith('-details')) || isListItem(parent);
}

/** Returns whether a heading names an aspect of a class or a member in DocFX, such as its parameters. They stay with their subject. */
function isAspect(element: Element): boolean {
  const { name, parent } = element;
  if (!isElement(parent) || parent.name !== 'article' || attribute(parent, 'data-uid') === '') {
    return false;
  }
  return /^h[56]$/.test(name) || (name === 'h4' && classes(element).includes('section'));
}

/** Returns whether a heading names a member of a class in Javadoc. The heading above it is left out. */
function isMember({ name, parent }: Element): boolean {
  if (!isElement(parent)) return false;
  const isOfDetail = name === 'h3' && classes(parent).includes('detail');
  return isOfDetail || (name === 'h4' && isListItem(parent));
}

/** Returns whether an element is an item of the lists of Javadoc before Java 17. */
function isListItem(element: Element): boolean {
  return element.name === 'li' && classes(element).some((name) => name.startsWith('blocklist'));
}

/** Returns the name in a heading of rustdoc or mkdocstrings that is a signature. The name is a better title. */
function symbolName(element: Element, text: string): string {
  if (classes(element).includes('doc-heading')) return /^([\w.]{1,200})\(/.exec(text)?.[1] ?? '';
  if (!classes(element).includes('code-header')) return '';
  const name = findElement(element, (each) =>
    classes(each).some((own) => /^(?:fn|method|associatedconstant|associatedtype)$/.test(own)),
  );
  return name === undefined ? '' : plainText(name).trim();
}

const none: ReadonlySet<Node> = new Set();

/** Returns the text of a heading without its link to itself and other furniture. */
export function plainText(node: Node, skip: ReadonlySet<Node> = none): string {
  const characters = textOf(node);
  if (characters !== undefined) return characters;
  if (!isElement(node) || skip.has(node) || isPermalink(node) || isFurniture(node)) return '';
  if (node.children.length === 0) return emptyText(node);
  let text = node.name === 'div' || isLine(node) ? ' ' : '';
  for (const child of node.children) text += plainText(child, skip);
  return text;
}

/** Returns the text that a reader sees in place of an element without content. */
function emptyText(element: Element): string {
  if (element.name === 'img') return attribute(element, 'alt');
  // The style sheet of gi-docgen writes a dot.
  if (classes(element).includes('sep')) return '.';
  return element.name === 'br' || element.name === 'div' || isLine(element) ? ' ' : '';
}

/** As `plainText`, on one line. */
export function plainLine(node: Node, skip?: ReadonlySet<Node>): string {
  return singleSpaced(plainText(node, skip));
}

/** Returns the id of the heading or of an element in it, or the fragment of its link to itself. */
function ownAnchor(element: Element): string {
  const own = attribute(element, 'id');
  if (own !== '') return own;
  for (const below of descendants(element, (each) => !isFurniture(each))) {
    const named = attribute(below, 'id') || nameOf(below);
    if (named !== '') return named;
    if (isPermalink(below)) return hash(below);
  }
  return besideAnchor(element);
}

/** Returns the name of an anchor. Scaladoc names links to other pages by their targets. */
function nameOf(element: Element): string {
  const isPlace = /^(?:#|$)/.test(attribute(element, 'href'));
  return element.name === 'a' && isPlace ? attribute(element, 'name') : '';
}

/**
 * Returns the fragment of a link beside the heading. GitHub and Starlight put both into a wrapper.
 */
function besideAnchor(element: Element): string {
  const { parent } = element;
  if (!isElement(parent) || !classes(parent).some((name) => name.includes('heading'))) return '';
  const link = childElements(parent).find(
    (child) => child.name === 'a' && attribute(child, 'href').startsWith('#'),
  );
  return link === undefined ? '' : hash(link);
}

function hash(link: Element): string {
  const href = attribute(link, 'href');
  return href.slice(href.indexOf('#') + 1);
}

function fragment(id: string): string {
  const bare = id.trim().replace(/^user-content-/, '');
  return /\s/.test(bare) || bare.length > 300 ? '' : bare;
}
