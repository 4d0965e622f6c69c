import { bracketStep } from '../../brackets.ts';
import { dedent, dedentText, indented } from '../../indentation.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { lineCommentText, tidyComment } from '../doc/comment-text.ts';
import { isPowershellHelp } from '../doc/powershell-help.ts';
import { behindBlanks, endOfMark, lineFinder, maskMarks, type Marked } from './source-marks.ts';

/** A number sign within a word begins no comment, and a quoted mark begins no string. */
const marks = /<#|(?<![^\s;{}()|,])#|(?<!`)(?:@["'](?=[ \t]*\r?\n)|["'])/g;
const declared =
  /^(?:function|filter)[ \t]+(?:(?:global|script|local):)?([A-Za-z][\w-]{0,100})(?=[\s({])/gim;
/** Folders of functions that only their own module calls. */
const internal = /(?:^|\/)(?:private|internals?|helpers?)\//i;
/** A script that is called as a command. */
const command = /(?:^|\/)([A-Z][A-Za-z]{1,30}-\w{1,80})\.ps1$/;

/** A comment with the help of a function or a script. */
interface Help {
  start: number;
  /** Index behind it. */
  end: number;
  doc: string;
}

/** A source, and the source with blanks in place of comments and strings. */
interface Source {
  content: string;
  masked: string;
  /** The index behind the bracket that closes each one. */
  ends: ReadonlyMap<number, number>;
}

/**
 * Returns the functions of a PowerShell file with comment-based help, and the file itself if it is a command. See
 * https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_comment_based_help.
 */
export function readPowershell(content: string, path: string): CodeFile {
  if (internal.test(path)) return { title: '', doc: '', symbols: [] };
  const { masked, found } = maskMarks(content, marks, endOfPowershell);
  const source = { content, masked, ends: endsOfBrackets(masked) };
  const helps = helpsOf(content, found);
  const before = new Map(helps.map((help) => [behindHelp(masked, help.end), help]));
  const within = new Map(helps.map((help) => [help.start, help]));
  const lineAt = lineFinder(content);
  const symbols = [...masked.matchAll(declared)].flatMap((match): CodeSymbol[] => {
    const { signature, body } = functionAt(source, match);
    const help = before.get(match.index) ?? within.get(behindBlanks(content, body));
    return help ? [{ name: match[1]!, signature, doc: help.doc, line: lineAt(match.index) }] : [];
  });
  const all = [...commandOf(source, path, helps[0]), ...symbols];
  return { title: titleOf(path, all), doc: '', symbols: all };
}

/** Folders of functions, which say nothing about them. */
const layout = /^(?:src|source|public|exported|functions?|cmdlets|module)$/i;

/** Returns the folders of a file whose function has the same name; '' for another file. */
function titleOf(path: string, symbols: readonly CodeSymbol[]): string {
  const folders = path.split('/');
  const file = folders.pop()!.replace(/\.\w+$/, '');
  if (!symbols.some(({ name }) => name === file)) return '';
  return folders.filter((folder) => !layout.test(folder)).join('/');
}

/** Returns a file as a command, if its help stands above all of it. */
function commandOf(source: Source, path: string, help: Help | undefined): CodeSymbol[] {
  const [, name] = command.exec(path) ?? [];
  if (name === undefined || !help || source.masked.slice(0, help.start).trim() !== '') return [];
  const signature = parametersAt(source, help.end);
  const isOfFunction = /^(?:function|filter)\b/iy;
  isOfFunction.lastIndex = behindHelp(source.masked, help.end);
  return isOfFunction.test(source.masked) ? [] : [{ name, signature, doc: help.doc, line: 1 }];
}

/** Returns a function with its parameters, and where its body begins. */
function functionAt(
  source: Source,
  { 0: head, index }: RegExpExecArray,
): { signature: string; body: number } {
  const behind = index + head.length;
  const open = behindBlanks(source.masked, behind);
  const end = (source.masked[open] === '(' && source.ends.get(open)) || behind;
  const body = behindBlanks(source.masked, end) + 1;
  const start = source.content.slice(index, end).replace(/\r/g, '');
  const parameters = parametersAt(source, body);
  const inner = indented(parameters.split('\n'), '    ').join('\n');
  return { signature: parameters === '' ? start : `${start} {\n${inner}\n}`, body };
}

/** Returns the index behind a comment or a string. A grave accent quotes a character, and strings can have several lines. */
function endOfPowershell(source: string, start: number, mark: string): number {
  if (mark === '#') return endOfMark(source, start, '//');
  if (mark === '"') return endOfQuoted(source, start);
  const closing = mark === '<#' ? '#>' : mark.startsWith('@') ? `\n${mark[1]!}@` : mark;
  const end = source.indexOf(closing, start + mark.length);
  return end === -1 ? source.length : end + closing.length;
}

function endOfQuoted(source: string, start: number): number {
  let end = start + 1;
  while (end < source.length && source[end] !== '"') end += source[end] === '`' ? 2 : 1;
  return Math.min(end + 1, source.length);
}

/** Returns the comments that are help. Lines with number signs below one another are one comment. */
function helpsOf(content: string, found: readonly Marked[]): Help[] {
  const helps: Help[] = [];
  let lines: Marked[] = [];
  const flush = (): void => {
    const [first] = lines;
    if (first) {
      const text = lines.map(({ start, end }) => content.slice(start, end));
      helps.push({ start: first.start, end: lines.at(-1)!.end, doc: lineCommentText(text, /^#+/) });
    }
    lines = [];
  };
  for (const one of found) {
    const last = lines.at(-1);
    const goesOn = last && /^\r?\n[ \t]*$/.test(content.slice(last.end, one.start));
    if (one.mark !== '#' || !goesOn) flush();
    if (one.mark === '#') lines.push(one);
    if (one.mark !== '<#') continue;
    const text = dedentText(content.slice(one.start + 2, one.end - 2));
    helps.push({ start: one.start, end: one.end, doc: tidyComment(text) });
  }
  flush();
  return helps.filter(({ doc }) => isPowershellHelp(doc));
}

/** What may stand between help and its function: at most one empty line. */
const gap = /[ \t]*(?:\r?\n[ \t]*){0,2}/y;

function behindHelp(masked: string, at: number): number {
  gap.lastIndex = at;
  return at + gap.exec(masked)![0].length;
}

function endsOfBrackets(masked: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of masked.matchAll(/[()[\]{}]/g)) {
    if (bracketStep(sign) > 0) open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index + 1);
    }
  }
  return ends;
}

/** Returns the block of parameters that begins a body, behind attributes such as `[CmdletBinding()]`; '' if there is none. */
function parametersAt({ content, masked, ends }: Source, body: number): string {
  let at = behindBlanks(masked, body);
  while (masked[at] === '[' && ends.has(at)) at = behindBlanks(masked, ends.get(at)!);
  const [head = ''] = /^param\s*(?=\()/i.exec(masked.slice(at, at + 100)) ?? [];
  const open = at + head.length;
  const end = head === '' ? open : (ends.get(open) ?? open);
  const block = content.slice(open, end).replace(/\r/g, '');
  if (/^(?:\(\s*\))?$/.test(block)) return '';
  const [first = '', ...lines] = `param${block}`.split('\n');
  if (lines.length === 0) return first;
  const close = lines.pop()!;
  return [first, ...indented(dedent(lines), '    '), close.trim()].join('\n');
}
