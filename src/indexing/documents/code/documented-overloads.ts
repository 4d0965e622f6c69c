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
/** Maximum number of parameters that it takes from them. */
const maxItems = 20;
/** Share of the words of a comment that stand in another one that says the same. */
const sameShare = 0.75;

/**
 * Joins consecutive overloads whose comments say nearly the same. The section of several overloads has the longest of their
 * comments, all signatures, and the examples and the parameters of each. One section each would fill an answer with repetitions.
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
    doc: [...withItemsOf(doc, group), ...examples.slice(0, maxExamples)],
    topics,
  };
}

/** An item about a parameter, with the mark of its list. */
const item = /^(\s*- )(?=`?(\w{1,100})`?(?:: | \())/;

/** Adds the items about parameters that only other comments of a group describe, each to the list with the same mark. */
function withItemsOf(doc: Block[], group: readonly Overload[]): Block[] {
  const linesOf = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) => (block.kind === 'text' ? block.text.split('\n') : []));
  const nameOf = (line: string): string => item.exec(line)?.[2] ?? '';
  const known = new Set(['', ...linesOf(doc).map(nameOf)]);
  const missing = new Map<string, string>();
  for (const line of group.flatMap((one) => linesOf(one.doc))) {
    const name = nameOf(line);
    if (!known.has(name) && !missing.has(name)) missing.set(name, line);
  }
  return [...missing.values()]
    .slice(0, maxItems)
    .reduceRight((blocks, line) => withItem(blocks, line, item.exec(line)![1]!), doc);
}

/** Returns blocks with an item before the first one with the same mark. */
function withItem(blocks: Block[], line: string, mark: string): Block[] {
  const isOfList = (block: Block): boolean =>
    block.kind === 'text' && block.text.split('\n').some((one) => item.exec(one)?.[1] === mark);
  const at = blocks.findIndex(isOfList);
  return blocks.map((block, index) => {
    if (index !== at || block.kind !== 'text') return block;
    const lines = block.text.split('\n');
    const first = lines.findIndex((one) => item.exec(one)?.[1] === mark);
    return { ...block, text: lines.toSpliced(first, 0, line).join('\n') };
  });
}

function codeOf(block: Block): string {
  return block.kind === 'code' ? block.code : '';
}
