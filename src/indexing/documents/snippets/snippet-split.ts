import { sizeOf, totalSize } from '../block-size.ts';
import type { Block } from '../document.ts';
import { definesTerm } from './part-titles.ts';
import { splitCode } from './split-code.ts';
import { leadsTo, splitText, title } from './split-text.ts';

/** Sizes of snippets in characters. A token has about four. */
export interface SnippetSizes {
  /**
   * Size of a snippet with several blocks: about 450 tokens, so that an answer of 3,300 tokens has
   * seven.
   */
  snippet: number;
  /** Maximum size of code that is never split, independent of `snippet`: about 1,200 tokens. */
  wholeCode: number;
  /** Size of a piece of a reference that describes many parameters or options: about 600 tokens. */
  reference: number;
}

/**
 * Maximum length of prose that joins the text before it instead of becoming a snippet of its own.
 */
const shortTail = 320;
/** Maximum length of a paragraph that stays with the code after it, because code without text answers few questions. */
const longLead = 900;

/**
 * Splits a section between its blocks into pieces of the given size. Prose stays with the code
 * after it. A signature at the start stays with the text below it.
 */
export function splitItems(items: Block[], sizes: SnippetSizes): Block[][] {
  if (totalSize(items) <= sizes.snippet) return items.length > 0 ? [items] : [];
  const signature = signatureOf(items, sizes.reference / 2);
  if (signature.length > 0) {
    const most = Math.max(sizes.snippet, sizes.reference) - totalSize(signature);
    const room = { ...sizes, snippet: Math.min(sizes.snippet, most) };
    const [first = [], ...others] = splitItems(items.slice(signature.length), room);
    return withMovedTitles([[...signature, ...first], ...others]);
  }
  const small = withLists(items)
    .flatMap((item, at, all) => withNotes(item, all[at - 1]))
    .flatMap((item, at, all) => withLead(item, all[at + 1]))
    .flatMap((item) => cutItem(item, sizes));
  const pieces: Block[][] = [];
  for (const step of withSizes(toSteps(small))) addStep(pieces, step, sizes.snippet);
  return joinTails(withMovedTitles(pieces), sizes.snippet);
}

/** Returns the code at the start of a section that has text below it; none if it is larger than a signature. */
function signatureOf(items: Block[], most: number): Block[] {
  const end = items.findIndex(({ kind }) => kind === 'text');
  const code = items.slice(0, Math.max(end, 0));
  return totalSize(code) <= most ? code : [];
}

/** Joins the paragraphs that lead to a list with the list, so that a piece does not end with "as follows:". */
function withLists(items: Block[]): Block[] {
  const joined: Block[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const leads = last?.kind === 'text' && item.kind === 'text' && leadsTo(last.text, item.text);
    if (leads) joined[joined.length - 1] = { kind: 'text', text: `${last.text}\n\n${item.text}` };
    else joined.push(item);
  }
  return joined;
}

/** Separates the notes on numbered places in code from the text after them. */
function withNotes(item: Block, before: Block | undefined): Block[] {
  if (item.kind === 'code' || !areNotes(item, before)) return [item];
  const [notes = ''] = noteList.exec(item.text) ?? [];
  const rest = item.text.slice(notes.length).trimStart();
  const own: Block = { kind: 'text', text: notes.trimEnd() };
  return rest === '' ? [item] : [own, { kind: 'text', text: rest }];
}

/** Returns whether a text begins with notes on places such as `// (1)` in the code before it. */
function areNotes(item: Block, before: Block | undefined): boolean {
  if (item.kind === 'code' || before?.kind !== 'code') return false;
  return item.text.startsWith('1. ') && place.test(before.code);
}

const place = /[(<]\d{1,2}[)>]!?[ \t]*(?:-->|\*\/)?[ \t]*$/m;
const noteList = /^(?:\d{1,2}\. .*(?:\n[ \t]+\S.*)*(?:\n+|$))+/;

/** Separates the last paragraph of a text, or several short ones, from the text before. They lead to the code after it. */
function withLead(item: Block, next: Block | undefined): Block[] {
  if (item.kind === 'code' || next?.kind !== 'code') return [item];
  const paragraphs = item.text.split(/\n\n(?=\S)/);
  let at = paragraphs.length - 1;
  let size = paragraphs[at]!.length + 2;
  if (size > longLead) return [item];
  while (at > 0 && size + paragraphs[at - 1]!.length <= shortTail) {
    at -= 1;
    size += paragraphs[at]!.length + 2;
  }
  if (at === 0) return [item];
  const parts = [paragraphs.slice(0, at), paragraphs.slice(at)];
  return parts.map((part) => ({ kind: 'text', text: part.join('\n\n') }));
}

