import { dedent } from '../../indentation.ts';

/** A comment for QDoc. */
export interface QdocComment {
  lines: string[];
  /** The declaration below it; '' if a command says what it describes. */
  below: string;
}

const longestDeclaration = 8;

/** Returns the comments of a file that QDoc reads: those that begin with an exclamation mark. */
export function qdocComments(lines: readonly string[]): QdocComment[] {
  const comments: QdocComment[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const start = /^[ \t]*\/\*!(?!\*)(.*)$/.exec(lines[at]!);
    if (!start) continue;
    const inside: string[] = [];
    let line = start[1]!;
    while (!line.includes('*/') && at + 1 < lines.length) {
      inside.push(line);
      at += 1;
      line = lines[at]!;
    }
    inside.push(line.split('*/', 1)[0]!);
    comments.push({ lines: withoutStars(inside), below: declaration(lines, at + 1) });
  }
  return comments;
}

/** Removes the stars that some projects write before each line. */
function withoutStars(lines: string[]): string[] {
  const [first = '', ...others] = lines;
  const starred = others.filter((line) => line.trim() !== '');
  const hasStars = starred.length > 0 && starred.every((line) => /^[ \t]*\*/.test(line));
  const plain = hasStars ? others.map((line) => line.replace(/^[ \t]*\* ?/, '')) : others;
  return [first.trim(), ...dedent(plain.map((line) => line.trimEnd()))];
}

/** Returns the head of the function that a comment stands above. */
function declaration(lines: readonly string[], start: number): string {
  const parts: string[] = [];
  for (const line of lines.slice(start, start + longestDeclaration)) {
    if (/^\s*(?:$|[:#}]|\/[/*])/.test(line) && !/^\s*::/.test(line)) {
      if (parts.length === 0 && line.trim() === '') continue;
      break;
    }
    const [head = ''] = line.slice(0, 500).split(/[{;]/, 1);
    parts.push(head.trim());
    if (head.length < Math.min(line.length, 500)) break;
  }
  return parts
    .join(' ')
    .replace(/\)\s*:(?!:)[^]*$/, ')')
    .trim();
}
