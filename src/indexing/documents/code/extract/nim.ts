import { bracketStep } from '../../brackets.ts';
import { dedent, dedentText, endOfDeeper, indentOf } from '../../indentation.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense, lineCommentText } from '../doc/comment-text.ts';

/** A routine that others can use: its name ends with a star. */
const routine =
  /^[ \t]*(?:proc|func|method|iterator|template|macro|converter)[ \t]+(`[^`\s]{1,40}`|\w{1,100})\*/;
const section = /^(?:type|const|let|var)\b[ \t]*(?:#.*)?$/;
/** An entry of a section, or a line of its own: `type Saw* = object`. */
const entry = /^(?:(?:type|const|let|var)[ \t]+|[ \t]+)(`[^`\s]{1,40}`|\w{1,100})\*/;
const docLine = /^[ \t]*##(?![#[])/;
/** Modules that only their own library imports. */
const internal = /\/(?:private|internal)(?:\/|\.nim$)/;
const longestHead = 40;
const longestEntry = 80;
/** Longest line whose comment is found. */
const longestLine = 500;

/** Returns the exported declarations of a Nim module with their doc comments. The title is derived from the path. */
export function readNim(content: string, path: string): CodeFile {
  if (internal.test(path)) return { title: '', doc: '', symbols: [] };
  const lines = content.split('\n');
  const first = lines.findIndex((line) => docLine.test(line) || /^\s*[^\s#]/.test(line));
  const { doc } = docAt(lines, Math.max(0, first));
  const symbols: CodeSymbol[] = [];
  let margin = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (section.test(line)) margin = indentOf(lines[at + 1] ?? '');
    const [, called] = routine.exec(line) ?? [];
    const [, declared] = (called === undefined && entry.exec(line)) || [];
    // Fields of a type are deeper than the type.
    const isEntry = declared !== undefined && [0, margin].includes(indentOf(line));
    if (called !== undefined) symbols.push(routineAt(lines, at, called));
    else if (isEntry) symbols.push(entryAt(lines, at, declared));
  }
  return { title: '', doc: isLicense(doc) ? '' : doc, symbols };
}

/** Returns the doc comment whose lines begin at a line, or which begins and ends with brackets there. */
function docAt(lines: readonly string[], from: number): { doc: string; end: number } {
  if (/^[ \t]*##\[/.test(lines[from] ?? '')) {
    const end = lines.slice(from, from + 500).findIndex((line) => line.includes(']##'));
    const inner = lines.slice(from, from + end + 1).join('\n');
    const text = inner.replace(/^[ \t]*##\[/, '').replace(/\]##[^]*$/, '');
    return end === -1
      ? { doc: '', end: from }
      : { doc: dedentText(text).trim(), end: from + end + 1 };
  }
  let end = from;
  while (docLine.test(lines[end] ?? '')) end += 1;
  return { doc: lineCommentText(lines.slice(from, end), /^[ \t]*##/), end };
}

function routineAt(lines: readonly string[], at: number, name: string): CodeSymbol {
  const { head, last } = headAt(lines, at);
  const [, behind = ''] = /##[ \t]*(\S.*)$/.exec(lines[last]!) ?? [];
  const { doc, end } = docAt(lines, last + 1);
  const text = [behind, doc, exampleAt(lines, end)].filter(Boolean).join('\n\n');
  return { name: name.replaceAll('`', ''), signature: head, doc: text, line: at + 1 };
}

/** Returns a routine up to its body, and the line where that begins. */
function headAt(lines: readonly string[], at: number): { head: string; last: number } {
  const margin = indentOf(lines[at]!);
  let depth = 0;
  const head: string[] = [];
  for (let last = at; last < Math.min(lines.length, at + longestHead); last += 1) {
    const line = withoutComment(lines[last]!);
    const end = endOfHead(line, depth);
    depth = end.depth;
    head.push(line.slice(Math.min(margin, indentOf(line)), end.at).trimEnd());
    const goesOn = depth > 0 || /^\s*(?:\{\.|\):)/.test(lines[last + 1] ?? '');
    if (end.at < line.length || !goesOn) return { head: head.join('\n'), last };
  }
  return { head: head[0]!, last: at };
}

function withoutComment(line: string): string {
  return line.length > longestLine ? line : line.replace(/[ \t]*##?[ \t][^"]*$/, '');
}

/** Returns where an equals sign outside of brackets ends a head, or the end of the line, and how many brackets are open there. */
function endOfHead(line: string, open: number): { at: number; depth: number } {
  let depth = open;
  // Names of operators have signs in backticks.
  const start = /^[^`(]*`[^`]*`/.exec(line)?.[0].length ?? 0;
  for (let at = start; at < line.length; at += 1) {
    depth += bracketStep(line[at]!);
    if (line[at] === '=' && depth === 0) return { at, depth };
  }
  return { at: line.length, depth };
}

/** Returns the examples below a doc comment as a block of code. The documentation shows them. */
function exampleAt(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  if (!/^[ \t]*runnableExamples\b[^\n]*:[ \t]*$/.test(line)) return '';
  const code = lines.slice(at + 1, endOfDeeper(lines, at + 1, indentOf(line)));
  return `\`\`\`nim\n${dedent(code).join('\n').trimEnd()}\n\`\`\``;
}

/** A field without a star. */
const hiddenField = /^\s+\w[\w, ]*:/;

/** Returns a type or a value with its lines, without fields that only its module sees. */
function entryAt(lines: readonly string[], at: number, name: string): CodeSymbol {
  const line = lines[at]!;
  const deeper = endOfDeeper(lines, at + 1, indentOf(line));
  const close = /^[ \t]*[)\]}]/.test(lines[deeper] ?? '') ? 1 : 0;
  const end = Math.min(deeper + close, at + longestEntry);
  const { doc, end: start } = docAt(lines, at + 1);
  const [, behind = ''] = /##[ \t]*(\S.*)$/.exec(line) ?? [];
  const isObject = /\bobject\b/.test(line);
  const fields = lines.slice(start, end).filter((one) => !isObject || !hiddenField.test(one));
  const signature = dedent([withoutComment(line), ...fields])
    .join('\n')
    .trimEnd();
  return {
    name: name.replaceAll('`', ''),
    signature,
    doc: [behind, doc].filter(Boolean).join('\n\n'),
    line: at + 1,
    isCommented: fields.some((field) => field.includes('##')),
  };
}
