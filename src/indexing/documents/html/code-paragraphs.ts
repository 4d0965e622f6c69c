import { codePieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { HtmlContext } from './context.ts';
import { classes, isBlank, isElement, textOf } from './dom.ts';
import type { Element, Node } from './dom.ts';

/** Styles that RoboHelp, Flare and word processors give to paragraphs of code. They know no `<pre>`. */
const codeStyle =
  /^(?:code|(?:source|sample)-?code|code-?(?:block|sample|example|text)|program-?listing)$/i;
/** A sign of a program. Paragraphs in such a style can also have the name of a type, or words. */
const programSign = /[(){}[\];=<>\n]/;

/** Returns the code of a paragraph in a style for code, with the paragraphs of code below it, which are its further lines. Undefined for any other element. */
export function codeParagraphs(element: Element, ctx: HtmlContext): Piece[] | undefined {
  if (!isCodeParagraph(element)) return undefined;
  const all = [element];
  for (let next = nextElement(element); isCodeParagraph(next); next = nextElement(next)) {
    ctx.skip.add(next);
    all.push(next);
  }
  const code = all.map(codeLines).join('\n');
  return programSign.test(code) ? codePieces(code, '') : all.flatMap((each) => ctx.blocks(each));
}

function isCodeParagraph(node: Node | null): node is Element {
  return isElement(node) && node.name === 'p' && classes(node).some((name) => codeStyle.test(name));
}

function nextElement(element: Element): Node | null {
  let { next } = element;
  while (next !== null && !isElement(next) && isBlank(next)) ({ next } = next);
  return next;
}

/** Returns the lines of a paragraph of code. Only hard spaces indent them. */
function codeLines(paragraph: Element): string {
  return flowText(paragraph)
    .replace(/ ?\n ?/g, '\n')
    .replaceAll('\u00A0', ' ');
}

function flowText(node: Node): string {
  const text = textOf(node);
  if (text !== undefined) return text.replace(/[ \t\r\n]+/g, ' ');
  if (!isElement(node)) return '';
  return node.name === 'br' ? '\n' : node.children.map(flowText).join('');
}
