import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol, Place } from '../code-symbol.ts';
import { mergeOverloads, memberPath } from '../code-symbol.ts';
import { blockCommentText, lineCommentText } from '../doc/comment-text.ts';
import { xmlDocText } from '../doc/xml-doc.ts';
import {
  branchesOf,
  commentedChildren,
  cutLines,
  dedentBelow,
  isComment,
  lineOf,
  namedChildren,
} from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';

const containers = new Set([
  'class_declaration',
  'interface_declaration',
  'struct_declaration',
  'record_declaration',
  'enum_declaration',
]);
const members = new Set([
  'method_declaration',
  'constructor_declaration',
  'property_declaration',
  'indexer_declaration',
  'field_declaration',
  'event_declaration',
  'event_field_declaration',
  'operator_declaration',
  'conversion_operator_declaration',
  'delegate_declaration',
  'enum_member_declaration',
]);
const namespaces = new Set(['namespace_declaration', 'file_scoped_namespace_declaration']);
const maxDepth = 8;

/** Returns the public types of a C# file with their public and protected members. The title is the first namespace. */
export function readCsharp(root: Node): CodeFile {
  const title = firstNamespace(root, 0);
  const symbols = itemsSymbols(commentedChildren(root), { owner: '', open: false, depth: 0 });
  return { title, doc: '', symbols: mergeOverloads(symbols) };
}

function firstNamespace(parent: Node, depth: number): string {
  if (depth > maxDepth) return '';
  const found = namedChildren(parent).find(({ type }) => namespaces.has(type) || isCondition(type));
  if (found === undefined) return '';
  if (isCondition(found.type)) return firstNamespace(found, depth + 1);
  const name = found.childForFieldName('name')?.text ?? '';
  const body = found.childForFieldName('body');
  const inner = body === null || hasTypes(body) ? '' : firstNamespace(body, depth + 1);
  return inner === '' ? name : `${name}.${inner}`;
}

function isCondition(type: string): boolean {
  return /^preproc_(?:if|elif|else)$/.test(type);
}

function hasTypes(body: Node): boolean {
  return namedChildren(body).some(({ type }) => containers.has(type));
}

function itemsSymbols(children: CommentedNode[], place: Place): CodeSymbol[] {
  return place.depth > maxDepth ? [] : children.flatMap((child) => itemSymbols(child, place));
}

function itemSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node } = child;
  if (namespaces.has(node.type)) {
    const body = node.childForFieldName('body');
    return body ? itemsSymbols(commentedChildren(body), deeper(place)) : [];
  }
  if (node.type === 'preproc_if') return conditionalSymbols(child, place);
  if (!isPublic(node, place.open) || isHidden(node)) return [];
  if (containers.has(node.type)) {
    const symbol = typeSymbol(child, place);
    return symbol.doc === '' && symbol.members?.length === 0 && isPart(node) ? [] : [symbol];
  }
  return members.has(node.type) ? [memberSymbol(child, place.owner)] : [];
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

/** Returns the symbols of the first branch that has any. The others declare the same for other targets. */
function conditionalSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  for (const branch of branchesOf(child)) {
    const symbols = itemsSymbols(branch, deeper(place));
    if (symbols.length > 0) return symbols;
  }
  return [];
}

function typeSymbol({ node, comments }: CommentedNode, place: Place): CodeSymbol {
  const name = memberPath(place.owner, ownName(node));
  const body = node.childForFieldName('body');
  const symbol = {
    name,
    signature: signatureOf(node),
    doc: docOf(comments),
    line: lineOf(node.childForFieldName('name') ?? node),
  };
  if (body === null) return symbol;
  const open = node.type === 'interface_declaration' || node.type === 'enum_declaration';
  const inside = { owner: name, open, depth: place.depth + 1 };
  return { ...symbol, members: mergeOverloads(itemsSymbols(commentedChildren(body), inside)) };
}

function memberSymbol({ node, comments }: CommentedNode, owner: string): CodeSymbol {
  return {
    name: memberPath(owner, ownName(node)),
    signature: signatureOf(node),
    doc: docOf(comments),
    line: lineOf(node.childForFieldName('name') ?? node),
  };
}

