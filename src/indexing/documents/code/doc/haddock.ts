import { inlineCode } from '../../clean.ts';
import type { DocPart } from '../code-symbol.ts';
import { outsideFences } from '../../fences.ts';
import { dedent, withoutMargin } from '../../indentation.ts';
import { markdownParts } from './markdown-parts.ts';

const field =
  /^\s*(?:Module|Description|Copyright|License|Licence|SPDX-License-Identifier|Maintainer|Author|Stability|Portability)\s*:\s*(.*)$/i;

/** Returns the comment of a module without the fields at its start, such as `Maintainer : Ann`. The description stays. */
export function withoutModuleFields(doc: string): string {
  const lines = doc.split('\n');
  const kept: string[] = [];
  let at = 0;
  let isField = false;
  for (; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, value] = field.exec(line) ?? [];
    if (value !== undefined) {
      isField = true;
      if (/^\s*description/i.test(line)) kept.push(value, '');
    } else if (line.trim() !== '' && !(isField && /^\s/.test(line))) break;
  }
  return isField ? [...kept, ...dedent(lines.slice(at))].join('\n').trim() : doc;
}

/** Returns a heading of Haddock as plain text. */
export function haddockHeading(text: string): string {
  return text
    .replace(/#[\w-]+#/g, '')
    .replace(/[@']([\w.' ]{1,100}?)['@]/g, '$1')
    .replace(/(?<!\S)\/(\S[^/]{0,100})\/(?!\S)/g, '$1')
    .replace(/\\(.)/g, '$1')
    .trim();
}

/**
 * Parses the markup of Haddock: `@code@`, `'names'`, `/emphasis/`, lines with `>` and `>>>`, headings with `=`, and lists. See
 * https://haskell-haddock.readthedocs.io/latest/markup.html.
 */
export function haddockParts(doc: string, fence: string): DocPart[] {
  return markdownParts(outsideFences(withFences(doc), inline), { fallback: fence });
}

/** Puts fences around code: lines between `@`, lines with `>`, and examples with `>>>` up to the next empty line. */
function withFences(doc: string): string {
  const out: string[] = [];
  const lines = doc.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const end = endOfCode(lines, at);
    if (end === undefined) {
      out.push(line);
      continue;
    }
    const isBlock = line.trim() === '@';
    const code = isBlock
      ? lines.slice(at + 1, end - 1).map(plainCode)
      : lines.slice(at, end).map((one) => one.replace(/^\s*(?:>(?!>) ?|(?=>>>))/, ''));
    out.push('', '```', ...dedent(code), '```', '');
    at = end - 1;
  }
  return out.join('\n');
}

/** Returns the index behind code that begins with a line. */
function endOfCode(lines: readonly string[], at: number): number | undefined {
  const line = lines[at]!.trim();
  if (/^(?:>>>|prop>)/.test(line)) return endAt(lines, at, (other) => other.trim() === '');
  if (line.startsWith('>')) return endAt(lines, at, (other) => !/^\s*>/.test(other));
  if (line !== '@') return undefined;
  const end = endAt(lines, at, (other) => other.trim() === '@');
  return end === lines.length ? undefined : end + 1;
}

/** Returns the index of the first line behind one that ends code. */
function endAt(lines: readonly string[], at: number, isEnd: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end]!)) end += 1;
  return end;
}

/** A link to a name: `'cut'`, `'cut''`, `t'Saw'`, `'(<>)'`. */
const nameLink =
  /(?<![\w'`])[tv]?'((?:[A-Za-z_][\w.]{0,100}'{0,3}|\(?(?:[A-Z]\w{0,50}\.){0,5}[!#$%&*+./<=>?@\\^|~:-]{1,10}\)?))'(?!(?<='')s\b)/g;
const moduleLink = /\\?"([A-Z][\w']{0,60}(?:\.[A-Z][\w']{0,60}){1,10})(?:\\?#[\w-]{0,60})?\\?"/g;

/** Returns code without its emphasis, the links and the signs that escape others. */
function plainCode(code: string): string {
  return code
    .replace(/(?<!\w)__([^\s_][^\n_]{0,100})__(?!\w)/g, '$1')
    .replace(/<(?:https?:[^\s<>]{1,500})\s+([^<>]{1,300})>/g, '$1')
    .replace(nameLink, '$1')
    .replace(moduleLink, '$1')
    .replace(/\\([^\w\s\\])/g, '$1');
}

const changes: readonly (readonly [RegExp, string])[] = [
  [
    /^[ \t]*={1,6}[ \t]+(?:#[\w-]{1,60}#[ \t]*)?(?=\S)([^\n]*?)[ \t]*(?:#[\w-]{1,60}#[ \t]*)?$/gm,
    '# $1',
  ],
  [/^[ \t]*#[\w-]{1,60}#[ \t]*/gm, ''],
  [/^([ \t]*)\((\d{1,3})\)[ \t]/gm, '$1$2. '],
  [/^[ \t]*\[([^\]\n]{1,100})\]:?[ \t]+(?=\S)/gm, '- $1: '],
  [/^[ \t]*@since[ \t]+(\S.*)$/gm, '\nSince: $1'],
  [/<<[^<>\n]{1,300}>>/g, ''],
  [/<(https?:[^\s<>]{1,500})\s+([^<>]{1,300})>/g, '[$2]($1)'],
  [/(?<![\w/:<.`\\(-])\/(?=[^\s/])([^/\n]{0,200}[^\s/\\])\/(?![\w/])/g, '*$1*'],
  [/\\(["'`@<>/#$*^-])/g, '$1'],
];

/** Converts a text outside of code. Code and names within it become spans first, so that nothing else changes them. */
function inline(text: string): string {
  const spans: string[] = [];
  const keep = (code: string): string => `\u{e000}${spans.push(spanOf(code)) - 1}\u{e001}`;
  let shown = text
    .replace(/\u{e000}|\u{e001}/gu, '')
    .replace(/\\`/g, '\u{e002}')
    .replace(/\\\(([^\n]{1,200}?)\\\)/g, (_, math: string) => keep(math))
    .replace(/(?<![\\\w])@(?!since\b)(?=\S)([^@]{1,300})@/g, (_, code: string) =>
      keep(plainCode(code)),
    )
    .replace(/`([^`\n]{1,200})`/g, (_, name: string) => keep(name))
    .replace(nameLink, (_, name: string) => keep(name))
    .replace(moduleLink, (_, name: string) => keep(name));
  for (const [pattern, replacement] of changes) shown = shown.replace(pattern, replacement);
  shown = shown.replace(/\u{e002}/gu, '`');
  return bulletsAtMargin(shown.replace(/\n{3,}/g, '\n\n')).replace(
    /\u{e000}(\d+)\u{e001}/gu,
    (_, index: string) => spans[Number(index)] ?? '',
  );
}

/** Returns code as a span. Operators of Haskell can stand in backticks. */
function spanOf(code: string): string {
  return inlineCode(code.replace(/\u{e002}/gu, '`').trim());
}

/** Moves lists to the margin that the first of their items has in Markdown. */
function bulletsAtMargin(text: string): string {
  let indent = 0;
  return text
    .split('\n')
    .map((line) => {
      const [, blanks] = /^([ \t]*)(?:[*-]|\d{1,3}\.)[ \t]/.exec(line) ?? [];
      if (blanks !== undefined && (indent === 0 || blanks.length < indent)) indent = blanks.length;
      else if (blanks === undefined && /^\S/.test(line)) indent = 0;
      return /^[ \t]/.test(line) ? withoutMargin(line, indent) : line;
    })
    .join('\n');
}
