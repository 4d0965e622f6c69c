import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense, lineCommentText } from '../doc/comment-text.ts';
import { documentedDeclarations, type Declaration } from './documented.ts';

const types = {
  signs: /[{};()]|\btype[ \t]{1,9}[A-Z]\w{0,100}/g,
  named: /type[ \t]{1,9}(\w{1,100})/y,
};
const declared = /^pub\s+(?:opaque\s+)?(?:fn|type|const)\s+(\w{1,100})/;
/** A constructor of a type, or a field of one. */
const part = /^(?:[A-Z]\w{0,100}|[a-z]\w{0,100}(?=\s*:))/;

/** Returns the public declarations of a Gleam module that have doc comments. The comment of the module has lines with `////`. */
export function readGleam(content: string, path: string): CodeFile {
  // Packages do not show such modules.
  if (/\/internal(?:\/|\.gleam$)/.test(path)) return { title: '', doc: '', symbols: [] };
  const found = documentedDeclarations(content, { end: isEnd, marks: /\/\/|"/g, types });
  const lines = content.split('\n').filter((line) => line.startsWith('////'));
  const doc = lineCommentText(lines, /^\/{4}/);
  return { title: '', doc: isLicense(doc) ? '' : doc, symbols: found.flatMap(symbolOf) };
}

/** A declaration ends with its body or with its line, unless its result or its value follows. */
function isEnd(text: string, at: number): boolean {
  const sign = text[at]!;
  if (sign !== '\n') return '{},'.includes(sign);
  return (
    !/[=>][ \t]*$/.test(text.slice(Math.max(0, at - 100), at)) &&
    !/^\s*(?:->|=)/.test(text.slice(at, at + 200))
  );
}

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  const [, own] = declared.exec(head) ?? [];
  if (own !== undefined) return [{ name: own, signature: head, doc, line }];
  const type = around.at(-1);
  const [name] = part.exec(head) ?? [];
  // Only the module of an opaque type knows its constructors.
  if (type?.modifiers !== 'pub' || name === undefined) return [];
  return [{ name: `${type.name}.${name}`, signature: head, doc, line }];
}
