import { dedentBlock, endOfDeeper, indented, indentOf } from '../../indentation.ts';
import { includeLimits } from '../expansion.ts';

/** Texts that replace names in an included file, by name. */
type Replacements = ReadonlyMap<string, readonly string[]>;

const start = /^[ \t]*\.\. +replacement:: +([\w .-]{1,100}?)[ \t]*$/;
const use = /\|([\w .-]{1,100})\|/g;
const alone = /^([ \t]*)\|([\w .-]{1,100})\|[ \t]*$/;
/** Maximum number of lines below an include. */
const mostLines = 500;
/** Maximum number of replaced names in one included file. */
const mostUses = 500;
/** Maximum characters of a text. */
const longest = 1000;

/**
 * Reads the texts below an `include` of Snooty, which builds the documentation of MongoDB: `.. replacement:: name` with a text
 * below it. Returns them, and the index of the last line, which is that of the include without them.
 */
export function readReplacements(
  lines: readonly string[],
  { after, indent }: { after: number; indent: number },
): { texts: Replacements; last: number } {
  const texts = new Map<string, readonly string[]>();
  let last = after;
  for (let at = after + 1; at < Math.min(lines.length, after + mostLines); at += 1) {
    const line = lines[at]!.slice(0, includeLimits.line);
    if (line.trim() === '') continue;
    const [, name] = indentOf(line) > indent ? (start.exec(line) ?? []) : [];
    if (name === undefined) break;
    const below = lines.slice(at + 1, at + mostLines);
    const end = at + endOfDeeper(below, 0, indentOf(lines[at]!));
    texts.set(name, textOf(lines.slice(at + 1, end + 1)));
    last = end;
    at = end;
  }
  return { texts, last };
}

function textOf(lines: readonly string[]): string[] {
  const text = dedentBlock(lines.join('\n').slice(0, longest).split('\n')).join('\n');
  return text.trim().split('\n');
}

/** Replaces the names in the lines of a file. A name that stands alone can have several paragraphs, or code. */
export function withReplacements(lines: readonly string[], texts: Replacements): string[] {
  let uses = 0;
  return lines.flatMap((line) => {
    if (uses > mostUses || line.length > includeLimits.line || !line.includes('|')) return [line];
    const [, margin = '', name = ''] = alone.exec(line) ?? [];
    const block = texts.get(name);
    if (block) {
      uses += 1;
      return indented(block, margin);
    }
    return [
      line.replace(use, (whole, key: string) => {
        const text = texts.get(key);
        uses += text ? 1 : 0;
        return text && uses <= mostUses ? text.join(' ').replace(/\s+/g, ' ') : whole;
      }),
    ];
  });
}
