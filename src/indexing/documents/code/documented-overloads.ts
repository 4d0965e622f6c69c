import type { Block } from '../document.ts';
import { maxOverloads, type CodeSymbol, type ContainerStyle } from './code-symbol.ts';
import type { Topic } from './doc/comment-topics.ts';

/** A symbol with the blocks of its comment, and the topics of a long one. */
export interface DocumentedSymbol {
  symbol: CodeSymbol;
  doc: Block[];
  topics: Topic[];
}

/** Maximum number of code blocks that a section takes from other comments. */
const maxExamples = 4;
/** Share of the words of a comment that stand in another one that says the same. */
const sameShare = 0.75;

/**
 * Joins consecutive overloads whose comments say nearly the same. The section of several overloads has the longest of their
 * comments, all signatures, and the examples of each. One section each would fill an answer with repetitions.
 */
export function joinOverloads(
  symbols: DocumentedSymbol[],
  { end }: Pick<ContainerStyle, 'end'>,
): DocumentedSymbol[] {
  const groups: Overload[][] = [];
  for (const one of symbols) {
    const overload = overloadOf(one);
    const group = groups.at(-1);
    if (group && group.length < maxOverloads && isSame(longest(group), overload))
      group.push(overload);
    else groups.push([overload]);
  }
  return groups.map((group) => joined(group, end));
}

/** A documented symbol with its name without type parameters, and the words of its comment. */
interface Overload extends DocumentedSymbol {
  name: string;
  words: ReadonlySet<string>;
}

function overloadOf({ symbol, doc, topics }: DocumentedSymbol): Overload {
  const words = doc.flatMap((block) =>
    block.kind === 'text' ? (block.text.match(/\w+/g) ?? []) : [],
  );
  return { symbol, doc, topics, name: symbol.name.replace(/<[^<>]*>$/, ''), words: new Set(words) };
}

function isSame(a: Overload, b: Overload): boolean {
  if (a.name !== b.name || a.symbol.members || b.symbol.members) return false;
  const [less, more] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  return [...less].filter((word) => more.has(word)).length >= sameShare * less.size;
}

function longest(group: Overload[]): Overload {
  return group.reduce((most, one) => (one.words.size > most.words.size ? one : most));
}

function joined(group: Overload[], end: string): DocumentedSymbol {
  const [first, ...others] = group;
  if (others.length === 0) return first!;
  const { doc, topics } = longest(group);
  const known = new Set(doc.map(codeOf));
  const examples = group
    .flatMap((one) => one.doc)
    .filter((block) => block.kind === 'code' && !known.has(block.code) && known.add(block.code));
  const signature = group.map(({ symbol }) => symbol.signature).join(end === ';' ? ';\n' : '\n');
  return {
    symbol: { ...first!.symbol, name: first!.name, signature },
    doc: [...doc, ...examples.slice(0, maxExamples)],
    topics,
  };
}

function codeOf(block: Block): string {
  return block.kind === 'code' ? block.code : '';
}
