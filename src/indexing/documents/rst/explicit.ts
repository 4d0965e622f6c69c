import { textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { identifier } from './context.ts';
import type { RstContext } from './context.ts';
import { parseDirective } from './directive.ts';
import { directivePieces } from './directives.ts';
import { inlineText } from './inline.ts';
import { dedent } from './lines.ts';
import type { LineReader } from './lines.ts';

const target = /^\.\. +_(?:`([^`]{1,200})`|((?:[^:\\]|\\.|:(?!\s|$)){1,200})):(?:\s+(.*)|$)/;
const substitution = /^\.\. +\|([^|]{1,100})\| +(replace|unicode|image|date)::(?:\s+(.*)|$)/;
const footnote = /^\.\. +\[(#?[\w.*-]{1,60})\](?: +(.*)|$)/;

/** Directives, targets, footnotes, substitution definitions and comments (lines that begin with two dots). */
export function readExplicit(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const line = reader.peek();
  if (line.startsWith('__ ')) {
    reader.at += 1;
    return [];
  }
  if (line !== '..' && !line.startsWith('.. ')) return undefined;
  // Two dots followed by an empty line end whatever stood above; the indented text after them is text.
  if (line === '..' && reader.peek(1) === '') {
    reader.at += 1;
    return [];
  }
  const block = [reader.next(), ...reader.indented()];
  const directive = parseDirective(block);
  return directive === undefined ? readNamed(block, ctx) : directivePieces(directive, ctx);
}

/** A footnote or citation keeps its text, a target names what follows, the rest are comments. */
function readNamed(block: string[], ctx: RstContext): Piece[] {
  const [line = '', ...rest] = block;
  const note = footnote.exec(line);
  if (note !== null) {
    const text = [note[2] ?? '', ...dedent(rest)].join(' ');
    return textPieces(`[${note[1]!.replace(/^#/, '')}] ${inlineText(text, ctx)}`);
  }
  const named = target.exec(line);
  if (named !== null && !named[3] && rest.length === 0) {
    ctx.anchor = identifier(named[1] ?? named[2]!);
  }
  return [];
}

/** Collects what may be used before it is defined: substitutions and named addresses. */
export function collectDefinitions(lines: string[], ctx: RstContext): void {
  for (const [at, raw] of lines.entries()) {
    const line = raw.trimStart();
    if (!line.startsWith('.. ')) continue;
    const replaced = substitution.exec(line);
    if (replaced !== null) {
      ctx.substitutions.set(replaced[1]!, substitutionText(replaced, ctx));
      continue;
    }
    const named = target.exec(line);
    const address = named?.[3] || (lines[at + 1] ?? '').trim();
    if (named !== null && /^https?:\/\//.test(address)) {
      ctx.targets.set((named[1] ?? named[2]!).toLowerCase(), address);
    }
  }
}

function substitutionText([, name, kind, value = '']: RegExpExecArray, ctx: RstContext): string {
  if (kind === 'replace') return inlineText(value.slice(0, 1000), ctx);
  if (kind !== 'unicode') return kind === 'date' ? '' : name!;
  return value.replace(
    /(?:0x|x|\\x|U\+|u|\\u)([0-9A-Fa-f]{2,6})\b/g,
    (whole: string, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
