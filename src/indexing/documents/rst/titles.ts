import type { Piece } from '../text-pieces.ts';
import { identifier } from './context.ts';
import type { RstContext } from './context.ts';
import { inlineText } from './inline.ts';
import { indentOf } from './lines.ts';
import type { LineReader } from './lines.ts';

const adornment = /^([!-/:-@[-`{-~])\1+$/;

/** A section title with its adornment under, or over and under; its level is the adornment's order of appearance. */
export function readTitle(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (ctx.depth > 0) return undefined;
  return overlined(reader, ctx) ?? underlined(reader, ctx);
}

function overlined(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const over = reader.peek();
  if (!adornment.test(over) || over !== reader.peek(2)) return undefined;
  const text = reader.peek(1).trim();
  if (text === '' || adornment.test(text) || (over.length < 4 && over.length < text.length)) {
    return undefined;
  }
  reader.at += 3;
  return [heading(text, `${over[0]}${over[0]}`, ctx)];
}

function underlined(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const text = reader.peek();
  const under = reader.peek(1);
  if (!adornment.test(under) || indentOf(text) > 0) return undefined;
  if (under.length < 4 && under.length < text.length) return undefined;
  // A line of punctuation is a title only to a reader who sees nothing else in it.
  if (adornment.test(text) || under === '::' || under === '..') return undefined;
  reader.at += 2;
  return [heading(text, under[0]!, ctx)];
}

function heading(text: string, style: string, ctx: RstContext): Piece {
  if (!ctx.styles.includes(style)) ctx.styles.push(style);
  const title = plain(inlineText(text, ctx));
  const anchor = [ctx.anchor, identifier(title)].find((id) => id !== '' && !ctx.anchors.has(id));
  if (anchor !== undefined) ctx.anchors.add(anchor);
  return {
    kind: 'heading',
    level: ctx.styles.indexOf(style) + 1,
    title,
    ...(anchor !== undefined && { anchor }),
  };
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replace(/`|\*\*|\\(?=[*_`|[\]])/g, '')
    .replace(/(?<!\w)\*([^*]+)\*(?!\w)/g, '$1');
}

/** A line of punctuation alone separates paragraphs and says nothing. */
export function readTransition(reader: LineReader): Piece[] | undefined {
  const line = reader.peek();
  if (line.length < 4 || !adornment.test(line)) return undefined;
  reader.at += 1;
  return [];
}
