import type { Node } from 'web-tree-sitter';
import { endOfDeeper } from '../../indentation.ts';
import { groupName } from '../code-symbol.ts';
import type { CodeFile, CodeSymbol, DocPart } from '../code-symbol.ts';
import { blockCommentText, lineCommentText } from '../doc/comment-text.ts';
import { markdownParts } from '../doc/markdown-parts.ts';
import {
  commentedChildren,
  lineOf,
  namedChildren,
  signatureText,
  visibleFields,
} from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { goExamples, hasGoExamples } from './go-examples.ts';

/**
 * Returns the exported symbols of a Go file. The title is the folder's import path if it is known,
 * or else the package's name.
 */
export function readGo(root: Node, path: string): CodeFile {
  // Readers of the documentation cannot import packages in an internal folder.
  if (/(^|\/)internal\//.test(path)) return { title: '', doc: '', symbols: [] };
  const children = commentedChildren(root, true);
  const clause = children.find(({ node }) => node.type === 'package_clause');
  const name = clause?.node.firstNamedChild?.text ?? '';
  if (hasGoExamples(path)) {
    const title = packageTitle(path, name.replace(/_test$/, ''));
    return {
      title,
      doc: '',
      symbols: goExamples(children, ({ comments }) => commentText(comments)),
    };
  }
  return {
    title: packageTitle(path, name),
    doc: clause ? commentText(clause.comments) : '',
    symbols: name === 'main' ? [] : children.flatMap(declarationSymbols),
  };
}

function packageTitle(path: string, name: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((folder) => folder !== 'src' && folder !== 'pkg');
  if (folders.length === 0 || name === '') return name;
  return folders.at(-1) === name ? folders.join('/') : `${folders.join('/')} (${name})`;
}

function declarationSymbols(child: CommentedNode): CodeSymbol[] {
  switch (child.node.type) {
    case 'function_declaration':
    case 'method_declaration':
      return functionSymbol(child);
    case 'type_declaration':
      return specSymbols(child, 'type');
    case 'const_declaration':
      return specSymbols(child, 'const');
    case 'var_declaration':
      return specSymbols(child, 'var');
    default:
      return [];
  }
}

function functionSymbol({ node, comments }: CommentedNode): CodeSymbol[] {
  const name = node.childForFieldName('name')?.text ?? '';
  const receiver = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*\)$/.exec(
    node.childForFieldName('receiver')?.text ?? '',
  );
  const path = receiver ? `${receiver[1]}.${name}` : name;
  if (!path.split('.').every(isExported)) return [];
  const signature = signatureText(node, node.childForFieldName('body'));
  return [{ name: path, signature, doc: commentText(comments), line: lineOf(node) }];
}

/**
 * Returns the symbols of a declaration or a group in parentheses. A group is one symbol if it has a
 * comment, or if it has constants or variables without comments of their own.
 */
function specSymbols({ node, comments }: CommentedNode, keyword: string): CodeSymbol[] {
  const doc = commentText(comments);
  const specs = commentedChildren(specParent(node), true).filter(({ node: { type } }) =>
    /_(spec|alias)$/.test(type),
  );
  const names = specs.map((spec) => specName(spec.node)).filter(isExported);
  if (names.length === 0) return [];
  const separate = keyword === 'type' || specs.some((spec) => commentText(spec.comments) !== '');
  const grouped = specs.length > 1 && (doc !== '' || !separate);
  if (specs.length === 1 || grouped) {
    const signature = specs.length === 1 ? oneSpec(node, keyword) : signatureText(node, null);
    const own = specs.length === 1 ? commentText(specs[0]!.comments) : '';
    return [specSymbol(node, { name: groupName(names), signature, doc: doc || own })];
  }
  return specs
    .filter((spec) => isExported(specName(spec.node)))
    .map((spec) =>
      specSymbol(spec.node, {
        name: specName(spec.node),
        signature: `${keyword} ${specSignature(spec.node)}`,
        doc: commentText(spec.comments),
      }),
    );
}

function specSymbol(
  node: Node,
  symbol: Pick<CodeSymbol, 'name' | 'signature' | 'doc'>,
): CodeSymbol {
  // Comments of fields and of values in a group, but not the one that stands for hidden fields.
  const isCommented = /\s\/\/ (?!private fields$)/m.test(symbol.signature);
  return { ...symbol, line: lineOf(node), isCommented };
}

/** Returns a struct without its unexported fields; any other specification unchanged. */
function specSignature(spec: Node): string {
  const body = spec.childForFieldName('type')?.firstNamedChild;
  if (body?.type !== 'field_declaration_list') return signatureText(spec, null);
  const fields = commentedChildren(body, true).filter(
    ({ node }) => node.type === 'field_declaration',
  );
  const exported = fields.filter(({ node }) => isExportedField(node));
  if (exported.length === fields.length) return signatureText(spec, null);
  return visibleFields(signatureText(spec, body), exported);
}

/**
 * Returns whether a field is exported. An embedded field has no name, so its type's name counts.
 */
function isExportedField(field: Node): boolean {
  const name = specName(field) || (field.childForFieldName('type')?.text ?? '');
  return isExported(name.replace(/^\*?(\w+\.)?/, ''));
}

/**
 * Returns the parent of the specifications. `var ( ... )` has a list for them; other declarations
 * contain them directly.
 */
function specParent(node: Node): Node {
  return namedChildren(node).find(({ type }) => type === 'var_spec_list') ?? node;
}

function oneSpec(node: Node, keyword: string): string {
  const spec = namedChildren(specParent(node)).find(({ type }) => /_(spec|alias)$/.test(type));
  return spec ? `${keyword} ${specSignature(spec)}` : signatureText(node, null);
}

function specName(spec: Node): string {
  return spec.childForFieldName('name')?.text ?? '';
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function commentText(comments: Node[]): string {
  const texts = comments
    .map(({ text }) => (text.startsWith('/*') ? blockCommentText(text) : text))
    .filter((text) => !/^\/\/(go:|line |export |nolint|lint:)/.test(text));
  return lineCommentText(texts, /^\/\//);
}

const listItem = /^\s+(?:[-*+•]|\d+[.)])\s/;
const docLink = /(?<![\w\])])\[(\*?[A-Za-z_][\w./]*)\](?![(:\w])/g;

/**
 * Parses Go doc comments (go.dev/doc/comment): indented lines are code, `[Name]` is a link, `#
 * Title` a heading.
 */
export function goDocParts(doc: string): DocPart[] {
  const lines = doc.split('\n');
  const out: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i]!;
    if (/^\s+\S/.test(line) && !listItem.test(line) && (out.at(-1) ?? '').trim() === '') {
      const end = endOfDeeper(lines, i + 1, 0);
      out.push('```', ...lines.slice(i, end), '```');
      i = end - 1;
    } else {
      out.push(listItem.test(line) ? line.trim() : line.replace(docLink, '`$1`'));
    }
  }
  return markdownParts(out.join('\n'), { fallback: 'go' });
}
