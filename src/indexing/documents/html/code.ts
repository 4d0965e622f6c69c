import { isCommonLanguage } from '../code-language.ts';
import { codePieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { shortLine } from '../text-sections.ts';
import {
  attribute,
  classes,
  descendants,
  findElement,
  isElement,
  lineText,
  textOf,
} from './dom.ts';
import type { Element, Node } from './dom.ts';
import { isHidden } from './furniture.ts';
import { plainText } from './headings.ts';

const gutter =
  /^(?:lineno|linenos|linenodiv|line-numbers?(?:-rows)?|gutter|lnt|lntd-num|ln|hljs-ln-numbers|rouge-gutter|copy.*|toolbar|unselectable|code-lang|lang-label|language-id|playground-link|code-annotation-anchor|error-behind|twoslash-(?:popup-.*|meta-line)|boring|pragmadots)$/;
const blocks = new Set(['div', 'p', 'li', 'tr']);

/** Returns the code of a `<pre>`. An element around it may state the language and a title. */
export function codeBlock(pre: Element, wrapper: Element = pre): Piece[] {
  const removed = findElement(pre, (each) => markOf(each) === '-') !== undefined;
  const code = removed ? diffText(pre) : codeText(pre);
  return codePieces(code, removed ? 'diff' : languageOf(pre), titleOf(wrapper, pre));
}

/** Returns code with removed lines as a diff, because without the marks it would be neither the old nor the new code. */
function diffText(pre: Element): string {
  const lines = descendants(pre, (each) => !isElement(each.parent) || !isCodeLine(each.parent));
  return [...lines]
    .filter(isCodeLine)
    .map((line) => `${markOf(line) || ' '}${codeText(line)}`.trimEnd())
    .join('\n');
}

/** Returns whether an element is a line of code of Shiki, Expressive Code or GitBook. */
function isCodeLine(element: Element): boolean {
  return classes(element).some((name) => /^(?:line|ec-line|highlight-line)$/.test(name));
}

/** Returns the sign of an added or removed line, or ''. */
function markOf(element: Element): string {
  if (!isCodeLine(element)) return '';
  const own = classes(element);
  const has = (...names: string[]): boolean => names.every((name) => own.includes(name));
  if (has('del') || has('diff', 'remove') || has('diff-deleted')) return '-';
  return has('ins') || has('diff', 'add') || has('diff-added') ? '+' : '';
}

/**
 * Returns the text of code without line numbers and buttons. Each `<br>` and each block ends a
 * line.
 */
export function codeText(node: Node): string {
  const characters = textOf(node);
  if (characters !== undefined) return characters;
  if (!isElement(node) || isGutter(node)) return '';
  if (node.name === 'br') return '\n';
  let text = '';
  for (const child of node.children) text += codeText(child);
  return blocks.has(node.name) && !text.endsWith('\n') ? `${text}\n` : text;
}

function isGutter(element: Element): boolean {
  if (/^(?:button|svg|style|script)$/.test(element.name) || isHidden(element)) return true;
  if (element.name === 'td' && isLineNumber(element)) return true;
  return classes(element).some((name) => gutter.test(name));
}

/** Returns whether a cell has the number of the line in the next cell, as Zola writes it. */
function isLineNumber(cell: Element): boolean {
  return isElement(cell.next) && cell.prev === null && /^\d{1,6}$/.test(lineText(cell));
}

const prefix =
  /^(?:language|lang|mw-highlight-lang|highlight-source|highlight-text|highlight|src|brush:?|hl(?=-(?:i?python|r$|julia)))-([\w+#.-]{1,30})$/;
const noise =
  /^(?:hljs|highlight|code|prettyprint|notranslate|literal-block|listing|codehilite|line-numbers|sourcecode|source|rouge|shiki|prism|pre|block|nohighlight|linenums|chroma|astro-code)/;
const nothing =
  /^(?:plain|plaintext|text|txt|none|default|nohighlight|no-highlight|undefined|auto|output|html-basic)$/;

/** Returns the language that a `<pre>`, its `<code>` or an element around them states. */
function languageOf(pre: Element): string {
  const code = pre.children.filter(isElement).find((child) => child.name === 'code');
  const around: Element[] = [];
  let parent = pre.parent;
  // Hexo puts line numbers and code into cells of a table.
  const most = isElement(parent) && parent.name === 'td' ? 6 : 3;
  while (isElement(parent) && around.length < most) {
    around.push(parent);
    parent = parent.parent;
  }
  for (const element of [...(code === undefined ? [] : [code]), pre, ...around]) {
    const language = statedLanguage(element, around.includes(element));
    if (language !== '') return nothing.test(language) ? '' : renamed(language);
  }
  return '';
}

function renamed(language: string): string {
  // Prism highlights the language of a diff too.
  if (language.startsWith('diff-')) return 'diff';
  return /^(?:python3|ipython[23]?|pycon)$/.test(language) ? 'python' : language;
}

function statedLanguage(element: Element, outer: boolean): string {
  const stated =
    attribute(element, 'data-lang') ||
    attribute(element, 'data-language') ||
    attribute(element, 'data-enlighter-language') ||
    attribute(element, 'language');
  if (/^[\w+#.-]{1,30}$/.test(stated)) return stated.toLowerCase();
  const brush = /^brush:\s*([\w+#.-]{1,30});/.exec(
    attribute(element, 'data-syntaxhighlighter-params'),
  );
  if (brush !== null) return brush[1]!.toLowerCase();
  const own = classes(element);
  // Hexo states the language alone beside this name.
  if (element.name === 'figure' && own[0] === 'highlight' && own[1]) return own[1];
  const prefixed = own.map((name) => prefix.exec(name)?.[1] ?? '').find((name) => name !== '');
  return prefixed ?? bareLanguage(own, outer);
}

/**
 * Reads classes such as 'sourceCode python', 'hljs ts', 'brush: js' and 'rust
 * rust-example-rendered'.
 */
function bareLanguage(own: string[], outer: boolean): string {
  const brush = own.indexOf('brush:');
  if (brush !== -1) return own[brush + 1]?.replace(/;$/, '') ?? '';
  if (outer && !own.some((name) => noise.test(name))) return '';
  return own.find((name) => isCommonLanguage(name)) ?? '';
}

/** Names of titles. `has-title` names a frame with one. Docusaurus adds letters to its name. */
const titled =
  /^(?!(?:has|with|no)-)(?:.*[-_])?(?:title|caption|filename|file-name|caption-text|title-bar)$|^codeblocktitle_/;

/** Returns the file name or caption that a wrapper shows above its code. */
function titleOf(wrapper: Element, pre: Element): string {
  const stated = [wrapper, pre].map(
    (each) =>
      attribute(each, 'data-title') || attribute(each, 'data-filename') || attribute(each, 'title'),
  );
  const found = stated.find((each) => each !== '');
  if (found !== undefined || wrapper === pre) return found ?? '';
  const title = findElement(
    wrapper,
    (each) =>
      each.name === 'figcaption' ||
      isAboveCode(each) ||
      classes(each).some((name) => titled.test(name)),
  );
  if (title === undefined) return '';
  // Hexo shows a link to the whole file behind its name.
  const links = title.children.filter(
    (each) => isElement(each) && each.name === 'a' && isElement(each.prev),
  );
  return shortLine(plainText(title, new Set(links))).replace(/\s*[¶#]$/, '');
}

/** Returns whether an element is the title of a block of code in Nextra or GitBook, which give it no name of its own. */
function isAboveCode(element: Element): boolean {
  const { name, parent } = element;
  if (name !== 'div' || !isElement(parent)) return false;
  return (
    classes(parent).some((own) => /^(?:nextra-code|group\/codeblock$)/.test(own)) &&
    findElement(element, (each) => each.name === 'pre') === undefined
  );
}

const wrappers =
  /^(?:highlight.*|(?:hextra-)?code-?block.*|nextra-code(?:-block)?|group\/codeblock|codehilite|literal-block-wrapper|listingblock|literalblock|expressive-code|code-toolbar|code-wrapper|sourcecode|rouge|language-.*|prism-code|example-wrap|theme-code-block|codeblock.*)$/;

/**
 * Returns the `<pre>` of an element that has no other content; undefined if there is none, or more
 * than one.
 */
export function wrappedCode(element: Element): Element | undefined {
  if (!/^(?:div|figure|section|span)$/.test(element.name)) return undefined;
  const own = classes(element);
  if (element.name !== 'figure' && !own.some((name) => wrappers.test(name))) return undefined;
  return onlyCode(element);
}

/** Maximum number of elements in a wrapper. One with more has other content. */
const mostElements = 500;

/**
 * Returns the `<pre>` with the code; undefined if there is none or more than one. Line numbers can
 * be in a `<pre>` of their own.
 */
export function onlyCode(element: Element): Element | undefined {
  let found: Element | undefined;
  let looked = 0;
  for (const each of descendants(element, isAroundCode)) {
    if (each.name === 'pre') {
      if (found !== undefined) return undefined;
      found = each;
      continue;
    }
    looked += 1;
    const more = looked > mostElements || each.children.length > mostElements;
    if (more || each.name === 'p' || each.name === 'ul') return undefined;
  }
  return found;
}

/** Returns whether an element is neither line numbers nor inside the code. */
function isAroundCode(element: Element): boolean {
  const { parent } = element;
  return !isGutter(element) && !(isElement(parent) && parent.name === 'pre');
}
