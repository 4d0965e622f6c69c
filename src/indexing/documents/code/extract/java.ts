import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol, Place } from '../code-symbol.ts';
import { blockCommentText, isLicense, lineCommentText } from '../doc/comment-text.ts';
import { commentedChildren, lineOf, namedChildren, signatureText } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { mergeOverloads, memberPath } from '../code-symbol.ts';

const types = new Set([
  'class_declaration',
  'interface_declaration',
  'enum_declaration',
  'record_declaration',
  'annotation_type_declaration',
]);
const members = new Set([
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
  'field_declaration',
  'constant_declaration',
  'annotation_type_element_declaration',
]);
const maxDepth = 4;

/** Returns the public types of a Java file with their public members. The title is the package. */
export function readJava(root: Node): CodeFile {
  const children = commentedChildren(root);
  const clause = children.find(({ node }) => node.type === 'package_declaration');
  const name = clause
    ? namedChildren(clause.node).find(({ type }) => type.endsWith('identifier'))?.text
    : '';
  const doc = clause ? javadocText(clause.comments) : '';
  return {
    title: name ?? '',
    doc: isLicense(doc) ? '' : doc,
    symbols: children.flatMap((child) => typeSymbols(child, { owner: '', open: false, depth: 0 })),
  };
}

function typeSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node } = child;
  if (!types.has(node.type) || !(place.open || isPublic(node)) || place.depth > maxDepth) return [];
  const own = node.childForFieldName('name')?.text ?? '';
  const name = memberPath(place.owner, own);
  const body = node.childForFieldName('body');
  const inside = {
    owner: name,
    open: node.type === 'interface_declaration' || node.type === 'annotation_type_declaration',
    depth: place.depth + 1,
  };
  return [
    {
      name,
      signature: signatureText(node, body),
      doc: javadocText(child.comments),
      line: lineOf(node),
      members: body ? mergeOverloads(bodySymbols(body, inside)) : [],
    },
  ];
}

function bodySymbols(body: Node, place: Place): CodeSymbol[] {
  return commentedChildren(body).flatMap((child): CodeSymbol[] => {
    const { node } = child;
    if (node.type === 'enum_body_declarations') return bodySymbols(node, place);
    if (types.has(node.type)) return typeSymbols(child, place);
    const isMember = members.has(node.type) && (place.open || isPublic(node));
    return isMember || node.type === 'enum_constant' ? [memberSymbol(child, place.owner)] : [];
  });
}

function memberSymbol({ node, comments }: CommentedNode, owner: string): CodeSymbol {
  const declared =
    node.childForFieldName('name') ??
    node.childForFieldName('declarator')?.childForFieldName('name');
  const signature = signatureText(node, node.childForFieldName('body')).replace(/;$/, '');
  const end = node.type === 'enum_constant' ? ',' : '';
  return {
    name: `${owner}.${declared?.text ?? ''}`,
    signature: `${signature.replace(/^@Override\s+/, '')}${end}`,
    doc: javadocText(comments),
    line: lineOf(declared ?? node),
  };
}

function isPublic(node: Node): boolean {
  const modifiers = namedChildren(node).find(({ type }) => type === 'modifiers');
  return modifiers !== undefined && /\bpublic\b/.test(modifiers.text);
}

/** Returns the text of Javadoc in a block comment, or of Markdown in `///` lines (Java 23). */
function javadocText(comments: Node[]): string {
  const block = comments.findLast(({ text }) => text.startsWith('/**'));
  if (block) return blockCommentText(block.text);
  const lines = comments.map(({ text }) => text).filter((text) => text.startsWith('///'));
  return lineCommentText(lines, /^\/\/\//);
}
