import { bracketDepth, bracketStep } from '../brackets.ts';
import { longFenced } from '../fences.ts';
import { indentOf, withoutMargin } from '../indentation.ts';
import { docstringText } from './docstring-text.ts';
import { withoutBlankEnds } from '../blank-lines.ts';

/** The start of a docstring, with the text behind its quotation marks. */
const docStart = /^[ \t]*(?:@doc[ \t]+)?(raw)?"""(.*)$/;
/** A docstring of one line, with a definition that can follow it. */
const shortDoc = /^[ \t]*(?:@doc[ \t]+)?(raw)?"((?:[^"\\]|\\.){1,2000})"[ \t]*(.*)$/;
const quotes = '"""';
/** Lines of a head. */
const mostLines = 30;
const longestLine = 2_000;

/**
 * Converts a program of Julia to the Markdown of its docstrings: a section for each function, macro, type and constant with a text, and the text of a module
 * below its name. Leaves out names that begin with an underscore, which are internal.
 * https://docs.julialang.org/en/v1/manual/documentation/
 */
export function juliaDocsToMarkdown(lines: string[]): string[] {
  return new DocstringReader(lines).read();
}

class DocstringReader {
  private readonly lines: readonly string[];
  private readonly out: string[][] = [];
  /** The last type, whose fields can have texts. */
  private type: { indent: number; fields: string[] } | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  read(): string[] {
    for (let at = 0; at < this.lines.length; at += 1) at = this.line(at);
    return this.out.flat();
  }

