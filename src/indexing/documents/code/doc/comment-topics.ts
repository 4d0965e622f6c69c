import type { Block } from '../../document.ts';
import { isGeneric } from '../../snippets/snippet-titles.ts';
import type { DocPart } from '../code-symbol.ts';
import { flattenParts } from './markdown-parts.ts';
import { totalSize } from '../../block-size.ts';

/** A part of a long comment that has a subject of its own. */
export interface Topic {
  heading: string;
  blocks: Block[];
}

/** Minimum number of characters of a comment with topics, and of a topic without code. */
const least = { comment: 2_400, topic: 300 };

/** Headings over a list of the topics. */
const contents = /^(?:table of )?contents:?$/i;

/** Headings of Rust that name an aspect of a symbol, and kinds of notes. */
const aspect =
  /^(?:panics?|safety|aborts?|leaks?|(?:time )?complexity|availability|since|tip|hint|important|caution|danger|attention)$/i;

/**
 * Splits a long comment into what it says of its symbol and a topic for each heading that tells its subject, such as "Skipping fields". An
 * aspect such as "Examples" belongs to the topic above it, or to the symbol. Contents are left out. A question is about one topic, and all together fill an answer.
 */
export function splitTopics(parts: DocPart[]): { own: Block[]; topics: Topic[] } {
  const whole = flattenParts(parts);
  if (totalSize(whole) < least.comment) return { own: whole, topics: [] };
  const own: DocPart[] = [];
  const found: { first: DocPart; more: DocPart[] }[] = [];
  let open: (typeof found)[number] | undefined;
  for (const part of parts) {
    if (contents.test(part.heading)) continue;
    if (isTopic(part)) {
      open = { first: part, more: [] };
      found.push(open);
    } else if (open && levelOf(part) > levelOf(open.first)) open.more.push(part);
    else {
      own.push(part);
      open = undefined;
    }
  }
  const topics = found.map(({ first, more }) => ({
    heading: first.heading.replace(/:$/, ''),
    blocks: flattenParts([{ ...first, heading: '' }, ...more]),
  }));
  return { own: flattenParts(own), topics };
}

function isTopic({ heading, blocks }: DocPart): boolean {
  if (heading === '' || isGeneric(heading) || aspect.test(heading)) return false;
  return totalSize(blocks) >= least.topic || blocks.some(({ kind }) => kind === 'code');
}

function levelOf({ level = 1 }: DocPart): number {
  return level;
}
