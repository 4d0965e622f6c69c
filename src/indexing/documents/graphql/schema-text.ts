import { countUpTo, lineFinder, maskMarks, type Marked } from '../code/extract/source-marks.ts';
import { dedent, dedentToLast } from '../indentation.ts';

/** A definition of a schema: a type, a directive, or a field of a root type. */
export interface Definition {
  kind: string;
  name: string;
  description: string;
  /** The definition with its descriptions as comments, such as `# Number of teeth.`. */
  code: string;
  /** 1-based. */
  line: number;
}

const marks = /"""|"|#/g;

function endOfGraphql(source: string, start: number, mark: string): number {
  let end = start + mark.length;
  if (mark === '#') {
    end = source.indexOf('\n', end);
    return end === -1 ? source.length : end;
  }
  while (end < source.length && !source.startsWith(mark, end)) {
    if (mark === '"' && source[end] === '\n') return end;
    end += source[end] === '\\' ? (source.startsWith('\\"""', end) ? 4 : 2) : 1;
  }
  return Math.min(end + mark.length, source.length);
}

/** A part of a source between two indexes. */
interface Range {
  start: number;
  end: number;
}

const defining =
  /[{}]|\b(?:extend[ \t]+)?(type|input|interface|enum|union|scalar|directive|schema)\b[ \t]{0,9}(@?[A-Za-z_]\w{0,200})?/g;
const longestDescription = 600;

/** The text of a schema, with the places of its descriptions. See https://spec.graphql.org/October2021/#sec-Type-System. */
export class SchemaText {
  private readonly content: string;
  private readonly masked: string;
  private readonly strings: readonly Marked[];
  /** Where each of them begins. */
  private readonly starts: readonly number[];
  /** Returns the 1-based line of an index. */
  private readonly lineAt: (index: number) => number;

  constructor(content: string) {
    const { masked, found } = maskMarks(content, marks, endOfGraphql);
    this.content = content;
    this.masked = masked;
    this.strings = found.filter(({ mark }) => mark !== '#');
    this.starts = this.strings.map(({ start }) => start);
    this.lineAt = lineFinder(content);
  }

  /** Counts how often each name stands in the schema. */
  countNames(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [name] of this.masked.matchAll(/\b[A-Z]\w{0,200}/g)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns the definitions of the schema in its order. */
  definitions(): (Definition & Range)[] {
    const heads = this.heads();
    return heads.map((head, at) => {
      const next = heads[at + 1];
      const end = next === undefined ? this.content.length : this.startOfDescription(next.start);
      return { ...head, ...this.described({ start: head.start, end }), start: head.start, end };
    });
  }

  /** Returns the fields of a root type, such as `Query`. */
  fields({ start, end }: Range): Definition[] {
    const found: (Range & { name: string })[] = [];
    const brace = this.masked.slice(start, end).indexOf('{');
    if (brace === -1) return [];
    let depth = 0;
    const tokens = /[{}()[\]]|(?<=^|[\s,])([A-Za-z_]\w{0,200})(?=\s{0,200}[(:])/g;
    tokens.lastIndex = start + brace;
    for (
      let match = tokens.exec(this.masked);
      match && match.index < end;
      match = tokens.exec(this.masked)
    ) {
      const [token, name] = match;
      if (name === undefined) depth += '{(['.includes(token) ? 1 : -1;
      else if (depth === 1) found.push({ name, start: match.index, end });
      if (depth === 0) {
        if (found.length > 0) found.at(-1)!.end = match.index;
        break;
      }
    }
    return found.map((field, at) => {
      const next = found[at + 1];
      const to = next === undefined ? field.end : this.startOfDescription(next.start);
      return {
        kind: 'field',
        name: field.name,
        ...this.described({ start: field.start, end: to }),
      };
    });
  }

  private heads(): { kind: string; name: string; start: number }[] {
    const heads: { kind: string; name: string; start: number }[] = [];
    let depth = 0;
    for (const { 0: token, 1: kind, 2: name = '', index } of this.masked.matchAll(defining)) {
      if (token === '{') depth += 1;
      else if (token === '}') depth = Math.max(0, depth - 1);
      else if (depth === 0 && kind !== undefined) heads.push({ kind, name, start: index });
    }
    return heads;
  }

  private described({ start, end }: Range): Pick<Definition, 'description' | 'code' | 'line'> {
    const above = this.descriptionAbove(start);
    return {
      description: above === undefined ? '' : this.textOf(above),
      code: this.codeOf({ start, end }),
      line: this.lineAt(start),
    };
  }

  private descriptionAbove(start: number): Marked | undefined {
    const last = this.strings[countUpTo(this.starts, start) - 1];
    return last !== undefined && /^\s*$/.test(this.masked.slice(last.end, start))
      ? last
      : undefined;
  }

  private startOfDescription(start: number): number {
    return this.descriptionAbove(start)?.start ?? start;
  }

  private textOf({ mark, start, end }: Marked): string {
    const text = this.content.slice(
      start + mark.length,
      Math.max(start + mark.length, end - mark.length),
    );
    const [first = '', ...more] = text.replaceAll('\\"""', '"""').split('\n');
    return [first.trim(), ...dedent(more)]
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
  }

  private codeOf({ start, end }: Range): string {
    const pieces: string[] = [];
    let at = start;
    for (let i = countUpTo(this.starts, start); i < this.strings.length; i += 1) {
      const one = this.strings[i]!;
      if (one.start >= end) break;
      if (!this.describes(one)) continue;
      const before = this.content.slice(at, one.start);
      const indent = /(?:^|\n)([ \t]*)$/.exec(before.slice(-200))?.[1] ?? '  ';
      pieces.push(before.trimEnd(), this.asComment(one, indent), `\n${indent}`);
      at = one.end + /^\s*/.exec(this.content.slice(one.end, one.end + 1000))![0].length;
    }
    pieces.push(this.content.slice(at, end));
    return tidy(pieces.join(''));
  }

  /** Returns whether a string describes what follows, and is no value. */
  private describes({ start, end }: Marked): boolean {
    const before =
      this.masked
        .slice(Math.max(0, start - 1000), start)
        .trimEnd()
        .at(-1) ?? '';
    return !'=:['.includes(before || '=') && /^\s{0,200}\w/.test(this.masked.slice(end, end + 300));
  }

  private asComment(one: Marked, indent: string): string {
    const text = this.textOf(one);
    const bounded =
      text.length > longestDescription ? `${text.slice(0, longestDescription)} …` : text;
    const lines = bounded.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => `\n${indent}# ${line}`).join('');
  }
}

/** Returns the code without empty lines, without comments at its end, and with the indentation of its first line. */
function tidy(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const [first = '', ...more] = lines.filter((line) => line !== '');
  while (more.length > 0 && /^\s*(?:#|,?$)/.test(more.at(-1)!)) more.pop();
  return [first, ...dedentToLast(more)].join('\n').replace(/,$/, '');
}