/** Returns the name with its type parameters, because `Saw` and `Saw<T>` are two types. */
function ownName(node: Node): string {
  const children = namedChildren(node);
  if (node.type === 'indexer_declaration') return 'this[]';
  if (node.type === 'operator_declaration' || node.type === 'conversion_operator_declaration') {
    const name = /\b(?:(?:implicit|explicit)\s+)?operator\s+[^(]{1,60}/.exec(
      node.text.slice(0, 500),
    );
    return name?.[0].replace(/\s+/g, ' ').trim() ?? 'operator';
  }
  const variable = children.find(({ type }) => type === 'variable_declaration');
  const declared = variable
    ? namedChildren(variable).find(({ type }) => type === 'variable_declarator')
    : node;
  const name = declared?.childForFieldName('name')?.text ?? '';
  const parameters = children.find(({ type }) => type === 'type_parameter_list');
  const names = parameters
    ? namedChildren(parameters).map((parameter) => parameter.childForFieldName('name')?.text ?? '')
    : [];
  return names.length === 0 ? name : `${name}<${names.join(', ')}>`;
}

function modifiersOf(node: Node): string[] {
  return namedChildren(node)
    .filter(({ type }) => type === 'modifier')
    .map(({ text }) => text);
}

/** Returns whether users of the library can call or override a declaration. Of a partial type, one part in any file says so for all. */
function isPublic(node: Node, open: boolean): boolean {
  const modifiers = modifiersOf(node);
  if (namedChildren(node).some(({ type }) => type === 'explicit_interface_specifier')) return false;
  if (modifiers.includes('private')) return false;
  if (modifiers.includes('public') || modifiers.includes('protected')) return true;
  return (open || isPart(node)) && !modifiers.includes('internal');
}

/** Returns whether a declaration is a part of a type. */
function isPart(node: Node): boolean {
  return containers.has(node.type) && modifiersOf(node).includes('partial');
}

/** Returns whether editors and documentation tools do not show a declaration. */
function isHidden(node: Node): boolean {
  return attributesOf(node).some(({ text }) => /EditorBrowsableState\.Never\b/.test(text));
}

function attributesOf(node: Node): Node[] {
  return namedChildren(node).filter(({ type }) => type === 'attribute_list');
}

/** Modifiers of an implementation, which callers need not know. */
const ofImplementation = new Set(['async', 'partial', 'extern', 'unsafe']);
const withAccessors = new Set(['property_declaration', 'indexer_declaration']);
const maxConstant = 200;

/** Returns a declaration without its body, most attributes, and values other than those of constants. */
function signatureOf(node: Node): string {
  const whole = node.text;
  const from = node.startIndex;
  let text = whole.slice(0, endOfHead(node) - from);
  for (const { startIndex, endIndex } of hiddenParts(node).reverse()) {
    if (endIndex - from > text.length) continue;
    text = text.slice(0, startIndex - from) + text.slice(endIndex - from).trimStart();
  }
  const head = dedentBelow(text.replace(directive, '').trim(), node.startPosition.column)
    .replace(/;$/, '')
    .replace(/(=\s{0,9}(?:null|default))!/g, '$1');
  if (withAccessors.has(node.type)) return `${head} ${accessorsOf(node)}`;
  return node.type === 'enum_member_declaration' ? `${head},` : cutLines(head, maxSignature);
}

const maxSignature = 25_000;
/** A directive within a declaration, such as `#if NET` before a part of its types. */
const directive = /^[ \t]{0,40}#[a-z].*\n?/gm;
const bodies = new Set(['arrow_expression_clause', 'accessor_list', 'constructor_initializer']);

function endOfHead(node: Node): number {
  const children = namedChildren(node);
  const body = node.childForFieldName('body') ?? children.find(({ type }) => bodies.has(type));
  const initializer = children.find(({ type }) => type === 'constructor_initializer');
  if (node.type === 'field_declaration') return endOfField(node);
  return (initializer ?? body)?.startIndex ?? node.endIndex;
}

/** Returns the end of a field's name, or of the value of a constant. */
function endOfField(node: Node): number {
  const isConstant = modifiersOf(node).includes('const') && node.text.length <= maxConstant;
  const variables = namedChildren(node).find(({ type }) => type === 'variable_declaration');
  const [first, ...more] = variables
    ? namedChildren(variables).filter(({ type }) => type === 'variable_declarator')
    : [];
  const name = first?.childForFieldName('name');
  return isConstant || more.length > 0 ? node.endIndex : (name?.endIndex ?? node.endIndex);
}

/** Returns attributes and modifiers that say nothing to a caller, and comments, in order. */
function hiddenParts(node: Node): Node[] {
  return namedChildren(node).flatMap((child): Node[] => {
    const { type, text } = child;
    if (type === 'attribute_list') return shownAttribute.test(text) ? [] : [child];
    if (type === 'modifier') return ofImplementation.has(text) ? [child] : [];
    if (type === 'parameter_list') return namedChildren(child).flatMap(attributesOf);
    return isComment(child) ? [child] : [];
  });
}

const shownAttribute = /^\[\s*(?:System\.)?(?:Obsolete|Flags)\b/;

/** Returns the accessors of a property that its users can call. An expression only gets it. */
function accessorsOf(node: Node): string {
  const accessors = namedChildren(node).find(({ type }) => type === 'accessor_list');
  if (accessors === undefined) return '{ get; }';
  const names = namedChildren(accessors)
    .filter((accessor) => !/\b(?:private|internal)\b/.test(modifiersOf(accessor).join(' ')))
    .map((accessor) => accessorName(accessor));
  return `{ ${names.join(' ')} }`;
}

function accessorName(accessor: Node): string {
  const isProtected = modifiersOf(accessor).includes('protected');
  const name = /\b(?:get|set|init)\b/.exec(accessor.text.slice(0, 300))?.[0] ?? 'get';
  return `${isProtected ? 'protected ' : ''}${name};`;
}

/** Returns the XML of the comments directly above a declaration as text. */
function docOf(comments: Node[]): string {
  const lines = comments.map(({ text }) => text).filter((text) => /^\/\/\/(?!\/)/.test(text));
  if (lines.length > 0) return xmlDocText(lineCommentText(lines, /^\/\/\//));
  const block = comments.findLast(({ text }) => /^\/\*\*[^*/]/.test(text));
  return block ? xmlDocText(blockCommentText(block.text)) : '';
}
