import { definitionPieces, labeled, listPieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import { inlineText } from './inline.ts';
import { dedent, indentOf } from '../indentation.ts';
import type { LineReader } from './lines.ts';

const bullet = /^([*+\-•‣])( +|$)/;
const enumerator = /^(?:\(?(?:\d{1,4}|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{2,6})[.)])(?: +(?=\S)|$)/;
const field = /^:((?![:\s])(?:[^:\\]|\\.|:(?![\s`]|$)){1,200}):(?:\s+(.*)|$)/;
const option =
  /^((?:--?[a-zA-Z0-9?][\w-]{0,60}|\/[A-Z?]{1,10})(?:[ =]<?[\w.|[\]-]{1,60}>?)?(?:, (?:--?[a-zA-Z0-9?][\w-]{0,60})(?:[ =]<?[\w.|[\]-]{1,60}>?)?){0,5})(?: {2,}(\S.*)|$)/;

/** Reads a bullet list. */
export function readBullets(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (!bullet.test(reader.peek())) return undefined;
  const items = readItems(reader, ctx, bullet);
  return listPieces(items, () => '- ');
}

/**
 * Reads an enumerated list. Numbers its items again, because Markdown has no letters and no `#`.
 */
export function readEnumeration(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const line = reader.peek();
  if (!enumerator.test(line)) return undefined;
  const next = reader.peek(1);
  // "A. Miller said" before an unindented line is prose.
  if (next !== '' && indentOf(next) === 0 && !enumerator.test(next)) return undefined;
  const first = Number(/\d+/.exec(line.slice(0, 6))?.[0] ?? 1);
  const items = readItems(reader, ctx, enumerator);
  return listPieces(items, (index) => `${first + index}. `);
}

function readItems(reader: LineReader, ctx: RstContext, marker: RegExp): Piece[][] {
  const items: Piece[][] = [];
  for (;;) {
    const match = marker.exec(reader.peek());
    if (match === null || reader.done) return items;
    const first = reader.next().slice(match[0].length);
    // Below these, only deeper lines are code or a body. Other items can have over-indented prose.
    const isOpen = first.endsWith('::') || first.startsWith('.. ');
    const most = isOpen ? match[0].length : undefined;
    const rest = dedent(reader.indented(Math.min(match[0].length, 2)), most);
    items.push(ctx.blocks([first, ...rest]));
    skipToNext(reader, marker);
  }
}

/** Skips empty lines if another item follows them. */
function skipToNext(reader: LineReader, marker: RegExp): void {
  const ahead = emptyLines(reader);
  if (marker.test(reader.peek(ahead))) reader.at += ahead;
}

/** Returns the number of empty lines ahead. */
function emptyLines(reader: LineReader): number {
  let ahead = 0;
  while (reader.peek(ahead) === '' && reader.at + ahead < reader.lines.length) ahead += 1;
  return ahead;
}

/** Reads a field list: parameters of a signature, or metadata of the document. */
export function readFields(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (!field.test(reader.peek())) return undefined;
  const fields: Field[] = [];
  for (;;) {
    const match = field.exec(reader.peek());
    if (match === null) break;
    reader.next();
    const body = [match[2] ?? '', ...dedent(reader.indented())];
    fields.push({ name: match[1]!.trim(), body: ctx.blocks(body) });
    skipToNext(reader, field);
  }
  const items = withTypes(fields).map(fieldPieces);
  return listPieces(
    items.filter((item) => item.length > 0),
    () => '- ',
  );
}

interface Field {
  name: string;
  body: Piece[];
}

const parameter = /^(param|parameter|arg|argument|key|keyword|kwarg|kwparam|i?var|cvar)\s+(\S+)$/;
const typeOf = /^(?:var)?type\s+(\S+)$/;

/** Writes the types of parameters, such as `:type teeth: int`, before their names: `:param int teeth:`. */
function withTypes(fields: Field[]): Field[] {
  const types = new Map<string, string>();
  for (const { name, body } of fields) {
    const [, subject] = typeOf.exec(name) ?? [];
    const [text, ...more] = body;
    if (subject && text?.kind === 'text' && more.length === 0) types.set(subject, text.text);
  }
  const shown = new Set<string>();
  const typed = fields.map((one) => {
    const [, kind, subject = ''] = (one.body.length > 0 && parameter.exec(one.name)) || [];
    const type = types.get(subject);
    if (type === undefined) return one;
    shown.add(subject);
    return { ...one, name: `${kind} ${type} ${subject}` };
  });
  return typed.filter(({ name }) => !shown.has(typeOf.exec(name)?.[1] ?? ''));
}

const silentFields = new Set(
  'orphan tocdepth nocomments nosearch no-search noindex github_url hidetoc hide-toc html_theme allow_comments class'.split(
    ' ',
  ),
);

function fieldPieces({ name, body }: Field): Piece[] {
  const [kind = '', ...words] = name.split(/\s+/);
  if (silentFields.has(kind.toLowerCase()) || body.length === 0) return [];
  const subject = words.at(-1);
  // Fields of Sphinx, such as `:param teeth:`, begin with a small letter.
  if (subject === undefined || /^\p{Lu}/u.test(kind))
    return labeled(`**${name.replaceAll('*', '\\*')}:**`, body);
  const type = words.slice(0, -1).join(' ');
  const plain = /^(?:param|parameter|arg|argument|key|keyword|kwarg|kwparam)$/.test(kind);
  const lead = plain ? '' : `${kind} `;
  return labeled(`${lead}\`${subject}\`${type === '' ? '' : ` (${type})`}`, body);
}

/** Reads an option list of a command-line program. */
export function readOptions(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const first = option.exec(reader.peek());
  if (first === null || (first[2] === undefined && indentOf(reader.peek(1)) === 0))
    return undefined;
  const items: Piece[][] = [];
  for (;;) {
    const match = option.exec(reader.peek());
    if (match === null) break;
    reader.next();
    const body = [match[2] ?? '', ...dedent(reader.indented(2))];
    items.push(labeled(`\`${match[1]}\``, ctx.blocks(body)));
    skipToNext(reader, option);
  }
  return listPieces(items, () => '- ');
}

/** Reads lines that keep their line breaks (`| text`). */
export function readLineBlock(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (!/^\|(?: |$)/.test(reader.peek())) return undefined;
  const lines: string[] = [];
  while (/^\|(?: |$)/.test(reader.peek())) {
    const first = reader.next().slice(2);
    // A blank line ends the block. An indented block can follow.
    const more = reader.peek() === '' ? [] : dedent(reader.indented());
    lines.push(inlineText([first, ...more].join(' '), ctx));
  }
  return textPieces(lines.join('\n'));
}

/** Reads terms, each with its definition indented on the next line. */
export function readDefinitions(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const items: Piece[][] = [];
  while (isTerm(reader)) {
    const terms = [inlineText(reader.next(), ctx)];
    const body = ctx.blocks(dedent(reader.indented()));
    items.push(definitionPieces(terms.join(', '), body));
    reader.at += emptyLines(reader);
  }
  return items.length === 0 ? undefined : listPieces(items, () => '- ');
}

function isTerm(reader: LineReader): boolean {
  const line = reader.peek();
  const next = reader.peek(1);
  if (line === '' || next === '' || line.endsWith('::')) return false;
  return indentOf(line) === 0 && indentOf(next) > 0 && !/^(?:\.\. |>>> |__ )/.test(line);
}
