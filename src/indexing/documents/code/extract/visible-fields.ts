import { cutLines } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';

const maxStructure = 2500;

/** A structure's head with its public fields and their comments, each followed by `end`, and a word about the others. */
export function visibleFields(head: string, fields: CommentedNode[], end = ''): string {
  const lines = fields.flatMap(({ node, comments }) => [
    ...comments.flatMap(({ text }) => text.trim().split('\n')),
    `${node.text}${end}`,
  ]);
  const inner = [...lines, '// private fields'].map((line) => `    ${line.trim()}`);
  return cutLines(`${head} {\n${inner.join('\n')}\n}`, maxStructure);
}
