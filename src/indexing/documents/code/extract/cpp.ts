import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { groupName, mergeOverloads, partComment } from '../code-symbol.ts';
import { lineOf, namedChildren, signatureText } from '../nodes.ts';
import { languageOfPath } from '../languages.ts';
import {
  behindMacro,
  documentedChildren,
  fileComment,
  hasDoxygen,
  isInternal,
  isMacro,
  valueOfMacro,
} from './cpp-comments.ts';
import { hasGroup, pageComments } from './doxygen-pages.ts';
import type { Documented } from './cpp-comments.ts';
import { withNamed } from './structural-comments.ts';

const types = new Set(['class_specifier', 'struct_specifier', 'union_specifier', 'enum_specifier']);
const declarations = new Set([
  'declaration',
  'field_declaration',
  'function_definition',
  'type_definition',
  'alias_declaration',
  'concept_definition',
]);
const maxDepth = 8;
const maxGroup = 12;
/** Maximum number of macros that share a section. */
const maxMacros = 60;
const maxValue = 200;

interface Place {
  /** The namespaces and classes around it, with `::` after each. */
  owner: string;
  depth: number;
  /** Whether plain comments are documentation, because the file has no others. */
  plain: boolean;
  /** Of a source, which functions to read: those with a comment, or those in groups if any is. Undefined for a header. */
  source?: 'documented' | 'grouped' | undefined;
}

