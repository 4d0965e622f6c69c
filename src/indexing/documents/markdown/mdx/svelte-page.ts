import { isTestPath } from '../../code/excluded-code.ts';

/** A page of SvelteKit in a folder of documentation: `routes/(site)/docs/saws/+page.svelte`. */
const page =
  /(?:^|\/)routes\/(?:[^/]+\/){0,10}(?:docs?|documentation|guides?|manual|tutorials?|reference|faq)\/(?:[^/]+\/){0,10}\+page\.svelte$/;
const demo = /(?:^|\/)(?:examples?|templates?|playgrounds?|demos?)\//;

/** Returns whether a file can be a page of documentation that is written in Svelte. https://svelte.dev/docs/kit/routing */
export function isSveltePage(path: string): boolean {
  return page.test(path) && !demo.test(path) && !isTestPath(path);
}

/** Returns whether a file is written in Svelte: a page of documentation, or Markdown of mdsvex. https://mdsvex.pngwn.io/docs */
export function isInSvelte(path: string): boolean {
  return isSveltePage(path) || /\.svx$/i.test(path);
}

/** Returns whether a page has text of its own or parts beside it. */
export function hasSvelteText(content: string): boolean {
  return /<p[\s>]|^\s*import \w+ from ["']\.\/[\w/-]{1,100}\.svelte["']/m.test(content);
}

/** A component whose title is a heading, or that begins a part with a title. */
const titled =
  /^\s*<(?:\w{0,40}(?:Heading|Title)|Accordion|Collapsible|Details|Section)\w{0,40}(?:\s|$)/;
const title = /\stitle=(?:"([^"{}]{1,200})"|'([^'{}]{1,200})')/;
const level = /\s(?:tag="h([1-6])"|level=\{?"?([1-6]))/;
/** The end of an element that a formatter has put on two lines. */
const splitEnd = /<\/([\w.:-]{1,60})\s{1,200}>/g;
const mostTagLines = 20;
const longestLine = 2_000;
/** A line with a tag of a block or of a special value. https://svelte.dev/docs/svelte/basic-markup */
const block = /^\s*\{[#:/@][^\n]{0,1000}\}\s*$/;

/** What is not shown as it stands: scripts, styles, the head of a page, and what is repeated for each element of a list. */
const hidden = /^\s*(?:<(script|style|svelte:head)\b|\{#each\s)/;

/**
 * Returns the markup of a page in Svelte as MDX: without scripts, styles, lists that a script fills and tags of blocks, and with
 * headings for titles of components.
 */
export function sveltePageToMdx(content: string): string {
  const lines = content.replace(splitEnd, '</$1>').split(/\r\n|\n/);
  const out: string[] = [];
  let isTemplate = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const taken = isTemplate ? undefined : (hiddenAt(lines, at) ?? headingAt(lines, at));
    if (taken) {
      out.push(...taken.text);
      at = taken.last;
      continue;
    }
    // An odd number of quotes begins or ends a text of several lines, which is code.
    const isEdge = line.replace(/\\./g, '').split('`').length % 2 === 0;
    if (isTemplate || isEdge) out.push(line);
    else out.push(...withAbove(out.pop(), line));
    if (isEdge) isTemplate = !isTemplate;
  }
  return out.join('\n');
}

const inlineTag = '(?:a|abbr|b|em|i|kbd|small|span|strong|sub|sup)';
/** The end of a line within the tag of an element of a text, or behind its tag. */
const inlineEnd = new RegExp(`<${inlineTag}\\b[^<>]*>?$|</(?:code|${inlineTag})>$`);
const inlineOpening = new RegExp(`<${inlineTag}\\b[^<>]*>$`);
const inlineStart = new RegExp(`^\\s*</?${inlineTag}\\b`);

/** Returns a line that is shown, behind the line above if it goes on with its text. In HTML, an element within a text can stand on lines of its own. */
function withAbove(above: string | undefined, line: string): string[] {
  const shownText = shownLine(line);
  if (above === undefined) return [shownText];
  if (!continues(above.trimEnd(), line)) return [above, shownText];
  // Elements have no spaces at their ends, so that there is one on each side.
  const isEnd = /^\s*<\//.test(line) || inlineOpening.test(above);
  return [`${above}${isEnd ? '' : ' '}${shownText.trim()}`];
}

function continues(above: string, line: string): boolean {
  if (above === '' || above.length > longestLine || line.trim() === '') return false;
  return inlineEnd.test(above) || (inlineStart.test(line) && !above.endsWith('>'));
}

/** Lines that replace a part of a page, and the index of its last line. */
interface Taken {
  text: string[];
  last: number;
}

/** Takes a hidden part that begins at a line. One that never ends hides all that follows. */
function hiddenAt(lines: readonly string[], at: number): Taken | undefined {
  const [whole, element] = hidden.exec(lines[at]!.slice(0, longestLine)) ?? [];
  if (whole === undefined) return undefined;
  const [start, close] =
    element === undefined ? ['{#each', '{/each}'] : [`<${element}`, `</${element}>`];
  let depth = 0;
  for (let end = at; end < lines.length; end += 1) {
    if (lines[end]!.includes(start)) depth += 1;
    if (lines[end]!.includes(close)) depth -= 1;
    if (depth <= 0) return { text: [], last: end };
  }
  return { text: [], last: lines.length };
}

/** A heading of Markdown that is only a value. The name of the file is a better title. */
const valueHeading = /^#{1,6}[ \t]{1,9}\{[^{}\n]{1,300}\}\s*$/;

function shownLine(line: string): string {
  if (block.test(line) || valueHeading.test(line)) return '';
  // A line of HTML can begin with a sign of Markdown.
  return line.replace(/^(\s*)>(?=\s)/, '$1&gt;').replace(/\{@html [^{}]{0,300}\}/g, '');
}

/** Returns the heading that a component on these lines shows, and the last line of its tag. */
function headingAt(lines: readonly string[], at: number): Taken | undefined {
  if (!titled.test(lines[at]!.slice(0, longestLine))) return undefined;
  const below = lines.slice(at, at + mostTagLines);
  const end = below.findIndex((line) => line.trimEnd().endsWith('>'));
  const tag = below
    .slice(0, end + 1)
    .join('\n')
    .slice(0, longestLine);
  const [, double, single = double] = title.exec(tag) ?? [];
  if (single === undefined) return undefined;
  const [, byTag, byNumber = byTag] = level.exec(tag) ?? [];
  const depth = Number(byNumber ?? (tag.trimEnd().endsWith('/>') ? 2 : 3));
  return { text: ['', `${'#'.repeat(depth)} ${single}`, ''], last: at + end };
}
