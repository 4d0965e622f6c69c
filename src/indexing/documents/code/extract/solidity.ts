import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { documentedDeclarations, pathIn, type Declaration } from './documented.ts';

const types = {
  signs: /[{};()]|(?<![\w.])(?:contract|interface|library|struct|enum)\b/g,
  named: /(?:contract|interface|library|struct|enum)\s{1,20}(\w{1,100})/y,
};
const declared =
  /^(?:abstract\s+)?(contract|interface|library|struct|enum|function|event|error|modifier|type)\s+(\w{1,100})/;
const special = /^(?:constructor|receive|fallback)\b/;
/** A variable behind its type and its modifiers. A mapping has brackets. */
const variable = /(\w{1,100})\s*(?:=(?!>)[^]*)?$/;
/** What nobody calls: directives, code in a function, and what is private. */
const silent = /^(?:pragma|import|using|assembly|unchecked)\b|\bprivate\b/;
/** Nothing but the name of a contract that has the comment. */
const inherited = /^\s*@inheritdoc\b[^\n]*$/;

/** A tag for a tool, such as `@custom:oz-upgrades-unsafe-allow constructor`. */
const ofTools = /^[ \t]*@custom:[^\n]*$/gm;

/** Returns the declarations of a Solidity file that have comments in NatSpec, but not private ones. Libraries are used through internal functions. */
export function readSolidity(content: string): CodeFile {
  const found = documentedDeclarations(content, {
    end: (text, at) => '{};'.includes(text[at]!),
    types,
  });
  return { title: '', doc: '', symbols: found.flatMap(symbolOf) };
}

function symbolOf({ doc, head, line, around }: Declaration): CodeSymbol[] {
  if (isLicense(doc) || inherited.test(doc) || silent.test(head)) return [];
  const isEntry = around.at(-1)?.kind === 'enum';
  const own = isEntry ? /^\w{1,100}/.exec(head)?.[0] : ownName(head);
  if (own === undefined) return [];
  const name = pathIn(around, own);
  return [{ name, signature: isEntry ? own : head, doc: doc.replace(ofTools, '').trim(), line }];
}

function ownName(head: string): string | undefined {
  return (
    declared.exec(head)?.[2] ?? special.exec(head)?.[0] ?? variable.exec(head.slice(0, 500))?.[1]
  );
}
