import { byWord } from '../by-word.ts';
import { inlineCode, pageLink, singleSpaced } from '../clean.ts';
import { attribute, isElement, lineText, rawText, textOf } from './dom.ts';
import type { Element, Node, Parent } from './dom.ts';
import { formulaText } from './math.ts';
import { endpointOf, isBadge, isFurniture, isLine, isPermalink } from './furniture.ts';

/** The page around inline text. */
export interface InlineContext {
  /** Origin of the page ('https://x.org'); '' for a file. */
  origin: string;
}

type Writer = (element: Element, ctx: InlineContext) => string;

/** Returns the text below a node as Markdown. Only `<br>` breaks a line. */
export function inlineMarkdown(parent: Parent, ctx: InlineContext): string {
  return tidy(inlineOf(parent, ctx));
}

/** Joins spaces. Removes spaces beside line breaks and at both ends. */
export function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** Returns inline text before `tidy`. Its outer spaces tell whether two words touch. */
export function inlineNode(node: Node, ctx: InlineContext): string {
  const characters = textOf(node);
  if (characters !== undefined) return characters.replace(/\s+/g, ' ');
  if (!isElement(node) || isFurniture(node) || isPermalink(node)) return '';
  if (isBadge(node) || isLine(node)) return ` ${inlineOf(node, ctx)} `;
  return (writers.get(node.name) ?? inlineOf)(node, ctx);
}

function inlineOf(parent: Parent, ctx: InlineContext): string {
  let text = '';
  for (const child of parent.children) text += inlineNode(child, ctx);
  return text;
}

const writers = byWord<Writer>([
  ['br', () => '\n'],
  ['wbr', () => ''],
  ['img', (element) => imageText(element)],
  ['input', (element) => (element.attribs['checked'] === undefined ? '[ ] ' : '[x] ')],
  ['a', (element, ctx) => `${isBehindLink(element) ? ' ' : ''}${link(element, ctx)}`],
  ['sup', superscript],
  ['button', buttonText],
  ['math', formulaText],
  ['code kbd samp tt pre', codeSpan],
  ['strong b', emphasis('**')],
  ['em i', emphasis('*')],
  ['p div li dt dd tr td th ul ol h4 summary', (element, ctx) => ` ${inlineOf(element, ctx)} `],
]);

function codeSpan(element: Element): string {
  return inlineCode(singleSpaced(rawText(element)));
}

function emphasis(mark: string): Writer {
  return (element, ctx) => {
    const inner = inlineOf(element, ctx);
    const text = inner.trim();
    if (text === '' || /[*`\n]/.test(text)) return inner;
    const [before = '', after = ''] = inner.split(text);
    return `${before}${mark}${text}${mark}${after}`;
  };
}

/** Classes of the mark of a footnote, of Python-Markdown, Pandoc, kramdown and GitHub. */
const footnote = /(?:^|\s)(?:footnote-ref|footnote|data-footnote-ref)(?:\s|$)/;

/** Returns whether nothing stands between a link and the one before it. Both are cards or buttons then. */
function isBehindLink({ prev }: Element): boolean {
  return isElement(prev) && prev.name === 'a' && lineText(prev) !== '';
}

/**
 * Writes a link. Only links to other sites keep their address, because places on the page are not
 * in a snippet.
 */
function link(element: Element, ctx: InlineContext): string {
  const text = inlineOf(element, ctx);
  const href = attribute(element, 'href').trim();
  const label = text.trim();
  if (footnote.test(attribute(element, 'class'))) return footnoteMark(element, label);
  // Doxygen writes it behind each brief description.
  if (label === 'More...') return '';
  const shown = pageLink(label, href);
  if (shown === undefined || label === '' || label.includes('\n')) {
    return attribute(element, 'class').includes('include') && label === href ? '' : text;
  }
  if (ctx.origin !== '' && href.startsWith(`${ctx.origin}/`)) return text;
  return label === href ? text : shown;
}

/** Asciidoctor writes the brackets around the link. */
function footnoteMark({ prev }: Element, label: string): string {
  const opened = label.startsWith('[') || (prev !== null && textOf(prev)?.trimEnd().endsWith('['));
  return opened ? label : `[${label}]`;
}

/** Writes the mark of a footnote as `[1]`, and a power as `10^6`. Without a sign, they would be digits of the text before. */
function superscript(element: Element, ctx: InlineContext): string {
  const text = inlineOf(element, ctx);
  if (!/^\s*[+\-−–]?\d{1,9}\s*$/.test(text)) return text;
  const around = [element.parent, ...element.children];
  const isMark = around.some(
    (each) => isElement(each) && each.name === 'a' && attribute(each, 'href').includes('#'),
  );
  return isMark ? `[${text.trim()}]` : `^${text.trim()}`;
}

function buttonText(element: Element, ctx: InlineContext): string {
  const endpoint = endpointOf(element);
  if (endpoint !== undefined) return `\`${endpoint}\``;
  return element.children.map((child) => inlineNode(child, ctx)).join(' ');
}

/** Returns the caption of the figure around an image. Pandoc and others repeat the text of the image there. */
function captionOf({ parent }: Element): string {
  const around = [parent, parent?.parent].find((each) => isElement(each) && each.name === 'figure');
  const caption = around?.children.find((each) => isElement(each) && each.name === 'figcaption');
  return caption === undefined ? '' : lineText(caption);
}

function imageText(element: Element): string {
  const alt = singleSpaced(attribute(element, 'alt'));
  // Asciidoctor writes the name of the file if the document states no text.
  const file = /([^/]*)\.\w+$/.exec(attribute(element, 'src'))?.[1] ?? '';
  if (file !== '' && alt === file.replace(/[-_]+/g, ' ')) return '';
  if (alt !== '' && alt === captionOf(element)) return '';
  const decorative =
    /^(?:logo|icon|avatar|badge|build status|screenshot|image|.*\.(?:png|svg|jpe?g|gif|webp))$/i;
  return decorative.test(alt) || alt.length > 300 ? '' : alt;
}
