import { labelLine } from '../../clean.ts';
import { FenceTracker, outsideSpans } from '../../fences.ts';
import { capitalized } from '../../text-pieces.ts';

/** A directive of Laika, or the first line of a configuration in HOCON. */
const sign = /(?<![\w`])@:(?:@|[a-zA-Z]{2,30}(?:\(|[ \t]*(?:\{|$)))|^\{%[ \t]*\n[ \t]*laika\./m;
/** A directive on a line of its own: `@:callout(info)`, `@:image(saw.png) {`, `@:@`. */
const block =
  /^ {0,3}@:(?:@|([a-zA-Z]{2,30})(?:\(([^()\n]{0,300})\))?)[ \t]*(\{[^\n]{0,500})?[ \t]*$/;
/** A directive in indented code. */
const example = /^(?: {4}|\t)[ \t]*@:/;
/** A directive within text. Its attributes can follow it. */
const inline = /@:(?:@|([a-zA-Z]{2,30})(?:\(([^()\n]{0,300})\))?(?:[ \t]*\{[^{}\n]{0,300}\})?)/g;
/** Maximum number of lines of a configuration, and of the attributes of a directive. */
const longestPart = 100;

/** Returns whether a Markdown file has the directives of Laika, as those of http4s and other projects of Typelevel do. */
export function isLaika(content: string): boolean {
  return sign.test(content);
}

/** Converts the Markdown of Laika to plain Markdown. Source: https://typelevel.org/Laika/latest/07-reference/01-standard-directives.html. */
export function laikaToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  for (let at = endOfConfiguration(lines); at < lines.length; at += 1) {
    const line = lines[at]!;
    const [found, name, argument = '', attributes = ''] =
      (fences.inside ? undefined : block.exec(line)) ?? [];
    if (found !== undefined && !isText(name)) {
      out.push('', shownBlock(name, argument), '');
      at = endOfAttributes(lines, at, attributes);
    } else if (fences.advance(line)) out.push(line);
    else
      out.push(line.includes('@:') && !example.test(line) ? outsideSpans(line, shownText) : line);
  }
  return out;
}

/** Returns the index of the first line below the configuration with which a document can begin. */
function endOfConfiguration(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (lines[first]?.trim() !== '{%') return 0;
  const end = lines.slice(first, first + longestPart).findIndex((line) => line.trim() === '%}');
  return end === -1 ? 0 : first + end + 1;
}

/** Returns the index of the last line of the attributes that begin on a line. */
function endOfAttributes(lines: readonly string[], at: number, first: string): number {
  let depth = depthOf(first);
  for (let last = at; last < Math.min(lines.length, at + longestPart); last += 1) {
    if (last > at && lines[last]!.includes('@:')) break;
    if (last > at) depth += depthOf(lines[last]!);
    if (depth <= 0) return last;
  }
  return at;
}

function depthOf(text: string): number {
  return text.split('{').length - text.split('}').length;
}

/** A callout has its kind as a title, and each choice the label of its tab. Other directives show only the lines below them. */
function shownBlock(name: string | undefined, argument: string): string {
  if (name === 'callout') return `**${capitalized(argument.trim())}**`;
  return name === 'choice' ? labelLine(argument) : '';
}

function shownText(text: string): string {
  return text.replace(inline, shownInline);
}

/** Directives that show a name. */
function isText(name: string | undefined): boolean {
  return name === 'api' || name === 'source';
}

const icons = new Map([
  ['check', '✓'],
  ['close', '✗'],
  ['error', '✗'],
]);
/** Directives whose argument is no text. */
const silent = new Set('style,image,path,target,todo,attribute,format,navigationTree'.split(','));

function shownInline(_: string, name: string | undefined, argument = ''): string {
  if (name === undefined || silent.has(name)) return '';
  if (name === 'icon') return icons.get(argument.trim()) ?? '';
  const text = isText(name) ? argument.slice(argument.lastIndexOf('.') + 1) : argument;
  return isText(name) && text !== '' ? `\`${text}\`` : text;
}
