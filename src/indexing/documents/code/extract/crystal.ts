import { bracketDepth } from '../../brackets.ts';
import { dedent, indented, indentOf } from '../../indentation.ts';
import { memberPath, type CodeFile, type CodeSymbol } from '../code-symbol.ts';
import { isLicense, lineCommentText } from '../doc/comment-text.ts';

const modifiers = /^(?:(?:private|protected|abstract)\s+){0,3}/;
const type = /^(?:module|class|struct|enum|annotation|lib|union)\s+[A-Z]/;
const operator = String.raw`\[\]=?\??|[-+*\/%&|^~<>=!]{1,3}`;
const method = new RegExp(
  String.raw`^(def|macro|fun)\s+(self\.)?((?:[a-zA-Z_]\w{0,100}[?!=]?(?=[\s(;:]|$))|${operator})`,
);
const property = /^(class_)?(?:getter|setter|property)[?!]?\s+"?(\w{1,100})/;
const named =
  /^(?:(?:module|class|struct|enum|annotation|lib|union|record|alias)\s+([A-Z][\w:]{0,200})|([A-Z]\w{0,100})\s*=)/;
const string = /"(?:[^"\\]|\\.){0,200}"/g;
const longestHead = 40;
const longestEnum = 200;

/** A type whose lines have more indentation. */
interface Container {
  indent: number;
  path: string;
  isHidden: boolean;
  isEnum: boolean;
}

/**
 * Returns the public declarations of a Crystal file that have doc comments. The formatter of Crystal sets the indentation, so it shows which
 * type holds a method. See https://crystal-lang.org/reference/syntax_and_semantics/documenting_code.html.
 */
export function readCrystal(content: string, file: string): CodeFile {
  if (!/(?:^|\/)src\//.test(file)) return { title: '', doc: '', symbols: [] };
  const lines = content.split('\n').map((line) => line.trimEnd());
  const symbols: CodeSymbol[] = [];
  const open: Container[] = [];
  let comments: string[] = [];
  for (const [at, line] of lines.entries()) {
    const code = line.trimStart();
    if (code.startsWith('#')) comments.push(code);
    if (code.startsWith('#') || /^@\[.*\]$/.test(code)) continue;
    const doc = lineCommentText(comments, /^#/);
    comments = [];
    const declared = code === '' ? undefined : declarationAt(line, doc, open);
    const text = textOf(doc, symbols.at(-1));
    if (declared === undefined || declared.isHidden || text === '') continue;
    symbols.push({
      name: declared.path,
      signature: signatureAt(lines, at),
      doc: text,
      line: at + 1,
    });
  }
  return { title: '', doc: '', symbols };
}

/** Returns the declaration of a line; undefined for other code. Keeps the types that are open behind it. */
function declarationAt(line: string, doc: string, open: Container[]): Container | undefined {
  const indent = indentOf(line);
  while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
  const around = open.at(-1) ?? { indent: -2, path: '', isHidden: false, isEnum: false };
  // Deeper lines belong to a method or a macro.
  if (indent > around.indent + 2) return undefined;
  const code = line.trimStart();
  const declared = code.replace(modifiers, '');
  const path = pathOf(declared, around.path);
  const isHidden = around.isHidden || isUnseen(code, doc);
  const found = { indent, path, isHidden, isEnum: declared.startsWith('enum') };
  if (type.test(declared) && !/\bend$/.test(code) && open.length < deepest) open.push(found);
  // The values of an enumeration stand in its signature.
  return path === '' || (around.isEnum && /^[A-Z]/.test(declared)) ? undefined : found;
}

/** Maximum number of types in one another. */
const deepest = 50;

function isUnseen(code: string, doc: string): boolean {
  return /^(?:private|protected)\s/.test(code) || /^:nodoc:/m.test(doc);
}

/** Returns a comment without its directives, among them those for the linter Ameba. One with `:ditto:` is that of the declaration above. */
function textOf(doc: string, above: CodeSymbol | undefined): string {
  if (isLicense(doc)) return '';
  if (/^:ditto:$/m.test(doc)) return above?.doc ?? '';
  return doc.replace(/^(?::(?:inherit|showdoc):|ameba:\w+.*)$/gm, '').trim();
}

/** Returns the path of a declaration as Crystal writes it, such as `Saw.new` and `Saw#cut`; '' for other code. */
function pathOf(code: string, around: string): string {
  const [, inner, constant = ''] = named.exec(code) ?? [];
  const own = inner ?? constant;
  return own === '' ? memberOf(code, around) : memberPath(around, own, '::');
}

function memberOf(code: string, around: string): string {
  const [, kind, self, called] = method.exec(code) ?? [];
  const [, ofClass, field = ''] = property.exec(code) ?? [];
  const own = called ?? field;
  if (own === '' || around === '') return own;
  if (own === 'initialize') return `${around}.new`;
  const isOfClass = /^(?:macro|fun)$/.test(kind ?? '') || (self ?? ofClass) !== undefined;
  return memberPath(around, own, isOfClass ? '.' : '#');
}

/** Returns a declaration without its body: up to the line that closes its brackets, and an enumeration with its values. */
function signatureAt(lines: readonly string[], at: number): string {
  const first = lines[at]!;
  const indent = indentOf(first);
  if (/^\s*enum\s/.test(first)) return enumAt(lines, at);
  const head: string[] = [];
  let depth = 0;
  for (const line of lines.slice(at, at + longestHead)) {
    head.push(line.slice(Math.min(indent, indentOf(line))));
    depth += bracketDepth(line.replace(string, ''));
    if (depth <= 0) break;
  }
  const shown = depth <= 0 ? head.join('\n') : head[0]!;
  const body = shown.endsWith('end') ? shown.indexOf(';') : -1;
  return body === -1 ? shown.replace(/ do(?: \|[^|\n]*\|)?$/, '') : shown.slice(0, body);
}

function enumAt(lines: readonly string[], at: number): string {
  const body = lines.slice(at + 1, at + longestEnum);
  const end = body.findIndex((line) => !enumLine.test(line));
  // The last comment belongs to what follows the values.
  const last = body.slice(0, end).findLastIndex((line) => /^\s*[A-Z]/.test(line));
  const values = indented(dedent(body.slice(0, last + 1)), '  ');
  return [lines[at]!.trim(), ...values, 'end'].join('\n');
}

/** A value of an enumeration, a comment on one, or an empty line. */
const enumLine = /^\s*(?:#|[A-Z]\w*(?:\s*=|$)|$)/;
