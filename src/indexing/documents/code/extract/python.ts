import type { Node } from 'web-tree-sitter';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { lineCommentText } from '../doc/comment-text.ts';
import { docstringText } from '../doc/docstring.ts';
import { cutLines, dedentBelow, isComment, lineOf, namedChildren } from '../nodes.ts';
import { mergeOverloads, memberPath } from '../code-symbol.ts';

const maxSignature = 2500;
const longValue = 200;
const maxDepth = 4;

/**
 * Returns the public symbols of a Python module: names without a leading underscore, and `__init__`
 * for its signature.
 */
export function readPython(root: Node): CodeFile {
  return {
    title: '',
    doc: docstringOf(root),
    symbols: mergeOverloads(blockSymbols(root, '', 0), '\n'),
  };
}

function blockSymbols(block: Node, owner: string, depth: number): CodeSymbol[] {
  const siblings = [...commentsBefore(block), ...namedChildren(block)];
  return siblings.flatMap((node, at) =>
    node.type === 'expression_statement'
      ? assignmentSymbols(node, owner, () => attributeDoc(siblings, at))
      : statementSymbols(node, owner, depth),
  );
}

/** Returns the comments above the first statement of a class. In the grammar, they are outside of its block. */
function commentsBefore(block: Node): Node[] {
  if (block.type !== 'block') return [];
  const outer = block.parent ? namedChildren(block.parent) : [];
  return outer.filter((node) => isComment(node) && node.startIndex < block.startIndex);
}

/** Returns the comment `#:` above or after an attribute, or the string below it. */
function attributeDoc(siblings: Node[], at: number): string {
  const statement = siblings[at]!;
  const above: string[] = [];
  let row = statement.startPosition.row;
  for (let before = at - 1; before >= 0; before -= 1) {
    const comment = siblings[before]!;
    const isOwn = siblings[before - 1]?.endPosition.row !== comment.startPosition.row;
    if (!isAttributeComment(comment) || comment.startPosition.row !== row - 1 || !isOwn) break;
    above.push(comment.text);
    row -= 1;
  }
  const next = siblings[at + 1];
  const isBehind = next?.startPosition.row === statement.endPosition.row;
  if (above.length === 0 && next && isBehind && isAttributeComment(next)) above.push(next.text);
  if (above.length > 0) return lineCommentText(above.reverse(), /^#:/);
  return stringOf(siblings.slice(at + 1, at + 10).find((node) => !isComment(node)));
}

function isAttributeComment(node: Node): boolean {
  return isComment(node) && node.text.startsWith('#:');
}

function statementSymbols(node: Node, owner: string, depth: number): CodeSymbol[] {
  switch (node.type) {
    case 'decorated_definition': {
      const definition = node.childForFieldName('definition');
      return definition ? definitionSymbols(node, definition, { owner, depth }) : [];
    }
    case 'function_definition':
    case 'class_definition':
      return definitionSymbols(node, node, { owner, depth });
    case 'if_statement':
    case 'try_statement':
      // Branches hold definitions for other platforms or versions. The first branch is enough.
      return depth < maxDepth ? branchSymbols(node, owner, depth) : [];
    default:
      return [];
  }
}

function branchSymbols(node: Node, owner: string, depth: number): CodeSymbol[] {
  const body = node.childForFieldName('consequence') ?? node.childForFieldName('body');
  const isMain = node.childForFieldName('condition')?.text.includes('__main__');
  return body && !isMain ? blockSymbols(body, owner, depth + 1) : [];
}

function definitionSymbols(
  node: Node,
  definition: Node,
  { owner, depth }: { owner: string; depth: number },
): CodeSymbol[] {
  const name = definition.childForFieldName('name')?.text ?? '';
  if (!isPublic(name, owner) || isSetter(node)) return [];
  const body = definition.childForFieldName('body');
  const path = memberPath(owner, name);
  const symbol = {
    name: path,
    signature: head(node, body),
    doc: body ? docstringOf(body) : '',
    line: lineOf(definition),
  };
  if (definition.type === 'function_definition') return [symbol];
  const members = body && depth < maxDepth ? blockSymbols(body, path, depth + 1) : [];
  return [{ ...symbol, members: mergeOverloads(members, '\n') }];
}

function isPublic(name: string, owner: string): boolean {
  return name !== '' && (!name.startsWith('_') || (owner !== '' && name === '__init__'));
}

/**
 * Returns whether a function is a setter. A setter repeats its property's name and adds nothing.
 */
function isSetter(node: Node): boolean {
  return /^@\w+\.(setter|deleter)\b/.test(node.text);
}

/** Returns the decorators and the line of `def` or `class`, without the colon. */
function head(node: Node, body: Node | null): string {
  const text = body ? node.text.slice(0, body.startIndex - node.startIndex) : node.text;
  const code = dedentBelow(
    text.replace(/(:)\s*(#[^\n]*\s*)*$/, '').trimEnd(),
    node.startPosition.column,
  );
  return cutLines(code, maxSignature);
}

function assignmentSymbols(statement: Node, owner: string, doc: () => string): CodeSymbol[] {
  const assignment = statement.firstNamedChild;
  if (assignment?.type !== 'assignment') return [];
  const left = assignment.childForFieldName('left');
  if (left?.type !== 'identifier' || left.text.startsWith('_')) return [];
  const typed = assignment.childForFieldName('type') !== null;
  // At the top level, only constants and annotated names are public. In a class, every attribute
  // is.
  if (owner === '' && !typed && !/^[A-Z]/.test(left.text)) return [];
  const name = memberPath(owner, left.text);
  return [{ name, signature: shortAssignment(assignment), doc: doc(), line: lineOf(statement) }];
}

function shortAssignment(assignment: Node): string {
  const right = assignment.childForFieldName('right');
  if (!right || right.text.length <= longValue)
    return dedentBelow(assignment.text, assignment.startPosition.column);
  return `${assignment.text.slice(0, right.startIndex - assignment.startIndex).trimEnd()} ...`;
}

/** Returns the string at the start of a module, class or function. */
function docstringOf(block: Node): string {
  return stringOf(namedChildren(block).find((node) => !isComment(node)));
}

function stringOf(statement: Node | undefined): string {
  const literal =
    statement?.type === 'expression_statement' ? statement.firstNamedChild : statement;
  return literal?.type === 'string' ? docstringText(literal.text) : '';
}
