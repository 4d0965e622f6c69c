import type { Node } from 'web-tree-sitter';
import type { CodeSymbol } from '../code-symbol.ts';
import { isHiddenJsdoc } from '../doc/jsdoc.ts';
import { commentedChildren, lineOf, namedChildren, signatureText } from '../nodes.ts';
import { jsdocOf } from './ecmascript-comments.ts';
import { valueSignature } from './ecmascript-values.ts';
import { mergeOverloads } from './overloads.ts';

const nameless: Readonly<Record<string, string>> = {
  construct_signature: 'new',
  call_signature: '()',
  index_signature: '[]',
};

/** Public members of a class or interface body. */
export function memberSymbols(body: Node, owner: string): CodeSymbol[] {
  const members = commentedChildren(body).flatMap(({ node, comments }): CodeSymbol[] => {
    const name = nameless[node.type] ?? node.childForFieldName('name')?.text ?? '';
    const doc = jsdocOf(comments);
    if (!isPublicMember(node, name) || isHiddenJsdoc(doc)) return [];
    const overload = node.type === 'method_signature';
    const signature = memberSignature(node);
    return [{ name: `${owner}.${name}`, signature, doc, line: lineOf(node), overload }];
  });
  return mergeOverloads(members);
}

function isPublicMember(node: Node, name: string): boolean {
  if (name === '' || /^[#_['"]/.test(name.replace(/^\[\]$/, ''))) return false;
  return !namedChildren(node).some(
    (child) => child.type === 'accessibility_modifier' && child.text !== 'public',
  );
}

function memberSignature(node: Node): string {
  const value = node.childForFieldName('value');
  const text = value
    ? valueSignature(node, value)
    : signatureText(node, node.childForFieldName('body'));
  return text.replace(/[;,]$/, '');
}