/** Moves a title at the end of a piece, such as that of a note or an option, to the text that it stands over. */
function withMovedTitles(pieces: Block[][]): Block[][] {
  for (const [at, piece] of pieces.slice(0, -1).entries()) {
    const last = piece.at(-1);
    if (last?.kind !== 'text' || !title.test(last.text)) continue;
    piece.pop();
    pieces[at + 1]!.unshift(last);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/**
 * Groups items into steps of a recipe: prose, the code after it, and the notes on that code. The
 * last step may have prose only.
 */
function toSteps(items: Block[]): Block[][] {
  const steps: Block[][] = [];
  let isOpen = false;
  for (const [at, item] of items.entries()) {
    const belongs = item.kind === 'code' || areNotes(item, items[at - 1]);
    if (steps.length === 0 || (!belongs && !isOpen) || beginsItem(item)) steps.push([]);
    steps.at(-1)!.push(item);
    // Prose opens a step, and code or its notes close it.
    isOpen = !belongs;
  }
  return steps;
}

interface SizedStep {
  step: Block[];
  /** Number of characters that should be in one piece: of the step, or of the whole item that it begins. */
  size: number;
}

/**
 * Returns steps with their sizes. A piece that begins with an item has the name of its term in the title. Nothing says where the last item ends: it has
 * the size of its first step.
 */
function withSizes(steps: Block[][]): SizedStep[] {
  let behind: number | undefined;
  const sized = steps.toReversed().map((step): SizedStep => {
    const own = totalSize(step);
    if (!beginsItem(step[0]!)) {
      if (behind !== undefined) behind += own;
      return { step, size: own };
    }
    const size = own + (behind ?? 0);
    behind = 0;
    return { step, size };
  });
  return sized.reverse();
}

const furtherItem = /\n[-*] /;

/** Returns whether a block begins an item that defines a term and has code. Its code and its further texts are blocks behind it. */
function beginsItem(block: Block): boolean {
  return block.kind === 'text' && definesTerm(block.text) && !furtherItem.test(block.text);
}

/** Returns whether a piece is short prose, such as that above a list. */
function isLead(piece: Block[]): boolean {
  return totalSize(piece) <= shortTail && piece.every(({ kind }) => kind === 'text');
}

function addStep(pieces: Block[][], { step, size }: SizedStep, most: number): void {
  const open = pieces.at(-1);
  const needed = open && isLead(open) ? totalSize(step) : size;
  if (open && totalSize(open) + needed <= most) {
    open.push(...step);
    return;
  }
  pieces.push(...packStep(step, most));
}

/**
 * Splits a step that is too large for one piece. The code keeps as much of the prose before it as
 * fits. Earlier prose becomes pieces before it. A short line that leads to the code stands before
 * every piece of it, because the code is often the same in several languages.
 */
function packStep(step: Block[], most: number): Block[][] {
  if (totalSize(step) <= most) return [step];
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
  const lead = prose.at(-1);
  const leads = lead !== undefined && sizeOf(lead) <= shortTail ? [lead] : [];
  const later = pieces.slice(1).map((piece) => [...leads, ...piece]);
  return [...pack(prose.slice(0, at), most), ...pieces.slice(0, 1), ...later];
}

// The text before large code stays with it, even if both together are too large.
function fitsBefore(head: Block[], item: Block, most: number): boolean {
  return (
    totalSize(head) + sizeOf(item) <= most || (head[0]!.kind === 'code' && sizeOf(item) <= longLead)
  );
}

function pack(items: Block[], most: number): Block[][] {
  const pieces: Block[][] = [];
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

/** Appends short prose to the piece before it. The result may be slightly too large. */
function joinTails(pieces: Block[][], most: number): Block[][] {
  const joined: Block[][] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const short = totalSize(piece) <= shortTail && piece.every((item) => item.kind === 'text');
    if (before && short && totalSize(before) <= most) before.push(...piece);
    else joined.push(piece);
  }
  return joined;
}

function cutItem(item: Block, sizes: SnippetSizes): Block[] {
  if (item.kind === 'text') {
    return splitText(item.text, sizes.snippet).map((text) => ({ kind: 'text', text }));
  }
  if (item.code.length <= sizes.wholeCode) return [item];
  return splitCode(item.code, sizes.wholeCode / 2).map((code) => ({ ...item, code }));
}
