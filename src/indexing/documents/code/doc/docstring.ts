import type { Block } from '../../document.ts';
import type { DocPart } from '../code-symbol.ts';
import { codeSpan, namedItem, oneLine } from '../../block-tags.ts';
import { byWord } from '../../by-word.ts';
import { markedCommentText } from './comment-text.ts';
import { endOfItem, googleTitle, itemTitles, readEntry } from './docstring-sections.ts';
import { dedent, dedentText, endOfDeeper, indentOf } from '../../indentation.ts';
import { capitalized } from '../../text-pieces.ts';
import { pushText } from './markdown-parts.ts';

/**
 * Returns the text of a Python string literal that is a docstring. Removes quotes, and indentation
 * as PEP 257 defines.
 */
export function docstringText(literal: string): string {
  const match = /^([a-z]{0,2})('''|"""|'|")/i.exec(literal);
  if (!match) return '';
  const quote = match[2]!;
  const end = literal.endsWith(quote) ? literal.length - quote.length : literal.length;
  const text = literal.slice(match[0].length, end).replace(/\t/g, '    ');
  return markedCommentText(text.split('\n'));
}

/**
 * Parses docstrings in reStructuredText, Google or NumPy style: fields and sections as lists,
 * doctests and literal blocks as code.
 */
export function docstringParts(doc: string): DocPart[] {
  return [{ heading: '', blocks: docstringBlocks(doc.split('\n'), 0) }];
}

const maxNesting = 4;
const directive = /^\.\. ([\w-]+):: ?(.*)$/;
const codeDirectives = new Set([
  'code-block',
  'code',
  'sourcecode',
  'testcode',
  'doctest',
  'ipython',
]);
const statement =
  /^([\w.[\]'"]+(, [\w.]+)* ?[=(]|(import|from|with|def|class|async|await) |@\w|[{[]$)/;
const silentDirectives = new Set(['index', 'testsetup', 'currentmodule', 'module', 'image']);
const note = /^\.\. \[(#?[\w.*-]{1,60})\](?: +(.*))?$/;
const target = /^\.\. _[^:]{1,200}:(?:\s|$)/;

interface Reading {
  lines: string[];
  blocks: Block[];
  text: string[];
  depth: number;
}

function docstringBlocks(lines: string[], depth: number): Block[] {
  const reading: Reading = { lines, blocks: [], text: [], depth };
  for (let i = 0; i < lines.length;) {
    const next = takeBlock(reading, i);
    if (next > i) i = next;
    else {
      reading.text.push(inlineMarkup(lines[i]!));
      i += 1;
    }
  }
  flush(reading);
  return reading.blocks;
}

/**
 * Reads the block that begins at a line. Returns the line after it, or the same line for plain
 * text.
 */
function takeBlock(reading: Reading, at: number): number {
  for (const take of [
    takeFence,
    takeDoctest,
    takeDirective,
    takeNote,
    takeSection,
    takeOverlined,
    takeUnderlined,
    takeFieldList,
    takeLiteral,
    takeIndentedCode,
  ]) {
    const next = take(reading, at);
    if (next > at) return next;
  }
  return at;
}

function takeFence(reading: Reading, at: number): number {
  const fence = /^\s*(```|~~~)\s*(\w*)/.exec(reading.lines[at]!);
  if (!fence) return at;
  let end = at + 1;
  while (end < reading.lines.length && !reading.lines[end]!.trim().startsWith(fence[1]!)) end += 1;
  pushCode(reading, reading.lines.slice(at + 1, end), fence[2] || 'python');
  return end + 1;
}

function takeDoctest(reading: Reading, at: number): number {
  const { lines } = reading;
  if (!/^\s*>>>/.test(lines[at]!)) return at;
  let end = at;
  while (end < lines.length) {
    if (lines[end]!.trim() !== '') end += 1;
    else if (/^\s*>>>/.test(lines[end + 1] ?? '')) end += 1;
    else break;
  }
  pushCode(reading, lines.slice(at, end), 'python');
  return end;
}

function takeDirective(reading: Reading, at: number): number {
  const match = directive.exec(reading.lines[at]!.trim());
  if (!match) return at;
  const indent = indentOf(reading.lines[at]!);
  const end = endOfDeeper(reading.lines, at + 1, indent);
  const [, name = '', argument = ''] = match;
  const body = dedent(reading.lines.slice(at + 1, end)).filter(
    (line, i) => i > 3 || !/^:[\w-]+:(\s|$)/.test(line),
  );
  if (name === 'math') pushCode(reading, [argument, ...body], 'latex');
  else if (codeDirectives.has(name)) {
    pushCode(reading, body, argument.trim().toLowerCase() || 'python');
  } else if (!silentDirectives.has(name)) {
    admonition(reading, name, [argument, ...body]);
  }
  return end;
}

/** Reads a footnote or a citation. Leaves out the target of a link. */
function takeNote(reading: Reading, at: number): number {
  const line = reading.lines[at]!;
  const found = note.exec(line.trim());
  if (found === null && !target.test(line.trim())) return at;
  const end = endOfDeeper(reading.lines, at + 1, indentOf(line));
  const more = reading.lines.slice(at + 1, end);
  if (found !== null) {
    const text = oneLine([found[2] ?? '', ...more].join('\n'));
    reading.text.push(inlineMarkup(`[${found[1]!.replace(/^#/, '')}] ${text}`));
  }
  return end;
}

/** Reads a note, a warning or a remark on versions: its name in bold before its text. */
function admonition(reading: Reading, name: string, [argument = '', ...body]: string[]): void {
  const label = capitalized(name).replace(/(added|changed|removed)$/, ' $1');
  const about = inlineMarkup(argument);
  const isVersion = name.startsWith('version') || name === 'deprecated';
  reading.text.push('', isVersion ? `**${label} ${about}**` : `**${label}:** ${about}`.trim());
  nested(reading, body);
}

/** Reads `Args:` and similar sections, in Google style. */
function takeSection(reading: Reading, at: number): number {
  const line = reading.lines[at]!;
  const match = googleTitle.exec(line.trim());
  if (!match) return at;
  const end = endOfDeeper(reading.lines, at + 1, indentOf(line));
  if (end === at + 1) return at;
  titled(reading, match[1]!, dedent(reading.lines.slice(at + 1, end)), readItems);
  return end;
}

const adornment = /^([=~*#^-])\1{2,}$/;

/** Reads a title between two lines. */
function takeOverlined(reading: Reading, at: number): number {
  const [over, title = '', under] = reading.lines.slice(at, at + 3).map((line) => line.trim());
  if (over !== under || title === '' || !adornment.test(over ?? '')) return at;
  reading.text.push('', `**${title}**`, '');
  return at + 3;
}

/** Reads a section with a title underlined with dashes, in NumPy style. */
function takeUnderlined(reading: Reading, at: number): number {
  const { lines } = reading;
  const title = lines[at]!.trim();
  if (title === '' || !/^\s*(-{3,}|={3,}|~{3,})$/.test(lines[at + 1] ?? '')) return at;
  if (!itemTitles.test(title)) {
    reading.text.push('', `**${title}**`, '');
    return at + 2;
  }
  let end = at + 2;
  while (end < lines.length && !/^\s*-{3,}$/.test(lines[end + 1] ?? '')) end += 1;
  titled(reading, title, lines.slice(at + 2, end), readItems);
  return end;
}

function takeFieldList(reading: Reading, at: number): number {
  const { items, end } = readFields(reading.lines, at);
  if (end === at) return at;
  reading.text.push('', ...items.map(inlineMarkup), '');
  return end;
}

/** Reads a literal block, which a paragraph that ends in `::` announces. */
function takeLiteral(reading: Reading, at: number): number {
  const line = reading.lines[at]!;
  if (!line.endsWith('::') || line.trim().startsWith('.. ')) return at;
  const end = endOfDeeper(reading.lines, at + 1, indentOf(line));
  if (end === at + 1) return at;
  reading.text.push(inlineMarkup(line.replace(/\s*::$/, ':').replace(/^:$/, '')));
  pushCode(reading, reading.lines.slice(at + 1, end), 'python');
  return end;
}

function titled(
  reading: Reading,
  title: string,
  body: string[],
  read: (lines: string[]) => string[],
): void {
  reading.text.push('', `**${title}**`, '');
  if (itemTitles.test(title) && !body.some((line) => /^\s*>>>/.test(line))) {
    reading.text.push(...read(body).map(inlineMarkup), '');
  } else nested(reading, body);
}

function nested(reading: Reading, lines: string[]): void {
  if (reading.depth >= maxNesting) {
    reading.text.push(...lines);
    return;
  }
  const inner = docstringBlocks(lines, reading.depth + 1);
  for (const block of inner) {
    if (block.kind === 'text') reading.text.push('', block.text);
    else {
      flush(reading);
      reading.blocks.push(block);
    }
  }
}

/** Reads code without markup: indented lines after a colon that look like statements. */
function takeIndentedCode(reading: Reading, at: number): number {
  const { lines } = reading;
  const line = lines[at]!;
  if (indentOf(line) < 2 || !statement.test(line.trim())) return at;
  const before = lines.slice(0, at).findLast((other) => other.trim() !== '') ?? '';
  if (!before.endsWith(':') || indentOf(before) >= indentOf(line)) return at;
  const end = endOfDeeper(lines, at, indentOf(line) - 1);
  pushCode(reading, lines.slice(at, end), 'python');
  return end;
}

function flush(reading: Reading): void {
  const paragraphs = reading.text.join('\n').split(/\n{2,}/);
  // Markdown would read a fully indented paragraph as code.
  const flat = paragraphs.map((paragraph) => dedentText(paragraph));
  pushText(reading.blocks, flat.join('\n\n').replace(/^\n+/, ''));
  reading.text = [];
}

function pushCode(reading: Reading, lines: string[], language: string): void {
  const code = dedent(lines).join('\n').replace(/^\n+/, '').trimEnd();
  if (code === '') return;
  flush(reading);
  reading.blocks.push({ kind: 'code', language, code });
}

function inlineMarkup(text: string): string {
  return text
    .replace(
      /:[a-z]+(?::[a-z]+)?:`~?([^`<]*?)(?:\s*<[^`>]*>)?`/g,
      (_, target: string) => `\`${target.replace(/^~.*\./, '')}\``,
    )
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/`([^`<]+?)\s+<(https?:[^>]+)>`__?/g, '[$1]($2)')
    .replace(/`([^`<>]{1,200})`__?(?!\w)/g, '$1')
    .replace(/`~(?:[\w.]{0,200}\.)?(\w{1,100})`/g, '`$1`')
    .replace(/\[(#?[\w.-]{1,60})\]_(?!\w)/g, (_, mark: string) => `[${mark.replace('#', '')}]`);
}

const field = /^\s*:(\w+)(?:\s+([^:]+))?:(?:\s+|$)(.*)$/;
const maxTypeLines = 300;
/** Titles of fields. Those of parameters have none. */
const fieldTitles = byWord([
  ['return returns', 'Returns'],
  ['yields', 'Yields'],
  ['rtype', 'Return type'],
  ['raises raise except exception', 'Raises'],
  ['param parameter arg argument key keyword kwarg var ivar cvar', ''],
]);

/** Returns the types in `:type x:` fields by name. They belong to the items of `:param x:`. */
function fieldTypes(lines: string[], at: number): Map<string, string> {
  const types = new Map<string, string>();
  for (let i = at; i < lines.length && i < at + maxTypeLines; i += 1) {
    const match = /^\s*:type\s+(\S+):\s*(.+)$/.exec(lines[i]!);
    if (match) types.set(match[1]!, match[2]!);
  }
  return types;
}

/**
 * Reads a reStructuredText field list (`:param x: ...`) as list items. `end` equals `at` if there
 * is no list.
 */
function readFields(lines: string[], at: number): { items: string[]; end: number } {
  const items: string[] = [];
  const types = field.test(lines[at]!) ? fieldTypes(lines, at) : new Map<string, string>();
  let end = at;
  while (end < lines.length) {
    const match = field.exec(lines[end]!);
    const kind = match?.[1] ?? '';
    if (!match || !(kind === 'type' || fieldTitles.has(kind))) break;
    const next = endOfItem(lines, end);
    const about = oneLine([match[3]!, ...lines.slice(end + 1, next)].join('\n'));
    if (kind !== 'type')
      items.push(fieldItem({ kind, argument: (match[2] ?? '').trim(), about, types }));
    end = nextField(lines, next);
  }
  return { items, end };
}

/** Returns the next field. A blank line between two fields does not end their list. */
function nextField(lines: string[], at: number): number {
  const apart = lines[at]?.trim() === '' && field.test(lines[at + 1] ?? '');
  return apart ? at + 1 : at;
}

interface Field {
  kind: string;
  argument: string;
  about: string;
  types: ReadonlyMap<string, string>;
}

function fieldItem({ kind, argument, about, types }: Field): string {
  const title = fieldTitles.get(kind)!;
  if (title !== '') return `- ${title}${argument ? ` ${codeSpan(argument)}` : ''}: ${about}`;
  const words = argument.split(/\s+/);
  const name = words.pop() ?? '';
  const type = words.join(' ') || (types.get(name) ?? '');
  return namedItem(name, about, [codeSpan(type)]);
}

/** Returns the entries of a Google or NumPy section, as one list item each. Prose stays prose. */
function readItems(lines: string[]): string[] {
  const items: string[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const next = endOfItem(lines, i);
    const more = lines.slice(i + 1, next);
    items.push(line.trim() === '' ? '' : item(line.trim(), more));
    i = next;
  }
  return items.filter((text) => text !== '');
}

function item(line: string, more: string[]): string {
  const entry = readEntry(line, more);
  if (!entry) return oneLine([line, ...more].join('\n'));
  const { name, type, about } = entry;
  return namedItem(name, oneLine(about.join('\n')), [codeSpan(type)]);
}
