import { includeLimits } from '../expansion.ts';
import { fenceLanguage } from '../included-format.ts';
import { byRanges, pythonObject, type LineRange } from '../select-lines.ts';
import { dedentBlock, indentOf } from '../../indentation.ts';

/** Options of a Sphinx directive, by name. */
export type SphinxOptions = ReadonlyMap<string, string>;

/** Reads `:name: value`. Returns undefined for any other line. */
export function readSphinxOption(line: string): [name: string, value: string] | undefined {
  const [, name, value = ''] = /^\s*:([a-z][\w-]{0,40}):(?:\s+(.*))?$/i.exec(line) ?? [];
  return name === undefined ? undefined : [name.toLowerCase(), value.trim()];
}

/** Reads the options below a directive, up to an empty line, and the index of their last line. The value of one can continue on further lines. */
export function readOptions(
  lines: readonly string[],
  at: number,
  indent: number,
): { options: Map<string, string>; last: number } {
  const options = new Map<string, string>();
  let last = at;
  while (last + 1 < lines.length) {
    const next = lines[last + 1]!.slice(0, includeLimits.line);
    if (next.trim() === '' || indentOf(next) <= indent) break;
    const option = readSphinxOption(next);
    if (option) options.set(...option);
    else if (options.size > 0) continueOption(options, next);
    last += 1;
  }
  return { options, last };
}

/** Adds a line to the last option. */
function continueOption(options: Map<string, string>, line: string): void {
  const [name, value] = [...options].at(-1)!;
  options.set(name, `${value} ${line.trim()}`.trim());
}

/** Returns the names in the value of an option, which commas or spaces separate. */
export function namesIn(value = ''): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}

/** Code that a `literalinclude` shows. */
export interface LiteralInclude {
  language: string;
  caption: string;
  lines: string[];
}

/**
 * Returns the lines of a file that a `literalinclude` shows; undefined if its options name a part
 * that the file lacks.
 */
export function literalInclude(
  lines: readonly string[],
  path: string,
  options: SphinxOptions,
): LiteralInclude | undefined {
  const object = options.get('pyobject');
  let chosen = object ? pythonObject(lines, object) : [...lines];
  chosen = chosen && betweenLines(chosen, options);
  chosen = chosen && byRanges(chosen, options.get('lines') || undefined, /-/);
  if (!chosen || chosen.length === 0) return undefined;
  const around = (name: string): string[] => (options.has(name) ? [options.get(name)!] : []);
  return {
    language: options.get('language') || fenceLanguage(path),
    caption: options.get('caption') ?? '',
    lines: [...around('prepend'), ...dedentBlock(chosen), ...around('append')],
  };
}

/**
 * Applies `start-after`, `start-at`, `end-before` and `end-at`. Each of them finds the line that
 * contains a text.
 */
function betweenLines(lines: string[], options: SphinxOptions): string[] | undefined {
  const from = options.get('start-at') ?? options.get('start-after');
  let start = 0;
  if (from) {
    const at = lines.findIndex((line) => line.includes(from));
    if (at === -1) return undefined;
    start = options.has('start-at') ? at : at + 1;
  }
  const to = options.get('end-at') ?? options.get('end-before');
  if (!to) return lines.slice(start);
  const rest = lines.slice(start);
  const end = rest.findIndex(
    (line, at) => line.includes(to) && (at > 0 || !options.has('start-at')),
  );
  if (end === -1) return undefined;
  return rest.slice(0, options.has('end-at') ? end + 1 : end);
}

/**
 * Returns the text of a file that an `include` shows; undefined if its options name a part that the
 * file lacks.
 */
export function includedText(
  lines: readonly string[],
  options: SphinxOptions,
): string[] | undefined {
  const range: LineRange = [
    Number(options.get('start-line') ?? 0) + 1,
    Number(options.get('end-line') ?? Number.POSITIVE_INFINITY),
  ];
  let text = lines.slice(range[0] - 1, range[1]).join('\n');
  const after = options.get('start-after');
  if (after) {
    const at = text.indexOf(after);
    if (at === -1) return undefined;
    text = text.slice(at + after.length);
  }
  const before = options.get('end-before');
  if (before) {
    const at = text.indexOf(before);
    if (at === -1) return undefined;
    text = text.slice(0, at);
  }
  return text.split('\n');
}
