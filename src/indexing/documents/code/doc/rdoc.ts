import { escapeText } from 'entities';
import { codeSpan } from '../../block-tags.ts';
import { dedent, endOfDeeper, indentOf } from '../../indentation.ts';
import { htmlToMarkdown } from './html-text.ts';

const fence = /^\s*(```+|~~~+)/;
const bullet = /^(?:[*-]|\d{1,3}\.|[a-z]\.)[ \t]+(?=\S)/i;
/** A labeled item: `[label] text`, or `label:: text`. */
const label =
  /^(?:\[([^\]\n]{1,120})\](?:[ \t]+(?=\S)|$)|(\S(?:[^\n:]|:(?!:)){0,80})::(?:[ \t]+(?=\S)|$))/;
const heading = /^(={1,6})[ \t]*([^=\s].*)$/;

/**
 * Converts the blocks of RDoc to Markdown: headings, lists with labels, and indented code as fences. Text in Markdown stays
 * as it is, because YARD shows both and a comment seldom says which it has.
 */
export function rdocToMarkdown(text: string): string {
  const lines = text.split('\n');
  const out: string[] = [];
  const items: Item[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const end = fence.test(line) ? endOfFence(lines, at) : endOfCode(lines, at, items);
    if (end > at) {
      const code = dedent(lines.slice(at, end));
      out.push(...(fence.test(line) ? code : ['', `\`\`\`${languageOf(code)}`, ...code, '```']));
      at = end - 1;
    } else {
      out.push(textLine(lines, at, items));
    }
  }
  return out.join('\n');
}

function endOfFence(lines: string[], at: number): number {
  const [, marker = ''] = fence.exec(lines[at]!) ?? [];
  for (let end = at + 1; end < lines.length; end += 1) {
    if (lines[end]!.trim().startsWith(marker)) return end + 1;
  }
  return lines.length;
}

/** An open item of a list: the columns of its marker and of its text. */
interface Item {
  start: number;
  text: number;
}

/** Closes the list items that a line is not part of, and returns the column of its text. */
function marginOf(lines: string[], at: number, items: Item[]): number {
  const indent = indentOf(lines[at]!);
  // A line directly below an item goes on in it, also if it is indented less than the text.
  const follows = at > 0 && lines[at - 1]!.trim() !== '' && !isItem(lines[at]!.trim());
  while (items.length > 0) {
    const { start, text } = items.at(-1)!;
    if (indent >= text || (follows && indent > 0 && indent >= start)) break;
    items.pop();
  }
  return items.at(-1)?.text ?? 0;
}

function isItem(line: string): boolean {
  return bullet.test(line) || label.test(line);
}

/** Returns where the indented code ends that begins at a line, or the line itself if it is text. */
function endOfCode(lines: string[], at: number, items: Item[]): number {
  const line = lines[at]!;
  if (line.trim() === '') return at;
  const margin = marginOf(lines, at, items);
  const extra = indentOf(line) - margin;
  if (extra <= 0 || bullet.test(line.trim())) return at;
  const before = lines[at - 1]?.trim() ?? '';
  // Text that goes on is often indented more than RDoc expects.
  const goesOn = extra < 2 || before.endsWith(',') || (items.length > 0 && !before.endsWith(':'));
  return before !== '' && goesOn ? at : endOfDeeper(lines, at + 1, margin);
}

function languageOf([first = '']: string[]): string {
  if (/^(?:[$%] |gem install |bundle |rake )/.test(first)) return 'sh';
  if (first.startsWith('<%')) return 'erb';
  if (first.startsWith('<?xml')) return 'xml';
  return /^<[!\w]/.test(first) ? 'html' : '';
}

/** Returns a line of text, with the marker and the indentation that it has in Markdown. */
function textLine(lines: string[], at: number, items: Item[]): string {
  const line = lines[at]!.trim();
  if (line === '') return '';
  const start = indentOf(lines[at]!);
  const depth = '  '.repeat(items.length);
  const [marker] = bullet.exec(line) ?? [];
  if (marker !== undefined) {
    items.push({ start, text: start + marker.length });
    return `${depth}${/^\d/.test(marker) ? marker : '- '}${line.slice(marker.length)}`;
  }
  if (start !== (items.at(-1)?.text ?? 0)) return `${depth}${line}`;
  const labeled = label.exec(line);
  if (labeled) return labeledLine(lines, at, { items, labeled });
  const title = heading.exec(line);
  if (title && items.length === 0) return `${'#'.repeat(title[1]!.length)} ${title[2]!}`;
  return /^-{3,}$/.test(line) ? '' : `${depth}${line}`;
}

