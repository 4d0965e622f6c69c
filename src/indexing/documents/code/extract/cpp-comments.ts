import type { Node } from 'web-tree-sitter';
import { blockCommentText, lineCommentText } from '../doc/comment-text.ts';
import { doxygenText } from '../doc/doxygen-comment.ts';
import { attachedComments, commentedChildren, endRow, isComment, namedChildren } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';

/** A declaration with its documentation. */
export interface Documented {
  node: Node;
  /** '' if there is none. */
  doc: string;
  /** Whether it stands directly below a declaration whose comment is about both. */
  isGrouped: boolean;
}

/** A comment of Doxygen: a block, or a line. A row of stars or slashes is none. */
const doxygen = /^\/(?:\*[*!](?![*/])|\/(?:\/(?!\/)|!))/;
/** A comment about what stands before it. */
const behind = /^\/(?:\*[*!]|\/[/!])</;
/** A comment that only opens or closes a group, or describes something else than the declaration below. */
const apart =
  /^\s*[@\\](?:[{}]|(?:defgroup|addtogroup|name|file|mainpage|page|cond|endcond|dir|namespace)\b)/;

/** Returns whether a source has comments of Doxygen. In other sources, all comments are documentation. */
export function hasDoxygen(source: string): boolean {
  return /(?:^|\s)\/(?:\*[*!](?![*/])|\/(?:\/(?!\/)|!))\s*\S/.test(source);
}

/** Returns whether a comment, as Markdown, is only for the people who work on the library. */
export function isInternal(doc: string): boolean {
  return /^[ \t]*@(?:internal|private)\b/m.test(doc);
}

/** Returns the declarations of a node with their comments. With `plain`, also with those that are no comments of Doxygen. */
export function documentedChildren(parent: Node, plain: boolean): Documented[] {
  const children = commentedChildren(parent);
  const found = plain ? plainChildren(children) : doxygenChildren(children);
  return found.map((one, at) => {
    const before = found[at - 1]?.node;
    const isNext = one.doc === '' && isBelow(one.node, before);
    const isList = isNext && [before!, one.node].every((node) => behindMacro(node, plain) !== '');
    return isList ? { ...one, isGrouped: true } : one;
  });
}

const macros = new Set(['preproc_def', 'preproc_function_def']);
/** A comment at the end of the value of a macro, to which the grammar adds it. */
const lineBehind = /(?<!\S)\/\/[^\n]*$/;

/** Returns whether a node defines a macro. */
export function isMacro({ type }: Node): boolean {
  return macros.has(type);
}

/** Returns the value of a macro without the comment behind it; '' if it has none. */
export function valueOfMacro(node: Node): string {
  return (node.childForFieldName('value')?.text ?? '').replace(lineBehind, '').trim();
}

