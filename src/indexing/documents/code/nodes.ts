import type { Node } from 'web-tree-sitter';
import { dedent } from '../indentation.ts';

/** A declaration with the comments and attributes directly above it. */
export interface CommentedNode {
  node: Node;
  comments: Node[];
  /** The comment that begins on the declaration's last line. */
  trailing?: Node;
  attributes: Node[];
}

const commentTypes = new Set(['comment', 'line_comment', 'block_comment']);
const attributeTypes = new Set(['attribute_item', 'inner_attribute_item', 'decorator']);
/** Directives that stand between a declaration and its comment, and belong to neither. */
const directiveTypes = new Set([
  'preproc_pragma',
  'preproc_region',
  'preproc_endregion',
  'preproc_nullable',
]);

/** Returns whether a node is a comment, in any of the grammars. */
export function isComment(node: Node): boolean {
  return commentTypes.has(node.type);
}

/**
 * Returns the children in order, each with the comments above it. With `adjacent`, takes only
 * comments without a blank line between. Walks the siblings once.
 */
export function commentedChildren(parent: Node, adjacent = false): CommentedNode[] {
  return commentedNodes(namedChildren(parent), adjacent);
}

/** As `commentedChildren`, for siblings that a grammar has put in several places. */
export function commentedNodes(siblings: readonly Node[], adjacent = false): CommentedNode[] {
  const found: CommentedNode[] = [];
  let comments: Node[] = [];
  let attributes: Node[] = [];
  let lastRow = -1;
  for (const node of siblings.filter(({ type }) => !directiveTypes.has(type))) {
    const startRow = node.startPosition.row;
    if (isComment(node)) {
      if (adjacent && startRow > lastRow + 1) comments = [];
      const last = found.at(-1);
      // A comment after code on the same line belongs to that code.
      if (last && startRow === endRow(last.node)) last.trailing ??= node;
      else comments.push(node);
    } else if (attributeTypes.has(node.type)) {
      attributes.push(node);
    } else {
      const apart = adjacent && startRow > lastRow + 1;
      found.push({ node, comments: apart ? [] : comments, attributes });
      comments = [];
      attributes = [];
    }
    lastRow = endRow(node);
  }
  return found;
}

const maxBranches = 20;

/**
 * Returns the children of each branch of a conditional directive, such as `#if`. Comments above the
 * directive belong to the first child of each branch that has none.
 */
export function branchesOf({ node, comments }: CommentedNode): CommentedNode[][] {
  const branches: CommentedNode[][] = [];
  let branch: Node | null = node;
  while (branch !== null && branches.length < maxBranches) {
    const next: Node | null = branch.childForFieldName('alternative');
    const condition = branch.childForFieldName('condition') ?? branch.childForFieldName('name');
    const [first, ...more] = commentedChildren(branch).filter(
      ({ node: { id } }) => id !== condition?.id && id !== next?.id,
    );
    if (first) {
      branches.push([first.comments.length === 0 ? { ...first, comments } : first, ...more]);
    }
    branch = next;
  }
  return branches;
}

/** Returns the comments that stand directly above a node, without a blank line. */
export function attachedComments(comments: readonly Node[], node: Node): Node[] {
  let row = node.startPosition.row;
  let from = comments.length;
  while (from > 0 && endRow(comments[from - 1]!) >= row - 1) {
    from -= 1;
    row = comments[from]!.startPosition.row;
  }
  return comments.slice(from);
}

/**
 * Returns the last row of a node. Rust's line comments include their newline, so they end at column
 * 0 of the next row.
 */
export function endRow(node: Node): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row - 1 : row;
}

/** Returns the named children without gaps. */
export function namedChildren(node: Node): Node[] {
  return node.namedChildren.filter((child) => child !== null);
}

/** Returns the line on which a node starts, from 1. */
export function lineOf(node: Node): number {
  return node.startPosition.row + 1;
}

/** Maximum length of a signature, whose fields become several sections. */
const maxSignature = 25_000;

/**
 * Returns the source text from a declaration's start to its body or its end, without the
 * indentation of its first line.
 */
export function signatureText(node: Node, body: Node | null): string {
  const text = body ? node.text.slice(0, body.startIndex - node.startIndex) : node.text;
  return cutLines(dedentBelow(text.trimEnd(), node.startPosition.column), maxSignature);
}

/** Removes the indentation that the lines below the first share, at most `columns` spaces. */
export function dedentBelow(text: string, columns: number): string {
  const [first, ...below] = text.split('\n');
  return [first, ...dedent(below, columns)].join('\n');
}

/**
 * Cuts text longer than `max` characters after a whole line. An ellipsis replaces the rest, and the
 * closing bracket stays.
 */
export function cutLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('\n', max);
  const closing = closingLine(text);
  return `${text.slice(0, end > 0 ? end : max)}\n…${closing === '' ? '' : `\n${closing}`}`;
}

/** Returns the last line of a text if it has only closing brackets, or else ''. */
export function closingLine(text: string): string {
  return /^[\])};]{1,3}$/.exec(text.slice(text.lastIndexOf('\n') + 1))?.[0] ?? '';
}

/**
 * Returns a structure's head with its public fields and their comments, each followed by `end`. A
 * note mentions the other fields.
 */
export function visibleFields(head: string, fields: CommentedNode[], end = ''): string {
  const lines = fields.flatMap(({ node, comments, trailing }) => [
    ...comments.flatMap(({ text }) => text.trim().split('\n')),
    `${node.text}${end}${trailing ? ` ${trailing.text}` : ''}`,
  ]);
  const inner = [...lines, '// private fields'].map((line) => `    ${line.trim()}`);
  return cutLines(`${head} {\n${inner.join('\n')}\n}`, maxSignature);
}
