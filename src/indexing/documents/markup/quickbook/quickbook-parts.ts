// Reads the brackets, code and escapes of Quickbook.

/** A part of a manual. `raw` is DocBook or an escaped character, and `code` a block of code. */
export type Part = { kind: 'text' | 'raw' | 'span' | 'code'; text: string } | Element;

/** Brackets with a name: `[section:oil Oil it]`, `[*bold]`, `[@https://saw.example site]`. */
export interface Element {
  kind: 'element';
  /** The word or the sign that begins it; '' if it begins with neither. */
  name: string;
  /** The first word after the name of a link or a definition; '' for other elements. */
  first: string;
  /** The level of a heading with a number. */
  level?: number | undefined;
  /** The parts after these. */
  parts: readonly Part[];
  /** All parts, for the cells of a table, which have no name. */
  all: readonly Part[];
}

const token =
  /\\[^\n]|'''([^]*?)'''|(`{2,3})([^]*?)\2(?!`)|`((?:[^`\n]|\n(?![ \t]*\n)){1,500})`|[[\]]|\n[ \t]*\n(?=[ \t]+\S)/g;
/** Lines of code at the beginning of a block. Items of lists are indented, too. */
const indentedCode = /(?![ \t]*[*#] )(?:[ \t]+\S[^\n]*\n?|[ \t]*\n)+/y;
const lineEnd = /[ \t]*\n(?=[ \t]+\S)/y;
const sectionStart = /(?:section|endsect|heading)[\s:\]]/y;
/** Maximum depth of brackets in brackets. Deeper ones are text. */
const deepest = 40;

/** Reads the parts of a manual. Looks at each character once. */
export function readQuickbook(source: string): Part[] {
  const reader = new Reader(source);
  return reader.read();
}

class Reader {
  private readonly source: string;
  private readonly stack: { parts: Part[]; startsLine: boolean }[] = [
    { parts: [], startsLine: true },
  ];
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  read(): Part[] {
    this.code(this.at);
    const pattern = new RegExp(token);
    for (;;) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.source);
      this.add('text', this.source.slice(this.at, match?.index));
      if (!match) break;
      this.at = match.index + match[0].length;
      this.token(match);
    }
    while (this.stack.length > 1) {
      const { parts } = this.stack.pop()!;
      const around = this.stack.at(-1)!;
      around.parts = [...around.parts, { kind: 'text', text: '[' }, ...parts];
    }
    return this.stack[0]!.parts;
  }

  private token([found, raw, ticks, block, span]: RegExpExecArray): void {
    if (raw !== undefined) this.add('raw', raw);
    else if (ticks !== undefined) this.add(block!.includes('\n') ? 'code' : 'span', block!);
    else if (span !== undefined) this.add('span', span);
    else if (found === '[') this.open();
    else if (found === ']') this.close();
    else if (found.startsWith('\\')) this.add('raw', found.slice(1).trim());
    else {
      this.add('text', found);
      this.code(this.at);
    }
  }

  private open(): void {
    const startsLine = /^\n?$/.test(this.source.slice(Math.max(0, this.at - 2), this.at - 1));
    if (startsLine && this.isUnclosed()) while (this.stack.length > 1) this.close();
    if (this.stack.length > deepest) this.add('text', '[');
    else this.stack.push({ parts: [], startsLine });
  }

  /** Returns whether a section begins in brackets that nobody closed. */
  private isUnclosed(): boolean {
    const [around] = this.stack[1]?.parts ?? [];
    sectionStart.lastIndex = this.at;
    return (
      this.stack.length > 1 &&
      sectionStart.test(this.source) &&
      !(around?.kind === 'text' && around.text.startsWith('/'))
    );
  }

  private close(): void {
    if (this.stack.length === 1) {
      this.add('text', ']');
      return;
    }
    const { parts, startsLine } = this.stack.pop()!;
    this.stack.at(-1)!.parts.push(elementOf(parts));
    lineEnd.lastIndex = this.at;
    if (startsLine && lineEnd.test(this.source)) this.code(lineEnd.lastIndex);
  }

  /** Reads the code that begins at a line outside of brackets or in a template, if there is any. */
  private code(start: number): void {
    const [around] = this.stack[1]?.parts ?? [];
    const isTemplate = around?.kind === 'text' && around.text.startsWith('template ');
    if (this.stack.length > (isTemplate ? 2 : 1)) return;
    indentedCode.lastIndex = start;
    const [found = ''] = indentedCode.exec(this.source) ?? [];
    if (found.trim() === '') return;
    this.add('code', found);
    this.at = start + found.length;
  }

  private add(kind: Exclude<Part['kind'], 'element'>, text: string): void {
    const { parts } = this.stack.at(-1)!;
    const last = parts.at(-1);
    if (kind === 'text' && last?.kind === 'text') last.text += text;
    else if (text !== '') parts.push({ kind, text });
  }
}

const elementName = /^\s*(?:([@*'_^"~$#?/:-])|(!?\w[\w+-]{0,60})(?::[\w.-]{0,200})?(?=\s|$))/;
const firstWord = /^\s*(?:"[^"\n]{0,300}"|\S{1,500})/;
const withFirst = /^(?:@|\?|link|def|role|[a-z]{1,20}ref)$/;

/** Returns the element that brackets around parts mean. */
export function elementOf(all: readonly Part[]): Element {
  const [start] = all;
  if (start?.kind !== 'text') return { kind: 'element', name: '', first: '', parts: all, all };
  const [found = '', sign, word = ''] = elementName.exec(start.text) ?? [];
  const level = /^h[1-6]$/.test(word) ? Number(word[1]) : undefined;
  const name = sign ?? (level === undefined ? word : 'heading');
  const rest = start.text.slice(found.length);
  const [first = ''] = (withFirst.test(name) && firstWord.exec(rest)) || [];
  const parts: Part[] = [{ kind: 'text', text: rest.slice(first.length) }, ...all.slice(1)];
  return { kind: 'element', name, first: first.trim().replaceAll('"', ''), level, parts, all };
}
