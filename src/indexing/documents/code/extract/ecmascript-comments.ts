import type { Node } from 'web-tree-sitter';
import { blockCommentText } from '../doc/comment-text.ts';

/** Text of the last JSDoc comment among those above a declaration; '' without one. */
export function jsdocOf(comments: Node[]): string {
  const comment = comments.findLast(({ text }) => text.startsWith('/**') && text.length > 5);
  const text = comment ? blockCommentText(comment.text) : '';
  return /^\s*(@license|copyright|\(c\))/i.test(text) ? '' : text;
}
