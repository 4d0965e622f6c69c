import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol, DocPart, Place } from '../code-symbol.ts';
import { memberPath } from '../code-symbol.ts';
import { blockCommentText, lineCommentText } from '../doc/comment-text.ts';
import { reduceInline } from '../../markdown/inline.ts';
import { markdownParts } from '../doc/markdown-parts.ts';
import {
  commentedChildren,
  isComment,
  lineOf,
  namedChildren,
  signatureText,
  visibleFields,
} from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { parsedJson } from '../../../../base/json.ts';

/** Declarations to show whole, because their body is their interface. */
const verbatim = new Set([
  'enum_item',
  'union_item',
  'type_item',
  'const_item',
  'static_item',
  'associated_type',
]);
const callables = new Set(['function_item', 'function_signature_item']);
const maxDepth = 5;

/** Returns the public items of a Rust file. */
export function readRust(root: Node): CodeFile {
  const place = { owner: '', open: false, depth: 0 };
  return { title: '', doc: innerDoc(root), symbols: itemsSymbols(root, place) };
}

function itemsSymbols(parent: Node, place: Place): CodeSymbol[] {
  return commentedChildren(parent).flatMap((child) => itemSymbols(child, place));
}

function itemSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const { node, attributes } = child;
  if (place.depth > maxDepth || attributes.some(isHiding)) return [];
  if (node.type === 'impl_item') return implSymbols(node, place);
  if (node.type === 'macro_definition') return macroSymbols(child, place);
  if (!(place.open || isPublic(node))) return [];
  if (node.type === 'mod_item') return moduleSymbols(child, place);
  if (node.type === 'trait_item') return traitSymbols(child, place);
  const signature = itemSignature(node);
  return signature === undefined ? [] : [symbol(child, place, signature)];
}

function isHiding({ text }: Node): boolean {
  return /^#!?\[\s*cfg\(\s*(?:all\(\s*)?test\b|doc\(hidden\)/.test(text);
}

function itemSignature(node: Node): string | undefined {
  if (callables.has(node.type)) return signatureText(node, node.childForFieldName('body'));
  if (node.type === 'struct_item') return structSignature(node);
  return verbatim.has(node.type) ? signatureText(node, null) : undefined;
}

function macroSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const exported = child.attributes.some(({ text }) => text.includes('macro_export'));
  return exported ? [symbol(child, place, macroSignature(child.node))] : [];
}

function symbol(child: CommentedNode, place: Place, signature: string): CodeSymbol {
  const { node } = child;
  return {
    name: memberPath(place.owner, node.childForFieldName('name')?.text ?? '', '::'),
    signature: signature.replace(/;$/, ''),
    doc: outerDoc(child),
    line: lineOf(node),
  };
}

/**
 * Returns inherent methods under their type. Trait implementations repeat the trait's
 * documentation.
 */
function implSymbols(node: Node, place: Place): CodeSymbol[] {
  const body = node.childForFieldName('body');
  const type = node.childForFieldName('type');
  if (!body || !type || node.childForFieldName('trait')) return [];
  const owner = memberPath(place.owner, (type.childForFieldName('type') ?? type).text, '::');
  const members = itemsSymbols(body, { owner, open: false, depth: place.depth + 1 });
  if (members.length === 0) return [];
  return [
    {
      name: `impl ${owner}`,
      signature: signatureText(node, body),
      doc: '',
      line: lineOf(node),
      members,
    },
  ];
}

function traitSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const body = child.node.childForFieldName('body');
  const head = symbol(child, place, signatureText(child.node, body));
  const inside = { owner: head.name, open: true, depth: place.depth + 1 };
  return [{ ...head, members: body ? itemsSymbols(body, inside) : [] }];
}

function moduleSymbols(child: CommentedNode, place: Place): CodeSymbol[] {
  const body = child.node.childForFieldName('body');
  if (!body) return [];
  const head = symbol(child, place, signatureText(child.node, body));
  const inside = { owner: head.name, open: false, depth: place.depth + 1 };
  const doc = head.doc || innerDoc(body);
  return [...(doc ? [{ ...head, doc }] : []), ...itemsSymbols(body, inside)];
}

/** Returns a struct without its private fields. */
function structSignature(node: Node): string {
  const body = node.childForFieldName('body');
  if (body?.type !== 'field_declaration_list') return signatureText(node, null);
  const fields = namedChildren(body).filter(({ type }) => type === 'field_declaration');
  if (fields.every(isPublic)) return signatureText(node, null);
  return visibleFields(
    signatureText(node, body),
    commentedChildren(body).filter((field) => isPublic(field.node)),
    ',',
  );
}

