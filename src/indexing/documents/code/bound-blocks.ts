import type { Block } from '../document.ts';

const maxText = 3000;
const maxCode = 2500;
const maxTotal = 5000;

/** Cuts blocks to the size of one snippet: long texts at a paragraph, long code at a line. */
export function boundBlocks(blocks: Block[], total = maxTotal): Block[] {
  const kept: Block[] = [];
  let left = total;
  for (const block of blocks) {
    if (left <= 0 || (block.kind === 'code' && Math.min(block.code.length, maxCode) > left)) break;
    const cut = boundBlock(block, left);
    left -= cut.kind === 'text' ? cut.text.length : cut.code.length;
    kept.push(cut);
  }
  return kept;
}

function boundBlock(block: Block, left: number): Block {
  if (block.kind === 'text')
    return { ...block, text: cutText(block.text, Math.min(left, maxText)) };
  return { ...block, code: cutCode(block.code, maxCode) };
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