/** Returns the line of a labeled item. Its text stands behind it, or below it with any indentation. */
function labeledLine(
  lines: string[],
  at: number,
  { items, labeled }: { items: Item[]; labeled: RegExpExecArray },
): string {
  const start = indentOf(lines[at]!);
  const depth = '  '.repeat(items.length);
  const name = strong((labeled[1] ?? labeled[2]!).trim());
  const about = lines[at]!.trim().slice(labeled[0].length);
  if (about !== '') {
    items.push({ start, text: start + labeled[0].length });
    return `${depth}- ${name}: ${about}`;
  }
  const next = lines.slice(at + 1, at + 4).find((line) => line.trim() !== '') ?? '';
  // A label above a list is the title of this list.
  if (indentOf(next) <= start) return `${depth}${name}\n`;
  items.push({ start, text: indentOf(next) });
  return `${depth}- ${name}`;
}

/** Returns a label in bold, or as code if it is a name. */
function strong(text: string): string {
  if (/[`+]|<(?:tt|code)>/.test(text)) return text;
  return /^:?[\w.]+[?!=]?$/.test(text) && /[:_.]/.test(text) ? codeSpan(text) : `**${text}**`;
}

const inlineRules: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/<(tt|code)>([^\n]{1,200}?)<\/\1>/gi, (_, __, code) => escapeText(codeSpan(code))],
  [
    /(?<![\w+`])\+([^\s+`](?:[^\s+`]{0,98}[^\s+`])?)\+(?![\w+])/g,
    (_, code) => escapeText(codeSpan(code)),
  ],
  // Links of RDoc: {several words}[address], word[address].
  [/\{([^{}]{1,200})\}\[([^\]\s]{1,500})\]/g, (_, words, target) => link(words, target)],
  [
    /([\w#:.?!]{1,100})\[((?:https?:|rdoc-ref:|link:|mailto:)[^\]\s]{1,500})\]/g,
    (_, word, target) => link(word, target),
  ],
  [/\b([A-Z]\w*(?:::\w+)*)@\w+(?:\+\w+)*/g, (_, name) => name],
  [/(?<![\w(:])rdoc-ref:([\w:#.?!=]{1,200}[\w?!=])/g, (_, name) => codeSpan(name)],
  // Links of YARD: {Saw#cut}, {Saw#cut words}, {file:docs/saw.md words}, {https://example.org words}.
  [
    /(?<![\w#$%\\])\{((?:[A-Z]\w*(?:::\w+)*(?:[#.][\w?!=]+)?|[#.][a-z_][\w?!=]*|file:\S{1,200}|https?:[^\s{}]{1,500})(?:\([^(){}]{0,80}\))?)(?:\s+([^{}]{1,200}))?\}/g,
    (_, target, words) => yardLink(target, words),
  ],
  [/\\(?=[A-Z#]\w)/g, () => ''],
  // Other tags are what the text is about.
  [
    /<(?!\/?(?:a|b|i|em|strong|p|br|ul|ol|li|tt|code|pre|dl|dt|dd|blockquote|del|s|u|sup|sub|h[1-6]|hr)\b|!--)/gi,
    () => '&lt;',
  ],
];

function link(words: string, target: string): string {
  if (/^(?:https?|mailto):/.test(target)) return `[${words}](${target})`;
  return /^[A-Z]\w*(?:::\w+)*(?:[#.]\w+[?!=]?)?$|^[#.]\w+$/.test(words) ? codeSpan(words) : words;
}

function yardLink(target: string, words: string | undefined): string {
  if (/^https?:/.test(target)) return words === undefined ? target : `[${words}](${target})`;
  if (words !== undefined) return words;
  return target.startsWith('file:') ? target.slice(5) : codeSpan(target);
}

/** Converts the inline markup of RDoc and the links of YARD to Markdown, outside of code spans. */
export function rdocInline(text: string): string {
  const pieces = text.split(/(`{1,3}[^`\n]{1,500}`{1,3})/);
  const written = pieces.map((piece, at) => (at % 2 === 1 ? escapeText(piece) : inlineText(piece)));
  return htmlToMarkdown(written.join(''));
}

function inlineText(text: string): string {
  let result = text;
  for (const [pattern, replace] of inlineRules) result = result.replace(pattern, replace);
  return result;
}