/** Returns a macro's patterns without their expansions. */
function macroSignature(node: Node): string {
  const rules = namedChildren(node).filter(({ type }) => type === 'macro_rule');
  const name = node.childForFieldName('name')?.text ?? '';
  const patterns = rules
    .slice(0, 10)
    .map((rule) => `    ${rule.childForFieldName('left')?.text ?? ''} => { … };`);
  return `macro_rules! ${name} {\n${patterns.join('\n')}\n}`;
}

/** Returns whether an item is `pub`. `pub(crate)` is not public. */
function isPublic(node: Node): boolean {
  const visibility = namedChildren(node).find(({ type }) => type === 'visibility_modifier');
  return visibility?.text === 'pub';
}

function outerDoc({ comments, attributes }: CommentedNode): string {
  const nodes = [...comments, ...attributes].sort(
    (one, other) => one.startIndex - other.startIndex,
  );
  const lines = docLines(nodes, '///').filter((line) => !line.startsWith('////'));
  if (lines.length > 0) return lineCommentText(lines, /^\/\/\//);
  const block = comments.findLast(({ text }) => /^\/\*\*[^*]/.test(text));
  return block ? blockCommentText(block.text) : '';
}

function innerDoc(parent: Node): string {
  const nodes = namedChildren(parent);
  const lines = docLines(nodes, '//!');
  if (lines.length > 0) return lineCommentText(lines, /^\/\/!/);
  const block = nodes.find((node) => isComment(node) && node.text.startsWith('/*!'));
  return block ? blockCommentText(block.text) : '';
}

/** An attribute with the text of a doc comment. Within another item, `!` stands before the bracket. */
const docAttribute = /^#!?\[\s*doc\s*=\s*("[^"\\]*(?:\\.[^"\\]*)*")\s*\]$/s;

/** Returns the line comments with a marker, and the text of attributes as such comments. */
function docLines(nodes: readonly Node[], marker: '///' | '//!'): string[] {
  const attribute = marker === '//!' ? 'inner_attribute_item' : 'attribute_item';
  return nodes.flatMap((node) => {
    if (isComment(node)) return node.text.startsWith(marker) ? [node.text] : [];
    const [, written] = (node.type === attribute && docAttribute.exec(node.text)) || [];
    const lines = written === undefined ? [] : stringOf(written).split('\n');
    return lines.map((line) => `${marker} ${line}`);
  });
}

/** Returns the text of a string of Rust; with its escapes if they differ from those of JSON. */
function stringOf(written: string): string {
  const text = parsedJson(written);
  return typeof text === 'string' ? text : written.slice(1, -1);
}

const rustWords =
  /^(rust|should_panic|no_run|ignore(-\w+)?|compile_fail|edition\d+|standalone(_crate)?|test_harness|E\d{4})$/;

/**
 * Parses Rustdoc, which is Markdown. Fences without a language are Rust. Leaves out lines that
 * begin with `# `. Links to other items have no target outside of rustdoc, so only their text stays.
 */
export function rustDocParts(doc: string): DocPart[] {
  const links: Record<string, { href: string }> = {};
  const text = doc.replace(linkDefinition, (_, label: string, href: string) => {
    links[label.toLowerCase()] = { href };
    return '';
  });
  for (const [, path, name] of text.matchAll(itemLink))
    links[(path ?? name!).toLowerCase()] ??= { href: '#' };
  return markdownParts(text, {
    fallback: 'rust',
    language: fenceLanguage,
    code: visibleLines,
    text: (written) =>
      reduceInline(written, { links, tags: 'known' })
        .replace(/^[ \t]+$/gm, '')
        .replace(/\n{3,}/g, '\n\n'),
  });
}

/** The target of the links with a label: an address, or the path of an item. A footnote, such as `[^1]: Always.`, resembles it. */
const linkDefinition = /^[ \t]{0,8}\[((?!\^)[^\]\n]{1,100})\]: (\S+)[ \t]*\n?/gm;
/** A link with the path of its item, `[the saw][crate::Saw]`, or only with its name, `[Saw]` and `[Saw::cut]`. */
const itemLink =
  /(?<![\w\]])\[(?:[^[\]]{1,200}\]\[([^[\]\n]{1,200})|((?:[A-Z]\w{0,60}|\w{1,60}::\w{1,60})(?:::\w{1,60}){0,8}))\](?![\w[(:])/g;

function fenceLanguage(info: string): string {
  const words = info.split(/[\s,]+/).filter((word) => word !== '');
  const other = words.find((word) => !rustWords.test(word));
  if (other === 'not_rust') return '';
  return other === undefined ? 'rust' : other.toLowerCase();
}

function visibleLines(code: string, language: string): string {
  if (language !== 'rust') return code;
  return code
    .split('\n')
    .filter((line) => !/^\s*#( |$)/.test(line))
    .map((line) => line.replace(/^(\s*)##/, '$1#'))
    .join('\n')
    .replace(/^\n+/, '');
}