/** Returns the public symbols of a header of C or C++. The title is the path that users include. */
export function readCpp(root: Node, path: string): CodeFile {
  const title = path.replace(/^(?:.*\/)?include\/|^(?:src|source|lib)\//, '');
  const source = root.text;
  const isSource = languageOfPath(path)?.isSource ?? false;
  const plain = !isSource && !hasDoxygen(source);
  const wanted = hasGroup(source) ? 'grouped' : 'documented';
  const symbols = itemsSymbols(root, {
    owner: '',
    depth: 0,
    plain,
    source: isSource ? wanted : undefined,
  });
  const isC =
    /\.[hc]$/.test(path) && !/^ *(?:class|namespace|template|using)\b|\w::\w/m.test(source);
  return {
    title,
    doc: [isSource ? '' : fileComment(root, plain), plain ? '' : pageComments(source)]
      .filter((doc) => doc !== '')
      .join('\n\n'),
    symbols: mergeOverloads(symbols),
    ...(isC ? { fence: 'c' } : {}),
  };
}

function itemsSymbols(parent: Node, place: Place): CodeSymbol[] {
  if (place.depth > maxDepth) return [];
  const children = documentedChildren(parent, place.plain);
  const symbols = grouped(children, (child) => itemSymbols(child, place));
  return place.plain ? symbols : withNamed(symbols, parent, place.owner);
}

/** Returns the symbols of declarations. Declarations that share a comment become one. */
function grouped(
  children: readonly Documented[],
  symbolsOf: (child: Documented) => CodeSymbol[],
): CodeSymbol[] {
  const found: CodeSymbol[] = [];
  let names: string[] = [];
  for (const child of children) {
    const symbols = symbolsOf(child);
    const [first] = symbols;
    const last = found.at(-1);
    if (first && last && joinsGroup(child, first, names.length)) {
      names.push(first.name);
      last.name = groupName(names);
      if (isMacro(child.node)) last.signature += `\n${first.signature}`;
      else if (names.length <= maxGroup) last.signature += `;\n${first.signature}`;
      continue;
    }
    names = symbols.length === 1 && beginsGroup(first!) ? [first!.name] : [];
    found.push(...symbols);
  }
  return found;
}

function joinsGroup({ node, isGrouped }: Documented, symbol: CodeSymbol, size: number): boolean {
  const isFull = isMacro(node) && size >= maxMacros;
  return isGrouped && size > 0 && !isFull && !symbol.members;
}

function beginsGroup({ members, doc, isCommented = false }: CodeSymbol): boolean {
  return !members && (doc !== '' || isCommented);
}

function itemSymbols(child: Documented, place: Place): CodeSymbol[] {
  const { node } = child;
  if (node.type === 'namespace_definition') return namespaceSymbols(node, place);
  if (node.type === 'linkage_specification') return linkageSymbols(child, place);
  if (place.source !== undefined && !isPublicFunction(child, place.source)) return [];
  if (isMacro(node)) return macroSymbols(child, place.plain);
  const declared = declaredIn(node);
  if (declared === undefined || isInternal(child.doc)) return [];
  if (types.has(declared.type)) return typeSymbols(child, declared, place);
  return declarationSymbols(child, declared, place);
}

/** Returns whether a source describes a function for the users of a library. If some are in groups, others are for itself. */
function isPublicFunction({ node, doc }: Documented, source: 'documented' | 'grouped'): boolean {
  if (doc === '' || declaredIn(node)?.type !== 'function_definition') return false;
  if (/^(?:template\b[^;{]*?>\s*)?static\b/.test(node.text.slice(0, 300))) return false;
  // A macro that defines a function for the library itself.
  if (/^[A-Z][A-Z\d_]+\s*\(/.test(node.text.slice(0, 100))) return false;
  return source === 'documented' || hasGroup(node.previousNamedSibling?.text ?? '');
}

/** Returns the declaration in a template, and the type that a declaration without a name declares. */
function declaredIn(node: Node): Node | undefined {
  let declared: Node | null | undefined = node;
  for (let depth = 0; declared?.type === 'template_declaration' && depth < maxDepth; depth += 1) {
    declared = namedChildren(declared).at(-1);
  }
  if (!declared) return undefined;
  const type = declared.childForFieldName('type');
  const isType = declared.childForFieldName('declarator') === null && type !== null;
  if (isType && types.has(type.type)) return type;
  return types.has(declared.type) || declarations.has(declared.type) ? declared : undefined;
}

function namespaceSymbols(node: Node, place: Place): CodeSymbol[] {
  const name = node.childForFieldName('name')?.text ?? '';
  const body = node.childForFieldName('body');
  const isInternal = /(?:^|::|_)(?:details?|internal|impl|priv|private)(?:$|::)|^_|^$/i.test(name);
  if (body === null || isInternal) return [];
  const owner = /^inline\b/.test(node.text.slice(0, 10)) ? place.owner : `${place.owner}${name}::`;
  return itemsSymbols(body, { ...place, owner, depth: place.depth + 1 });
}

function linkageSymbols({ node, doc }: Documented, place: Place): CodeSymbol[] {
  const body = node.childForFieldName('body');
  if (body === null || place.depth > maxDepth) return [];
  const inside = { ...place, depth: place.depth + 1 };
  return body.type === 'declaration_list'
    ? itemsSymbols(body, inside)
    : itemSymbols({ node: body, doc, isGrouped: false }, inside);
}

/** Returns a macro that has a comment or shares one, without a value that is longer than a line. */
function macroSymbols({ node, doc, isGrouped }: Documented, plain: boolean): CodeSymbol[] {
  const name = node.childForFieldName('name')?.text ?? '';
  const behind = behindMacro(node, plain);
  // Nobody looks up the guard of a header.
  const isGuard = /_H(?:PP|XX|H)?_*$|(?:API|EXPORT|EXTERN)$/.test(name);
  if (isGuard || (doc === '' && behind === '' && !isGrouped)) return [];
  const signature = `#define ${name}${macroTail(node)} ${behind}`.trimEnd();
  return [{ name, signature, doc, line: lineOf(node), isCommented: behind !== '' }];
}

/** Returns the parameters of a macro, or the value of one without parameters. */
function macroTail(node: Node): string {
  const parameters = node.childForFieldName('parameters');
  if (parameters) return parameters.text;
  const value = valueOfMacro(node);
  return value === '' || value.length > maxValue ? '' : ` ${value}`;
}

function typeSymbols({ node, doc }: Documented, type: Node, place: Place): CodeSymbol[] {
  const body = type.childForFieldName('body');
  const own = type.childForFieldName('name')?.text ?? '';
  if (own === '' || (body === null && doc === '')) return [];
  const symbol = { name: `${place.owner}${own}`, doc, line: lineOf(type) };
  if (body === null || !hasMembers(type, body)) return [wholeSymbol(symbol, node, place)];
  const inside = { ...place, owner: `${symbol.name}::`, depth: place.depth + 1 };
  const members = mergeOverloads(memberSymbols(body, type.type === 'class_specifier', inside));
  return [{ ...symbol, signature: tidyHead(node, body), members }];
}

/** Returns whether a type has more than fields. A type of fields is shown whole. */
function hasMembers(type: Node, body: Node): boolean {
  if (type.type === 'enum_specifier') return false;
  return (
    type.type === 'class_specifier' ||
    namedChildren(body).some((node) => node.type === 'access_specifier' || isFunction(node))
  );
}

function memberSymbols(body: Node, isClass: boolean, place: Place): CodeSymbol[] {
  if (place.depth > maxDepth) return [];
  let isPrivate = isClass;
  const children = documentedChildren(body, place.plain).filter(({ node }) => {
    if (node.type === 'access_specifier') isPrivate = node.text.startsWith('private');
    return !isPrivate && node.type !== 'access_specifier';
  });
  return grouped(children, (child) => itemSymbols(child, place)).filter(
    ({ doc, signature }) => doc !== '' || !/~|=\s*delete$/.test(signature),
  );
}

function declarationSymbols({ node, doc }: Documented, declared: Node, place: Place): CodeSymbol[] {
  const own = nameOf(declared);
  // No definition outside of its class, and no name that only the compiler knows.
  const isOutside =
    place.source !== undefined && /^(?:[A-Za-z_]\w*::){1,8}~?[A-Za-z]\w*$/.test(own);
  const isNamed = isOutside || /^(?:operator\b|~?[A-Za-z]\w*(?:<[^]*>)?$)/.test(own);
  if (!isNamed || isForward(declared, doc, place)) return [];
  const symbol = { name: `${place.owner}${own}`, doc, line: lineOf(declared) };
  const isShort = isFunction(declared) || declared.type === 'declaration';
  return [
    isShort ? { ...symbol, signature: headText(node, declared) } : wholeSymbol(symbol, node, place),
  ];
}

/** Returns a declaration with its fields. Their comments tell about it, in a header without Doxygen in any style. */
function wholeSymbol(
  symbol: Omit<CodeSymbol, 'signature'>,
  node: Node,
  { plain }: Place,
): CodeSymbol {
  const signature = wholeText(node);
  return { ...symbol, signature, isCommented: plain && anyComment.test(signature) };
}

const anyComment = /\s\/[/*]/;

/** Returns whether a declaration without a comment, also in its parts, says nothing about a type in its first line. */
function isForward(node: Node, doc: string, { plain }: Place): boolean {
  const type =
    node.type === 'type_definition' || !isFunction(node) ? node.childForFieldName('type') : null;
  const isNamed = type?.childForFieldName('name') !== null;
  const isEmpty =
    type !== null && types.has(type.type) && (type.childForFieldName('body') === null || !isNamed);
  if (doc !== '' || !isEmpty || node.type === 'field_declaration') return false;
  return !(plain ? anyComment : partComment).test(node.text);
}

function nameOf(node: Node): string {
  const declarator = innerDeclarator(node);
  if (declarator === undefined) return node.childForFieldName('name')?.text ?? '';
  const { text, type } = declarator;
  // The grammar takes `cut(Oil&& oil = {}) const` for a value and a name.
  if (text === 'const') return /([A-Za-z_]\w{0,100})\s*\(/.exec(node.text)?.[1] ?? '';
  return type === 'operator_cast' ? text.replace(/\(.*/s, '').trim() : text.replace(/\s+/g, ' ');
}

/** Returns what a declaration names, within pointers, parameters and brackets. */
function innerDeclarator(node: Node): Node | undefined {
  let inner: Node | undefined;
  let next: Node | null | undefined = node.childForFieldName('declarator');
  for (let depth = 0; next && depth < 2 * maxDepth; depth += 1) {
    inner = next;
    if (inner.type === 'operator_cast') break;
    const isWrapped: boolean =
      inner.type === 'parenthesized_declarator' || inner.type === 'reference_declarator';
    next =
      inner.childForFieldName('declarator') ?? (isWrapped ? namedChildren(inner).at(-1) : null);
  }
  return inner;
}

function isFunction(node: Node): boolean {
  if (node.type === 'template_declaration' || node.type === 'function_definition') return true;
  if (node.type === 'type_definition') return false;
  // A macro around the name of a field.
  if (/^[A-Z][A-Z0-9_]+$/.test(nameOf(node))) return false;
  let next = node.childForFieldName('declarator');
  for (let depth = 0; next && depth < maxDepth; depth += 1) {
    if (next.type === 'function_declarator' || next.type === 'operator_cast') return true;
    next = next.childForFieldName('declarator') ?? null;
  }
  return false;
}

/** Returns a declaration without its body, its initializers and a long value. */
function headText(node: Node, declared: Node): string {
  const body = declared.childForFieldName('body');
  const list = namedChildren(declared).find(({ type }) => type === 'field_initializer_list');
  const text = tidyHead(node, list ?? body);
  return text.length > maxValue && !isFunction(declared) ? text.replace(/\s*=[^]*$/, '') : text;
}

/** Returns a declaration up to its body, without spaces that align its parts. */
function tidyHead(node: Node, body: Node | null): string {
  return tidy(signatureText(node, body)).replace(/(\S) {2,}(?=\S)/g, '$1 ');
}

function wholeText(node: Node): string {
  return tidy(signatureText(node, null));
}

/** Removes the semicolon, and the blanks that macros and conditions leave. */
function tidy(text: string): string {
  return text
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\s*;$/, '');
}
