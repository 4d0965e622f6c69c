import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense, lineCommentText } from '../doc/comment-text.ts';
import { documentedDeclarations, pathIn, type Declaration } from './documented.ts';

/** A string of several lines begins with two backslashes in each of them. */
const marks = /\/\/|\\\\|["']/g;
/** A type has a name as a constant. A function with a large letter returns one. */
const types = {
  signs:
    /[{};()]|\bconst[ \t]{1,9}\w{1,100}[ \t]{0,9}=[ \t]{0,9}(?:extern[ \t]{1,9}|packed[ \t]{1,9})?(?:struct|union|enum|opaque)\b|\bfn[ \t]{1,9}[A-Z]\w{0,100}/g,
  named: /(?:const|fn)[ \t]{1,9}(\w{1,100})/y,
};
const declared = /^pub\s[^({=]{0,60}?\b(?:fn|const|var)\s+(@"[^"\n]{1,100}"|\w{1,100})/;
const field = /^(?!(?:fn|const|var|test|comptime|usingnamespace)\b)\w{1,100}/;

/** Returns the public declarations of a Zig file that have doc comments. The comment of the file has lines with `//!`. */
export function readZig(content: string): CodeFile {
  const found = documentedDeclarations(content, {
    end: (text, at) => '{};,'.includes(text[at]!),
    marks,
    types,
  });
  return { title: '', doc: fileDoc(content), symbols: found.flatMap(symbolOf) };
}

function fileDoc(content: string): string {
  const lines = content.split('\n', longestDoc);
  const first = lines.findIndex((line) => line.startsWith('//!'));
  if (first === -1) return '';
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('//!'));
  return lineCommentText(lines.slice(first, end === -1 ? undefined : end), /^\/\/!/);
}

/** Lines in which the comment of a file ends. */
const longestDoc = 1_000;

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  if (isLicense(doc) || !around.every(({ modifiers }) => /\bpub\b/.test(modifiers))) return [];
  const own = declared.exec(head)?.[1] ?? (around.length > 0 ? field.exec(head)?.[0] : undefined);
  if (own === undefined) return [];
  const name = pathIn(around, own);
  // The first sign of a value is no part of the head.
  const signature = head.replace(/\s*=\s*(?:&\s*)?\.?$/, '');
  return [{ name, signature, doc, line }];
}
