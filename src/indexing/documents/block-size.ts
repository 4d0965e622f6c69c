import type { Block } from './document.ts';

/** Returns the number of characters of a block. */
export function sizeOf(block: Block): number {
  return block.kind === 'text' ? block.text.length : block.code.length;
}

/** Returns the number of characters of blocks together. */
export function totalSize(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + sizeOf(block), 0);
}
