import { textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { identifier } from './context.ts';
import type { RstContext } from './context.ts';
import { parseDirective } from './directive.ts';
import { directivePieces } from './directives.ts';
import { withoutTags } from '../entities.ts';
import { inlineText } from './inline.ts';
import { dedent, indentOf } from '../indentation.ts';
import type { LineReader } from './lines.ts';
import { labelName, target, titleBelow } from './section-titles.ts';

const substitution = /^\.\. +\|([^|]{1,100})\| +(replace|unicode|image|date|raw)::(?:\s+(.*)|$)/;
const customRole = /^\.\. +role:: *([\w.-]{1,60}) *\( *(raw|code) *\) *$/;
/** Names of characters in the files that docutils has: https://docutils.sourceforge.io/docs/ref/rst/definitions.html#character-entity-sets */
const characters = /^\.\. +include:: *<(?:iso|mm|xhtml)/;
const footnote = /^\.\. +\[(#|#?[\w.*-]{1,60})\](?: +(.*)|$)/;

/**
 * Reads explicit markup, which begins with two dots: directives, targets, footnotes, substitution
 * definitions and comments.
 */
export function readExplicit(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const line = reader.peek();
  if (line.startsWith('__ ')) {
    reader.at += 1;
    return [];
  }
  if (line !== '..' && !line.startsWith('.. ')) return undefined;
  // Two dots before an empty line end the block above. The indented text after them is text.
  if (line === '..' && reader.peek(1) === '') {
    reader.at += 1;
    return [];
  }
  const block = [reader.next(), ...reader.indented()];
  const directive = parseDirective(block);
  return directive === undefined ? readNamed(block, ctx) : directivePieces(directive, ctx);
}

/**
 * Returns the text of a footnote or citation. Notes the anchor of a target. Everything else is a
 * comment.
 */
function readNamed(block: string[], ctx: RstContext): Piece[] {
  const [line = '', ...rest] = block;
  const note = footnote.exec(line);
  if (note !== null) {
    const text = [note[2] ?? '', ...dedent(rest)].join(' ');
    const mark = note[1]!.replace(/^#/, '');
    return textPieces(`${mark === '' ? '' : `[${mark}] `}${inlineText(text, ctx)}`);
  }
  const named = target.exec(line);
  if (named !== null && !named[3] && rest.length === 0) {
    ctx.anchor = identifier(named[1] ?? named[2]!);
  }
  return [];
}

/** Collects substitutions and named addresses, which a document may use before it defines them. */
export function collectDefinitions(lines: string[], ctx: RstContext): void {
  for (const [at, raw] of lines.entries()) {
    const line = raw.trimStart();
    if (!line.startsWith('.. ')) continue;
    const replaced = substitutionAt(lines, at);
    if (replaced) {
      ctx.substitutions.set(replaced.name, substitutionText(replaced, ctx));
      if (replaced.kind === 'image') ctx.pictures.add(replaced.name);
      continue;
    }
    const [, role, base] = customRole.exec(line) ?? [];
    if (role !== undefined && base !== undefined) ctx.roles.set(role, base);
    ctx.namesCharacters ||= characters.test(line);
    const named = target.exec(line);
    if (named !== null) collectTarget(named, { lines, at }, ctx);
  }
}

/** Notes the address of a target, or the title that it names. */
function collectTarget(
  named: RegExpExecArray,
  { lines, at }: { lines: string[]; at: number },
  ctx: RstContext,
): void {
  const address = named[3] || (lines[at + 1] ?? '').trim();
  const name = labelName(named[1] ?? named[2]!);
  if (/^https?:\/\//.test(address)) ctx.targets.set(name, address);
  const title = named[3] ? undefined : titleBelow(lines, at);
  if (title !== undefined) ctx.titles.set(name, title);
}

interface Substitution {
  name: string;
  kind: string | undefined;
  value: string;
}

function substitutionAt(lines: string[], at: number): Substitution | undefined {
  const [, name, kind, first = ''] = substitution.exec(lines[at]!.trimStart()) ?? [];
  if (name === undefined) return undefined;
  if (kind === 'raw') {
    // What a printed manual shows instead can have the same name.
    if (!/^html\b/.test(first)) return undefined;
    return { name, kind, value: textBelow(lines, at, true).join(' ') };
  }
  return { name, kind, value: [first, ...textBelow(lines, at, first === '')].join(' ') };
}

/** Maximum number of lines of a substitution below its first one. */
const mostValueLines = 10;

/** Returns the lines below a directive that belong to it, without options. Its text can begin after an empty line. */
function textBelow(lines: string[], at: number, mayBeApart: boolean): string[] {
  const start = mayBeApart && lines[at + 1] === '' ? at + 2 : at + 1;
  const below = lines.slice(start, start + mostValueLines);
  const end = below.findIndex((line) => line === '' || indentOf(line) <= indentOf(lines[at]!));
  const text = end === -1 ? below : below.slice(0, end);
  return text.map((line) => line.trim()).filter((line) => !line.startsWith(':'));
}

/** The tag of a picture or an icon. Other tags without words, such as `<br>` and `<h3>`, only arrange the text around them. */
const iconTag = /<(?:i|img|span|svg)\b/i;

function substitutionText({ name, kind, value }: Substitution, ctx: RstContext): string {
  if (kind === 'replace') return inlineText(value.slice(0, 1000), ctx);
  if (kind === 'raw') return withoutTags(value) || (iconTag.test(value) ? name : '');
  if (kind !== 'unicode') return kind === 'date' ? '' : name;
  const [codes = ''] = value.split(/(?:^|\s)\.\.\s/, 1);
  return codes.replace(
    /(?:0x|x|\\x|U\+|u|\\u)([0-9A-Fa-f]{2,6})\b/g,
    (whole: string, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