  /** Takes what begins at a line. Returns the index of its last line. */
  private line(at: number): number {
    const line = this.lines[at]!.slice(0, longestLine);
    if (/^[ \t]*#=(?!.*=#)/.test(line)) return this.find('=#', at + 1);
    if (/^[ \t]*end\b/.test(line) && indentOf(line) === this.type?.indent) {
      this.type = undefined;
    }
    const long = docStart.exec(line);
    if (long) return this.longDoc(long[2]!, long[1] === 'raw', at);
    const [, raw, text = '', rest = ''] = shortDoc.exec(line) ?? [];
    if (text !== '') return this.define([raw ? text : unescaped(text)], at, rest);
    // A string of several lines in the code, which a docstring resembles.
    return (line.split(quotes).length - 1) % 2 === 1 ? this.find(quotes, at + 1) : at;
  }

  /** Returns the index of the first line with a mark; the last line if none has it. */
  private find(mark: string, from: number): number {
    let at = from;
    while (at < this.lines.length - 1 && !this.lines[at]!.includes(mark)) at += 1;
    return Math.min(at, this.lines.length - 1);
  }

  /** Takes a docstring whose text begins at a line, behind its quotation marks. */
  private longDoc(first: string, isRaw: boolean, at: number): number {
    const last = first.includes(quotes) ? at : this.find(quotes, at + 1);
    const written = last === at ? [first] : [first, ...this.lines.slice(at + 1, last + 1)];
    const [end, rest] = splitOnce(written.pop()!, quotes);
    const margin = indentOf(this.lines[at]!);
    const text = [...written, end].map((line) => withoutMargin(line, margin));
    return this.define(isRaw ? text : text.map(unescaped), last, rest);
  }

  /** Takes what is defined behind a docstring, or on the line below it. Returns the index of the docstring's last line. */
  private define(text: readonly string[], last: number, rest: string): number {
    const isBeside = rest.trim() !== '';
    const at = isBeside ? last : last + 1;
    const written = isBeside ? rest.trim() : (this.lines[at] ?? '').slice(0, longestLine);
    const shown = shownText(text);
    if (this.type && indentOf(written) > this.type.indent)
      this.type.fields.push(...fieldItem(written, shown));
    else this.section(written, shown, at);
    return last;
  }

  /** Writes the text of a definition at a line. Texts of anything else are none. */
  private section(written: string, text: readonly string[], at: number): void {
    const name =
      nameOf(this.withName(written, at)) ?? /^ {4}([\w.@!]{1,100})[({]/.exec(text[0] ?? '')?.[1];
    if (name === undefined || isInternal(name)) return;
    const title = name.replaceAll(/[_*<]/g, String.raw`\$&`);
    if (moduleStart.test(written)) {
      this.out.push(['', `# ${title}`, '', ...docstringText(text, '#', 'julia')]);
      return;
    }
    this.out.push(['', `## ${title} {#L${at + 1}}`, '']);
    // A docstring shows the calls in indented code at its beginning.
    if (!/^(?: {4}|\t)/.test(text[0] ?? '') && !isBare(written)) {
      this.out.push(longFenced(this.head(at, written), 'julia'), ['']);
    }
    const shown = docstringText(text, '##', 'julia');
    const end = shown.findIndex((line) => /^#{3,6} /.test(line));
    const fields: string[] = [];
    if (typeStart.test(withoutMacros(written))) this.type = { indent: indentOf(written), fields };
    this.out.push(
      ...(end === -1 ? [shown, fields] : [shown.slice(0, end), fields, [''], shown.slice(end)]),
    );
  }

  /** Returns the first line of a definition, with the next one if that has the name of an enumeration. */
  private withName(written: string, at: number): string {
    if (written.trimEnd() !== '@enum(') return written;
    return `@enum(${(this.lines[at + 1] ?? '').slice(0, longestLine).trim()}`;
  }

  /** Returns the lines of a definition without its body. */
  private head(at: number, first: string): string[] {
    const margin = indentOf(first);
    const head: string[] = [];
    let depth = 0;
    for (let line = at; line < Math.min(this.lines.length, at + mostLines); line += 1) {
      const written = line === at ? first : this.lines[line]!.slice(0, longestLine);
      depth += bracketDepth(written);
      head.push(withoutMargin(written, margin));
      if (depth <= 0) break;
    }
    head.push(withoutBody(head.pop()!));
    return head;
  }
}

const typeStart = /^(?:mutable[ \t]+)?struct[ \t]/;
const moduleStart = /^[ \t]*(?:bare)?module[ \t]/;
const fieldStart =
  /^[ \t]*((?:const[ \t]+)?[\p{L}_][\p{L}\p{N}_!]{0,100}(?:[ \t]*::[ \t]*[^=#]{1,200}(?<![ \t]))?)/u;
const keyword =
  /^(?:(?:mutable[ \t]+)?struct|abstract[ \t]+type|primitive[ \t]+type|(?:bare)?module|const|global|function|macro|@enum)[ \t]+|^@enum\(/;
/** A statement that is no definition. */
const statement =
  /^(?:if|else|elseif|end|for|while|let|begin|try|catch|finally|return|using|import|export|public|quote)\b/;
const name = /^[\p{L}_@][\p{L}\p{N}_!.′]{0,200}/u;
/** What follows the name in a definition. */
const afterName = /^(?:$|[ \t]*(?:$|[({=]|::|<:|;)|[ \t]+(?:begin\b|end\b|where\b))/;

/** Returns the name that a definition defines, as its users write it; undefined if a line is no definition. */
function nameOf(written: string): string | undefined {
  const plain = withoutMacros(written.trim());
  const start = keyword.exec(plain)?.[0] ?? '';
  const rest = plain.slice(start.length).replace(/^:?\(?:?(?=[\p{L}_@])/u, '');
  const found = name.exec(rest)?.[0];
  if (found === undefined || statement.test(found)) return undefined;
  const after = rest.slice(found.length).replace(/^\)/, '');
  if (start === '' && !afterName.test(after)) return undefined;
  return start.startsWith('macro') ? `@${found}` : found;
}

/** Returns the item of a field in the list below its type. */
function fieldItem(written: string, text: readonly string[]): string[] {
  const declared = fieldStart.exec(written)?.[1];
  if (declared === undefined) return [];
  const words = text.map((line) => line.trim()).filter(Boolean);
  return ['', `- \`${declared}\`: ${words.join(' ')}`];
}

/** Leaves out the macros before a definition, such as `@inline` and `Base.@kwdef`. */
function withoutMacros(written: string): string {
  return written
    .trimStart()
    .replace(/^(?:(?:\w{1,50}\.)?@(?!enum\b)\w{1,50}!?[ \t]+(?=[@\w])){1,5}/, '');
}

function isInternal(name: string): boolean {
  return /(?:^@?|\.)_/.test(name);
}

/** Returns whether a text documents a name that is defined elsewhere. */
function isBare(written: string): boolean {
  return !/[\s(=]/.test(written.trim());
}

/** Leaves out what follows ` = ` outside of brackets: the body of a function, or a long value. Also leaves out the end of a type on one line. */
function withoutBody(line: string): string {
  if (/^(?:const|global)[ \t]/.test(line) && line.length <= 120) return line;
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    depth += bracketStep(line[at]!);
    if (depth <= 0 && /^[ \t]=[ \t]?/.test(line.slice(at, at + 3)))
      return line.slice(0, at).trimEnd();
  }
  return line.replace(/;?[ \t]+end[ \t]*$/, '');
}

/** A line that another text fills, such as those of DocStringExtensions: `$(TYPEDEF)`, `$SIGNATURES`. */
const filled = /^[ \t]*\$(?:\([A-Z][A-Z_]{1,50}\)|[A-Z][A-Z_]{1,50})[ \t]*$/;

/** Returns the lines of a docstring that a reader sees, without blank lines at its edges. */
function shownText(text: readonly string[]): string[] {
  return withoutBlankEnds(text.filter((line) => !filled.test(line)));
}

function splitOnce(line: string, mark: string): [string, string] {
  const at = line.indexOf(mark);
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + mark.length)];
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\$])/g, '$1');
}
