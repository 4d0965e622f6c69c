import { dedent } from '../../indentation.ts';
import { oneLine } from '../../block-tags.ts';
import { outsideFences, outsideSpans } from '../../fences.ts';
import type { Block } from '../../document.ts';
import type { DocPart } from '../code-symbol.ts';

/** How to read fenced code in a comment. */
export interface FenceRules {
  /** Language of a fence without a language. */
  fallback: string;
  /**
   * Converts a fence's info string to a language. If absent, the language is the first word in
   * lower case.
   */
  language?: (info: string) => string;
  /** Changes the code of a fence. */
  code?: (code: string, language: string) => string;
  /** Changes the text between fences. */
  text?: (text: string) => string;
}

const fenceStart = /^\s{0,8}(```+|~~~+)\s*(.*)$/;
const heading = /^(#{1,6})\s+(\S.*?)\s*#*$/;

/** A link in a heading: `[Saws](https://saws.example)`, `[saws][kinds]`, and one of Rust to what code names. */
const link =
  /\[(?:([^[\]]{1,200})\](?:\([^()\s]{1,500}\)|\[[^[\]]{0,100}\])|(`[^`[\]]{1,200}`)\])/g;

/** A heading of one line, which is underlined. */
const underlined =
  /(?<=^|\n[ \t]{0,40}\n)([^\s#>|*+-][^\n|]{0,100})\n(?:(={3,})|-{3,})[ \t]{0,40}(?=\n|$)/g;

/** Splits Markdown at its headings and fences. An unclosed fence continues to the end. */
export function markdownParts(markdown: string, rules: FenceRules): DocPart[] {
  const parts: DocPart[] = [{ heading: '', blocks: [] }];
  const lines = outsideFences(markdown, (text) =>
    text.replace(
      underlined,
      (_, title: string, isFirst?: string) => `${isFirst ? '#' : '##'} ${title}`,
    ),
  ).split('\n');
  let text: string[] = [];
  const flush = () => {
    const written = text.join('\n');
    pushText(parts.at(-1)!.blocks, rules.text ? rules.text(written) : written);
    text = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i]!;
    const fence = fenceStart.exec(line);
    const title = fence ? null : heading.exec(line);
    if (fence) {
      flush();
      const end = closingFence(lines, i + 1, fence[1]!);
      pushCode(parts.at(-1)!.blocks, fence[2]!, { lines: lines.slice(i + 1, end), rules });
      i = end;
    } else if (title) {
      flush();
      const [, marks = '', written = ''] = title;
      const shown = written.replace(link, (_, text?: string, name = '') => text ?? name);
      parts.push({ heading: shown, level: marks.length, blocks: [] });
    } else if (beginsIndentedCode(lines, i)) {
      flush();
      const end = endOfIndented(lines, i);
      pushCode(parts.at(-1)!.blocks, '', { lines: lines.slice(i, end), rules });
      i = end - 1;
    } else {
      text.push(line);
    }
  }
  flush();
  return parts.filter((part, index) => index === 0 || part.blocks.length > 0);
}

/**
 * Returns whether a line begins indented code: four spaces after an empty line, outside of a list.
 */
function beginsIndentedCode(lines: string[], at: number): boolean {
  if (!/^(?: {4}|\t)\s*\S/.test(lines[at]!) || (at > 0 && lines[at - 1]!.trim() !== ''))
    return false;
  let before = at - 1;
  while (before >= 0 && lines[before]!.trim() === '') before -= 1;
  return before >= 0 && !/^\s|^([-*+]|\d+[.)])\s/.test(lines[before]!);
}

function endOfIndented(lines: string[], from: number): number {
  let end = from;
  for (let i = from; i < lines.length && /^(?: {4}|\t|\s*$)/.test(lines[i]!); i += 1) {
    if (lines[i]!.trim() !== '') end = i + 1;
  }
  return end;
}

/** As `markdownParts`, but returns one list of blocks with headings in bold. */
export function markdownBlocks(markdown: string, rules: FenceRules): Block[] {
  return flattenParts(markdownParts(markdown, rules));
}

/** A heading that says no more than the code below it. */
const exampleHeading = /^(?:an? |usage )?examples?:?$/i;

/**
 * Returns parts as one list of blocks, with each heading in bold before its text. Code shows by
 * itself that it is an example.
 */
export function flattenParts(parts: DocPart[]): Block[] {
  const blocks: Block[] = [];
  for (const part of parts) {
    const isBare = part.blocks[0]?.kind === 'code' && exampleHeading.test(part.heading);
    if (part.heading && !isBare) pushText(blocks, `**${part.heading}**`);
    pushBlocks(blocks, part.blocks);
  }
  return blocks;
}

/** Adds blocks. Text joins text before it. */
export function pushBlocks(blocks: Block[], more: readonly Block[]): void {
  for (const block of more) {
    if (block.kind === 'text') pushText(blocks, block.text);
    else blocks.push(block);
  }
}

/** Adds text. If the last block is text, adds a paragraph to it. */
export function pushText(blocks: Block[], text: string): void {
  const visible = text.includes('<!--') ? text.replace(/<!--[\s\S]*?(?:-->|$)/g, '') : text;
  const trimmed = visible.replace(/^\s*\n/, '').trimEnd();
  if (trimmed.trim() === '') return;
  const last = blocks.at(-1);
  if (last?.kind === 'text') last.text += `\n\n${trimmed}`;
  else blocks.push({ kind: 'text', text: trimmed });
}

function closingFence(lines: string[], from: number, marker: string): number {
  for (let i = from; i < lines.length; i += 1) {
    const line = lines[i]!.trim();
    if (line.startsWith(marker) && /^[`~]+$/.test(line)) return i;
  }
  return lines.length;
}

function pushCode(
  blocks: Block[],
  info: string,
  { lines, rules }: { lines: string[]; rules: FenceRules },
): void {
  const name = info.trim();
  const language =
    name === ''
      ? rules.fallback
      : (rules.language?.(name) ?? /^[\w+#.-]*/.exec(name)![0].toLowerCase());
  const raw = dedent(lines).join('\n').trimEnd();
  const code = rules.code ? rules.code(raw, language) : raw;
  if (code.trim() !== '') blocks.push({ kind: 'code', language, code });
}

/** Returns the text of a tag on one line, or its lines for an item if it has a list. */
export function itemText(text: string): string {
  const [first = '', ...more] = text.split('\n');
  if (!more.some((line) => /^\s*(?:[*-]|\d+\.)\s/.test(line))) return oneLine(text);
  return [first, ...dedent(more).map((line) => (line.trim() === '' ? '' : `  ${line}`))].join('\n');
}

/** Returns Markdown after `change` of its text outside of fences and code spans. The text can have several lines. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return outsideFences(markdown, (text) => outsideSpans(text, change));
}
