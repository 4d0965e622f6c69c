import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isHiddenJsdoc } from '../doc/jsdoc.ts';
import { commentedChildren, isComment, namedChildren } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';
import { declarationSymbols } from './ecmascript-declarations.ts';
import { jsdocOf } from './ecmascript-comments.ts';
import { commonjsSymbol, exportedNames } from './ecmascript-exports.ts';
import { mergeOverloads } from './overloads.ts';

interface Scope {
  /** Path of the namespace, with its dot; '' at the top. */
  prefix: string;
  /** Names that an export statement elsewhere in the file makes public. */
  exported: ReadonlySet<string>;
  /** A declaration file: whatever is declared is public. */
  ambient: boolean;
  depth: number;
}

const maxNamespaceDepth = 5;

/** Public symbols of a TypeScript or JavaScript file. */
export function readEcmascript(root: Node, path: string): CodeFile {
  const scope = {
    prefix: '',
    exported: exportedNames(root),
    ambient: /\.d\.[cm]?ts$/.test(path),
    depth: 0,
  };
  return { title: '', doc: fileComment(root), symbols: mergeOverloads(scopeSymbols(root, scope)) };
}

function fileComment(root: Node): string {
  const comments = namedChildren(root)
    .slice(0, 5)
    .filter(isComment)
    .map((node) => jsdocOf([node]));
  return (
    comments.find((text) =>
      /^[ \t]*@(module|packageDocumentation|fileoverview|file|overview)\b/m.test(text),
    ) ?? ''
  );
}

function scopeSymbols(parent: Node, scope: Scope): CodeSymbol[] {
  return commentedChildren(parent).flatMap((child) => statementSymbols(child, scope));
}

function statementSymbols({ node, comments }: CommentedNode, scope: Scope): CodeSymbol[] {
  const doc = jsdocOf(comments);
  if (isHiddenJsdoc(doc)) return [];
  const declared = unwrap(node);
  if (!declared) return [];
  if (
    declared.type === 'internal_module' ||
    declared.type === 'module' ||
    declared.type === 'statement_block'
  ) {
    return namespaceSymbols(node, declared, scope);
  }
  if (declared.type === 'assignment_expression') return commonjsSymbol({ node, declared, doc });
  const symbols = declarationSymbols({ node, declared, doc });
  const isPublic = node.type === 'export_statement' || scope.ambient;
  return symbols
    .filter(({ name }) => isPublic || scope.exported.has(name))
    .map((symbol) => prefixed(symbol, scope.prefix));
}

/** The declaration inside `export`, `declare` and expression statements. */
function unwrap(node: Node): Node | undefined {
  let inner = node;
  for (let i = 0; i < 4; i += 1) {
    if (inner.type === 'export_statement') {
      const next = inner.childForFieldName('declaration') ?? inner.childForFieldName('value');
      if (!next) return undefined;
      inner = next;
    } else if (inner.type === 'ambient_declaration' || inner.type === 'expression_statement') {
      const next = namedChildren(inner).find((child) => !isComment(child));
      if (!next) return undefined;
      inner = next;
    } else break;
  }
  return inner;
}

function namespaceSymbols(node: Node, declared: Node, scope: Scope): CodeSymbol[] {
  const name = declared.childForFieldName('name')?.text ?? '';
  // `declare module 'x'` and `declare global` are public by nature and add nothing to a path.
  const nameless = /^['"]|^$/.test(name);
  const body = declared.type === 'statement_block' ? declared : declared.childForFieldName('body');
  const isPublic = nameless || node.type === 'export_statement' || isOpen(name, scope);
  if (!body || !isPublic || scope.depth >= maxNamespaceDepth) return [];
  return scopeSymbols(body, {
    ...scope,
    ambient: scope.ambient || /^(export )?declare\b/.test(node.text),
    prefix: nameless ? scope.prefix : `${scope.prefix}${name}.`,
    depth: scope.depth + 1,
  });
}

function isOpen(name: string, { ambient, exported }: Scope): boolean {
  return ambient || exported.has(name);
}

function prefixed(symbol: CodeSymbol, prefix: string): CodeSymbol {
  if (prefix === '') return symbol;
  const members = symbol.members?.map((member) => prefixed(member, prefix));
  return { ...symbol, name: `${prefix}${symbol.name}`, ...(members ? { members } : {}) };
}
