import type { Block } from './document.ts';
import { splitCode } from './split-code.ts';
import { splitText } from './split-text.ts';

/** What a snippet is made of. */
export type Item = Block;

interface Sizes {
  snippet: number;
  wholeCode: number;
}

/** A tail shorter than this goes with what it follows rather than alone. */
const shortTail = 320;

/** Cuts a section at its blocks into pieces of the given size: prose stays with the code it leads to. */
export function splitItems(items: Item[], sizes: Sizes): Item[][] {
  if (total(items) <= sizes.snippet) return items.length > 0 ? [items] : [];
  const small = items.flatMap((item) => cutItem(item, sizes));
  const pieces: Item[][] = [];
  for (const step of toSteps(small)) addStep(pieces, step, sizes.snippet);
  return joinTails(pieces, sizes.snippet);
}

/** A step of a recipe: prose and the code it leads to. The last may be prose alone. */
function toSteps(items: Item[]): Item[][] {
  const steps: Item[][] = [];
  let previous: Item['kind'] = 'code';
  for (const item of items) {
    if (item.kind === 'text' && previous === 'code') steps.push([]);
    if (steps.length === 0) steps.push([]);
    steps.at(-1)!.push(item);
    previous = item.kind;
  }
  return steps;
}

function addStep(pieces: Item[][], step: Item[], most: number): void {
  const open = pieces.at(-1);
  if (open && total(open) + total(step) <= most) {
    open.push(...step);
    return;
  }
  pieces.push(...packStep(step, most));
}

/** A step too large for one piece: its code takes the prose next to it along, earlier prose stands before it. */
function packStep(step: Item[], most: number): Item[][] {
  if (total(step) <= most) return [step];
  const firstCode = step.findIndex((item) => item.kind === 'code');
  const prose = firstCode === -1 ? step : step.slice(0, firstCode);
  const code = firstCode === -1 ? [] : step.slice(firstCode);
  const pieces = pack(code, most);
  const head = pieces[0] ?? [];
  let at = prose.length;
  while (head.length > 0 && at > 0 && fitsBefore(head, prose[at - 1]!, most)) {
    at -= 1;
    head.unshift(prose[at]!);
  }
  return [...pack(prose.slice(0, at), most), ...pieces];
}

// The line that leads to large code belongs to it even where the two are too much together.
function fitsBefore(head: Item[], item: Item, most: number): boolean {
  return (
    total(head) + sizeOf(item) <= most || (head[0]!.kind === 'code' && sizeOf(item) <= shortTail)
  );
}

function pack(items: Item[], most: number): Item[][] {
  const pieces: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    size += sizeOf(item);
    if (size > most) {
      pieces.push([]);
      size = sizeOf(item);
    }
    pieces.at(-1)!.push(item);
  }
  return pieces;
}

/** A short piece of prose after another piece joins it, a little over the size. */
function joinTails(pieces: Item[][], most: number): Item[][] {
  const joined: Item[][] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const short = total(piece) <= shortTail && piece.every((item) => item.kind === 'text');
    if (before && short && total(before) <= most) before.push(...piece);
    else joined.push(piece);
  }
  return joined;
}

function cutItem(item: Item, sizes: Sizes): Item[] {
  if (item.kind === 'text') {
    return splitText(item.text, sizes.snippet).map((text) => ({ kind: 'text', text }));
  }
  if (item.code.length <= sizes.wholeCode) return [item];
  return splitCode(item.code, sizes.wholeCode / 2).map((code) => ({ ...item, code }));
}

function sizeOf(item: Item): number {
  return item.kind === 'text' ? item.text.length : item.code.length;
}

function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}
