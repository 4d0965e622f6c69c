import { sizeOf } from '../block-size.ts';
import type { Block } from '../document.ts';
import { splitCode } from '../snippets/split-code.ts';
import { splitText } from '../snippets/split-text.ts';
import { batchesOf } from './batches.ts';

/** Maximum numbers of characters of all blocks together, of a text and of code. */
interface Limits {
  total: number;
  text: number;
  code: number;
}

const ofSnippet: Limits = { total: 5000, text: 3000, code: 2500 };

/** Cuts blocks: long texts at a paragraph, long code at a line. Limits that `own` does not have are those of one snippet. */
export function boundBlocks(blocks: Block[], own: Partial<Limits>): Block[] {
  const limits = { ...ofSnippet, ...own };
  const kept: Block[] = [];
  let left = limits.total;
  for (const block of blocks) {
    if (left <= 0 || (block.kind === 'code' && Math.min(block.code.length, limits.code) > left))
      break;
    const cut = boundBlock(block, { ...limits, text: Math.min(left, limits.text) });
    left -= sizeOf(cut);
    kept.push(cut);
  }
  return kept;
}

/** Maximum number of parts of a long comment. */
const maxParts = 5;

/** Splits blocks into parts that fit into one snippet each. Leaves out what does not fit into five parts. */
export function splitBlocks(blocks: Block[]): Block[][] {
  return batchesOf(blocks.flatMap(piecesOf), ofSnippet.total, sizeOf).slice(0, maxParts);
}

function piecesOf(block: Block): Block[] {
  if (block.kind === 'text') {
    return splitText(block.text, ofSnippet.text).map((text) => ({ ...block, text }));
  }
  if (block.code.length <= ofSnippet.code) return [block];
  return splitCode(block.code, ofSnippet.code).map((code) => ({ ...block, code }));
}

function boundBlock(block: Block, { text, code }: Limits): Block {
  if (block.kind === 'text') return { ...block, text: cutText(block.text, text) };
  return { ...block, code: cutCode(block.code, code) };
}

/** Cuts a text to about `max` characters, at a paragraph, a line or a word. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const end = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), head.lastIndexOf(' ')].find(
    (at) => at > max / 2,
  );
  return `${head.slice(0, end ?? max).trimEnd()} …`;
}

function cutCode(code: string, max: number): string {
  if (code.length <= max) return code;
  const end = code.lastIndexOf('\n', max);
  return `${code.slice(0, end > 0 ? end : max)}\n…`;
}
