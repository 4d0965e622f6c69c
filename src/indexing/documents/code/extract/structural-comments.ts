import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { doxygenText } from '../doc/doxygen-comment.ts';
import { lineOf, namedChildren } from '../nodes.ts';
import { commentGroups, groupText, isInternal } from './cpp-comments.ts';

/** A command that names what a comment is about: https://www.doxygen.nl/manual/docblocks.html#structuralcommands. */
const command =
  /^[ \t]*[@\\](?:(?<kind>class|struct|union|enum|namespace)[ \t]+(?<type>[A-Za-z_][\w:]*)|fn[ \t]+(?<head>(?:[\w:<>,*&]{1,100}[ \t]+){0,9}[*&]{0,3}(?<name>~?[A-Za-z_][\w:~]*)[ \t]*\(.{0,300}))/m;

/** Returns the symbols in a node, with the comments in it that name their type, namespace or function. Those above it already belong to it. */
export function withNamed(
  symbols: readonly CodeSymbol[],
  parent: Node,
  owner: string,
): CodeSymbol[] {
  const found = [...symbols];
  const all = allOf(symbols).reverse();
  const byName = new Map(all.map((symbol) => [symbol.name, symbol]));
  const docs = new Set(all.map(({ doc }) => doc));
  for (const group of commentGroups(namedChildren(parent))) {
    const symbol = namedBy(groupText(group), owner, lineOf(group[0]!));
    if (!symbol || docs.has(symbol.doc)) continue;
    const same = byName.get(symbol.name);
    // A function can have others of its name.
    const isOther = symbol.signature.includes('(') && same?.doc !== '';
    if (same && !isOther)
      same.doc = [same.doc, symbol.doc].filter((doc) => doc !== '').join('\n\n');
    else found.push(symbol);
  }
  return found;
}

/** Returns the symbol that a comment names; undefined if it names none, says nothing or is internal. */
function namedBy(text: string, owner: string, line: number): CodeSymbol | undefined {
  const { kind, type, head = `${kind} ${type}`, name = type } = command.exec(text)?.groups ?? {};
  const doc = name === undefined ? '' : doxygenText(text);
  if (name === undefined || doc === '' || isInternal(doc)) return undefined;
  const whole = name.startsWith(owner) ? name : `${owner}${name}`;
  return { name: whole, signature: head.trim(), doc, line };
}

function allOf(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...allOf(symbol.members ?? [])]);
}
