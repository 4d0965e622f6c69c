import type { DocPart } from '../code-symbol.ts';
import { markdownParts } from './markdown-parts.ts';

const listItem = /^\s+(?:[-*+•]|\d+[.)])\s/;
const docLink = /(?<![\w\])])\[(\*?[A-Za-z_][\w./]*)\](?![(:\w])/g;

/** Go doc comments (go.dev/doc/comment): indented lines are code, `[Name]` is a link, `# Title` a heading. */
export function goDocParts(doc: string): DocPart[] {
  const lines = doc.split('\n');
  const out: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i]!;
    if (/^\s+\S/.test(line) && !listItem.test(line) && (out.at(-1) ?? '').trim() === '') {
      const end = endOfIndented(lines, i);
      out.push('```', ...lines.slice(i, end), '```');
      i = end - 1;
    } else {
      out.push(listItem.test(line) ? line.trim() : line.replace(docLink, '`$1`'));
    }
  }
  return markdownParts(out.join('\n'), { fallback: 'go' });
}

function endOfIndented(lines: string[], from: number): number {
  let end = from;
  for (let i = from; i < lines.length && /^(\s|$)/.test(lines[i]!); i += 1) {
    if (lines[i]!.trim() !== '') end = i + 1;
  }
  return end;
}
