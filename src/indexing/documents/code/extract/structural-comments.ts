import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { doxygenText } from '../doc/doxygen-comment.ts';
import { lineOf, namedChildren } from '../nodes.ts';
import { commentGroups, groupText, isInternal } from './cpp-comments.ts';

/** A command that names what a comment is about: https://www.doxygen.nl/manual/docblocks.html#structuralcommands. */
const command = /^[ \t]*[@\\](class|struct|union|enum|namespace)[ \t]+([A-Za-z_][\w:]*)/m;

/** Returns the symbols in a node, with the comments in it that name their type or namespace. Those above a type already belong to it. */
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
    const text = groupText(group);
    const [, kind, own] = command.exec(text) ?? [];
    const doc = own === undefined ? '' : doxygenText(text);
    if (own === undefined || doc === '' || docs.has(doc) || isInternal(doc)) continue;
    const name = own.startsWith(owner) ? own : `${owner}${own}`;
    const same = byName.get(name);
    if (same) same.doc = [same.doc, doc].filter((part) => part !== '').join('\n\n');
    else found.push({ name, signature: `${kind} ${own}`, doc, line: lineOf(group[0]!) });
  }
  return found;
}

function allOf(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...allOf(symbol.members ?? [])]);
}
