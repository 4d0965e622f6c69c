import type { CodeSymbol } from '../code-symbol.ts';
import { cutLines, dedentBelow, lineOf } from '../nodes.ts';
import type { CommentedNode } from '../nodes.ts';

/** Maximum characters of an example. A longer one would continue in parts that begin with its first line. */
const longest = 2400;

/** Returns whether a Go file has examples for the documentation. */
export function hasGoExamples(path: string): boolean {
  return path.endsWith('_test.go');
}

/**
 * Returns the examples of a Go file: functions such as `ExampleSaw_Cut_fast`. As on pkg.go.dev, an example is the text of its
 * function. `comment` reads the comment above one. https://go.dev/blog/examples
 */
export function goExamples(
  children: CommentedNode[],
  comment: (child: CommentedNode) => string,
): CodeSymbol[] {
  return children.flatMap((child): CodeSymbol[] => {
    const { node } = child;
    const name = node.childForFieldName('name')?.text ?? '';
    const body = node.childForFieldName('body')?.text ?? '';
    if (node.type !== 'function_declaration' || !exampleFunction.test(name)) return [];
    const code = dedentBelow(body.slice(1, -1), longest).trim();
    if (code === '') return [];
    const { title, object } = titlesOf(name);
    const doc = comment(child) || `Shows how to use ${object}.`;
    return [{ name: title, signature: cutLines(code, longest), doc, line: lineOf(node) }];
  });
}

const exampleFunction = /^Example(?:$|[\p{Lu}_])/u;

/** The names of a function, a type and a method begin with a capital letter, and that of one of several examples does not. */
function titlesOf(name: string): { title: string; object: string } {
  const names = name.slice('Example'.length).split('_');
  const objects = names.filter((part) => /^\p{Lu}/u.test(part));
  const own = names.filter((part) => /^[^\p{Lu}]/u.test(part)).map(inWords);
  const object = objects.join('.');
  const start = object === '' ? 'Example' : `Example of ${object}`;
  return {
    title: [start, ...own].join(': '),
    object: object === '' ? 'the package' : `\`${object}\``,
  };
}

function inWords(name: string): string {
  return name.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`);
}