/** Returns the comment behind a macro on one line; '' if there is none. With `plain`, also one that is no comment of Doxygen, if it is not about a body. */
export function behindMacro(node: Node, plain: boolean): string {
  if (!isMacro(node)) return '';
  const line = lineBehind.exec(node.childForFieldName('value')?.text ?? '')?.[0];
  const comment = namedChildren(node).find(isComment)?.text ?? line ?? '';
  const isPlain = plain && node.type === 'preproc_def';
  const isWanted = isPlain ? !isNotice(comment.replace(/^\/[/*]/, '')) : behind.test(comment);
  return isWanted ? comment.replace(/\s+/g, ' ').trim() : '';
}

function doxygenChildren(children: readonly CommentedNode[]): Documented[] {
  return children.map(({ node, comments, trailing }, at) => {
    const own = comments.filter(({ text }) => doxygen.test(text) && !behind.test(text));
    const above = commentText(own);
    if (above !== '') return { node, doc: above, isGrouped: false };
    const next = children[at + 1]?.comments ?? [];
    const after = [...(trailing ? [trailing] : []), ...next].filter(({ text }) =>
      behind.test(text),
    );
    return { node, doc: commentText(after), isGrouped: false };
  });
}

/** Gives a declaration the comment behind it, directly above it or directly below it. */
function plainChildren(children: readonly CommentedNode[]): Documented[] {
  const found: Documented[] = [];
  let isGroup = false;
  for (const [at, child] of children.entries()) {
    const before = children[at - 1]?.node;
    const own = attachedComments(child.comments, child.node);
    const behind = behindText(child);
    const doc = behind || commentText(own);
    const isFirst = child.comments.length > 0 || doc !== '';
    const isGrouped: boolean = isGroup && !isFirst && isBelow(child.node, before);
    giveBelow(found.at(-1), before, child.comments.slice(0, child.comments.length - own.length));
    found.push({ node: child.node, doc, isGrouped });
    isGroup = isGrouped || (behind === '' && doc !== '');
  }
  return found;
}

/** Returns the text of the comment that begins on the last line of a declaration. The one behind a type is about its end. */
function behindText({ node, trailing }: CommentedNode): string {
  return trailing === undefined || node.type.endsWith('_specifier') ? '' : commentText([trailing]);
}

/** Returns whether a declaration stands directly below another one of its kind. */
function isBelow(node: Node, before: Node | undefined): boolean {
  return before?.type === node.type && endRow(before) + 1 === node.startPosition.row;
}

/** Gives a declaration without a comment the one that begins directly below it. */
function giveBelow(last: Documented | undefined, node: Node | undefined, below: Node[]): void {
  if (last === undefined || node === undefined || last.doc !== '' || last.isGrouped) return;
  if (below[0]?.startPosition.row === endRow(node) + 1) last.doc = commentText(firstRun(below));
}

/** Returns the comments up to an empty line, or to the end of a block. */
function firstRun(comments: readonly Node[]): Node[] {
  const end = comments.findIndex(
    (node, at) =>
      at > 0 && !(isLine(node) && endRow(comments[at - 1]!) + 1 === node.startPosition.row),
  );
  return comments.slice(0, end < 0 ? comments.length : end);
}

/** Returns the text of the last block, or of the lines that end a list of comments. */
function commentText(comments: readonly Node[]): string {
  const last = comments.at(-1);
  if (last === undefined) return '';
  const lines = attachedComments(comments.slice(0, -1), last).filter(isLine);
  const texts = [...lines, last].map(({ text }) => text);
  const text = isLine(last)
    ? lineCommentText(texts, lineMarker)
    : blockCommentText(last.text).replace(/^</, '');
  const isOther = apart.test(text) || isNotice(text);
  if (isOther) return '';
  return doxygen.test(last.text) || behind.test(last.text) ? doxygenText(text) : plainText(text);
}

const lineMarker = /^\/\/[/!]*<?/;

function isLine({ text }: Node): boolean {
  return text.startsWith('//');
}

/** Returns whether a comment is a license, or for a tool. */
function isNotice(text: string): boolean {
  return (
    /copyright|licen[cs]ed? |SPDX/i.test(text.slice(0, 300)) ||
    /^\s*(?:NOLINT|clang-format|namespace\b|IWYU|TODO|FIXME|XXX|lint)/.test(text)
  );
}

/** A line that only separates. */
const ruler = /^[ \t]*[-=*/#_~+.]{3,}[ \t]*$/gm;

/** Returns a plain comment as Markdown: a paragraph that is indented is code if it looks like that. */
function plainText(text: string): string {
  const paragraphs = doxygenText(text.replace(ruler, '')).split(/\n(?:[ \t]*\n)+/);
  return paragraphs
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      const isIndented = lines.every((line) => /^(?: {2}|\t)/.test(line));
      if (isIndented && looksLikeCode(lines)) return `\`\`\`\n${paragraph}\n\`\`\``;
      return lines.map((line) => line.replace(/^[ \t]+(?![-*+] |\d+[.)] )/, '')).join('\n');
    })
    .join('\n\n')
    .trim();
}

/** Returns whether half of the lines end like statements. */
function looksLikeCode(lines: readonly string[]): boolean {
  const ends = lines.filter((line) => /[;{},)][ \t]*$|^[ \t]*(?:#\w|\/\/)/.test(line));
  return ends.length * 2 >= lines.length && /[;{}][ \t]*$|^[ \t]*#\w/m.test(lines.join('\n'));
}

/** Returns the comments about a whole file: one with `@file`, or with `plain`, long ones above the first declaration. */
export function fileComment(root: Node, plain: boolean): string {
  const texts = commentsAtTop(root);
  if (!plain)
    return doxygenText(
      withoutLicense(texts.find((text) => /^\s*[@\\](?:file|mainpage)\b/m.test(text)) ?? ''),
    );
  return texts
    .map((text) => plainText(withoutLicense(text)))
    .filter((text) => text.length > shortest)
    .join('\n\n');
}

/** A shorter comment at the beginning is about the file, and not about its use. */
const shortest = 200;
const license =
  /^[ \t]*(?:[@\\](?:author|copyright|date|version|license)\b|LICEN[CS]E|(?:This .{0,60})?Copyright|SPDX|\(c\) |THIS SOFTWARE|Permission is|Licensed|Redistribution)/m;

/** Returns a text up to its license, which ends with the file or its comment. */
function withoutLicense(text: string): string {
  const at = text.search(license);
  return at < 0 ? text : text.slice(0, at);
}

/** Returns the texts of the comments above the first declaration. One directly above it belongs to it. */
function commentsAtTop(root: Node): string[] {
  const nodes = namedChildren(root);
  const first = nodes.findIndex(({ type }) => type !== 'comment' && !type.startsWith('preproc_'));
  const groups = commentGroups(first < 0 ? nodes : nodes.slice(0, first));
  const last = groups.at(-1)?.at(-1);
  const isOwn = last !== undefined && endRow(last) + 1 === nodes[first]?.startPosition.row;
  return (isOwn ? groups.slice(0, -1) : groups).map(groupText);
}

/** Returns the text of a block, or of lines below each other. */
export function groupText(group: readonly Node[]): string {
  const texts = group.map(({ text }) => text);
  return isLine(group[0]!) ? lineCommentText(texts, lineMarker) : blockCommentText(texts[0]!);
}

/** Returns blocks, and lines below each other together. */
export function commentGroups(nodes: readonly Node[]): Node[][] {
  const groups: Node[][] = [];
  for (const node of nodes.filter(isComment)) {
    const before = groups.at(-1)?.at(-1);
    const isNext = before !== undefined && isLine(before) && isLine(node);
    if (isNext && endRow(before) + 1 === node.startPosition.row) groups.at(-1)!.push(node);
    else groups.push([node]);
  }
  return groups;
}
