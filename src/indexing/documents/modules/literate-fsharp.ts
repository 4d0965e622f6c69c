import { languageName } from '../code-language.ts';
import { longFenced } from '../fences.ts';
import { dedent, indentOf, withoutColumns } from '../indentation.ts';
import { withoutBlankEnds } from '../blank-lines.ts';

/** A piece of a script: text, code or a command to the program that makes its page. */
interface Piece {
  kind: 'text' | 'code' | 'command';
  lines: string[];
}

const command = /^\(\*\*\*([^*]{1,300})\*\*\*\)$/;
const textStart = /^[ \t]*\(\*\*(?![*)])[ \t]?/;
/** The end of a text. Its mark can have more stars. */
const textEnd = /\*{1,3}\)$/;

/**
 * Converts a literate script of FSharp.Formatting to Markdown: its comments `(** Text *)` are text, and what stands between them is code. Commands
 * such as `(*** hide ***)` leave out the code below them. https://fsprojects.github.io/FSharp.Formatting/literate.html
 */
export function literateFsharpToMarkdown(lines: string[]): string[] {
  const pieces = piecesOf(lines);
  const defined = definedCode(pieces);
  const out: string[] = [];
  let shows = true;
  for (const { kind, lines: own } of pieces) {
    if (kind === 'command') {
      const [name, value] = commandOf(own);
      if (name === 'include') out.push(...codeLines(defined.get(value) ?? []));
      shows = shows && isShown(name, value);
    } else {
      if (kind === 'text') out.push('', ...textLines(own), '');
      else if (shows) out.push(...codeLines(own));
      shows = true;
    }
  }
  return withTitle(out, pieces);
}

function piecesOf(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let isOpen = false;
  let margin = 0;
  for (const line of lines) {
    const kind = isOpen ? 'text' : kindOf(line);
    const last = pieces.at(-1);
    if (kind === 'command') pieces.push({ kind, lines: [command.exec(line.trim())![1]!] });
    else if (kind === 'code') {
      if (last?.kind === kind) last.lines.push(line);
      else if (line.trim() !== '') pieces.push({ kind, lines: [line] });
    } else {
      if (!isOpen) margin = indentOf(line);
      if (!isOpen) pieces.push({ kind, lines: [] });
      const text: string = isOpen ? withoutColumns(line, margin) : line.replace(textStart, '');
      const end: string = text.trimEnd();
      isOpen = !textEnd.test(end);
      pieces.at(-1)!.lines.push(isOpen ? text : end.replace(textEnd, ''));
    }
  }
  return pieces;
}

/** Returns what a line outside of a text is, or begins. */
function kindOf(line: string): Piece['kind'] {
  if (command.test(line.trim())) return 'command';
  return textStart.test(line) ? 'text' : 'code';
}

function commandOf([written = '']: readonly string[]): [name: string, value: string] {
  const [name = '', value = ''] = written.split(/:(.*)/s);
  return [name.trim().toLowerCase(), value.trim()];
}

/** Returns whether the code below a command is shown where it stands. Conditions name other formats than that of the site. */
function isShown(name: string, value: string): boolean {
  if (name === 'condition') return value === 'html';
  return name !== 'hide' && name !== 'define';
}

/** Returns the code that other places show, by the names that commands give it. */
function definedCode(pieces: readonly Piece[]): Map<string, string[]> {
  const defined = new Map<string, string[]>();
  for (const [at, { kind, lines }] of pieces.entries()) {
    const [name, value] = kind === 'command' ? commandOf(lines) : [];
    const next = pieces[at + 1];
    if (name === 'define' && value !== undefined && next?.kind === 'code') {
      defined.set(value, next.lines);
    }
  }
  return defined;
}

/** The beginning of code for another kind of output, and its end. */
const otherOutput = /^[ \t]*#if[ \t]+(?:IPYNB|FSX|PREPARE)\b/;
const otherEnd = /^[ \t]*#(?:endif|else)\b/;

function codeLines(lines: readonly string[]): string[] {
  let isOther = false;
  const code = lines.filter((line) => {
    isOther ||= otherOutput.test(line);
    const keeps = !isOther;
    if (otherEnd.test(line)) isOther = false;
    return keeps;
  });
  const own = withoutBlankEnds(code);
  if (own.length === 0) return [];
  return ['', ...longFenced(dedent(own.map(withValues)), 'fsharp'), ''];
}

/** Options of indented code: `    [lang=csharp]`, `    [hide]`, `    [lang=csharp,file=../saw.cs,key=cut]`. */
const optionLine = /^(?: {4}|\t)[ \t]*\[((?:lang|hide|file|module)\b[^\]]{0,300})\][ \t]*$/;

/** Returns text with indented code that has options as fences of its language. Code in other files is left out, and so is what the page hides. */
function withLanguages(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, written] = optionLine.exec(lines[at]!) ?? [];
    if (written === undefined) {
      out.push(lines[at]!.replace(/^([ \t]*`{3,})f#(?=\s*$)/i, '$1fsharp'));
      continue;
    }
    const from = at + 1;
    while (at + 1 < lines.length && isCode(lines[at + 1]!)) at += 1;
    const code = lines.slice(from, at + 1);
    const last = code.findLastIndex((line) => line.trim() !== '');
    const language = /\blang=([\w#+-]{1,20})/.exec(written)?.[1]?.toLowerCase() ?? 'fsharp';
    const isShownCode = last >= 0 && !/\bhide\b/.test(written);
    const shown = isShownCode
      ? longFenced(dedent(code.slice(0, last + 1)), languageName(language))
      : [];
    out.push('', ...shown, '');
  }
  return out;
}

function isCode(line: string): boolean {
  return /^(?: {4}|\t|\s*$)/.test(line) && !optionLine.test(line);
}

/** Returns a text without its front matter. */
function textLines(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const hasMatter = lines[start]?.trim() === '---';
  const end = lines.findIndex((line, at) => at > start && line.trim() === '---');
  return withLanguages(hasMatter ? lines.slice(end + 1) : lines).map(withValues);
}

/** Returns a line without values that only the program knows: versions of packages, and the root of links. Code in a text can refer to a declaration. */
function withValues(line: string): string {
  return line
    .replace(/,?[ \t]?\{\{fsdocs-package-version\}\}/g, '')
    .replace(/\{\{(?:root|fsdocs-[\w-]{1,60})\}\}\/?/g, '')
    .replace(/`cref:[A-Z]:([^`]{1,300})`/g, '`$1`');
}

/** Returns a page with the title of its front matter, if it has no other. */
function withTitle(out: string[], pieces: readonly Piece[]): string[] {
  const [first] = pieces.filter(({ kind }) => kind === 'text');
  const written = first?.lines.slice(0, mostMatter).find((line) => /^\s*title:/.test(line));
  const title = written?.replace(/^\s*title:\s*/, '').replace(/^(["'])(.*)\1\s*$/, '$2') ?? '';
  const hasMatter = first?.lines.some((line) => line.trim() === '---') === true;
  const hasTitle = title === '' || !hasMatter || out.some((line) => /^# \S/.test(line));
  return hasTitle ? out : [`# ${title.trim()}`, '', ...out];
}

/** Lines of front matter. */
const mostMatter = 30;
