import { decodeEntities } from '../../documents/entities.ts';

const maxLines = 200;
const maxLineLength = 2_000;
/** Maximum number of paragraphs on other subjects before the description. */
const maxSkipped = 3;
const minSentence = 20;
const maxSentence = 300;

/** Headings that do not name the project. */
const general =
  /^(?:readme|introduction|overview|welcome|about|home|documentation|docs|getting started|quick ?start|install(?:ation|ing)?|usage|features|news|donations?|sponsors?|supports?|backers|licen[cs]e|contributing|table of contents|contents|what is this)$/i;
/** Sentences about the repository, its website or its reader. */
const besides =
  /^(?:["'[(]|https?:|[^.]{0,100}\bof this (?:website|site|repository|repo)\b|(?:this|the) (?:repo|repository|website|site|directory|folder|package's)\b|this is the (?:home|source|repo)|source code (?:for|of)|welcome|if you|once you|to (?:all|get|install)|add |install |read |see |note|click|looking|thank|please|visit|push |clone |we(?:'re| are)\b|start )|licensed under/i;

/** A comment of HTML, such as a license at the start. One without an end goes to the end of the text. */
const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** A row of links, such as `Guide | Rules | Chat`. */
const menu = /^(?:[^|·•]{1,60}[|·•]){3}|^[\w ]{1,40}:(?:[^.-]{1,40} - ){2}/;

/** Returns the first heading of a README in Markdown, reStructuredText or AsciiDoc, and its first sentence. Pure. */
export function readReadme(text: string): { title?: string; description?: string } {
  const read = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, maxLines)
    .map((line) => line.slice(0, maxLineLength))
    .join('\n');
  const lines = read.replace(comment, '').split('\n');
  const { title, after } = firstHeading(lines);
  const description = firstSentence(lines.slice(after));
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

function firstHeading(lines: string[]): { title?: string; after: number } {
  let fence = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (fence) continue;
    const title = headingAt(lines, at);
    if (title === '') continue;
    if (general.test(title)) return { after: at + 1 };
    // The header of an AsciiDoc document, with authors and attributes, ends at an empty line.
    const empty = /^=\s/.test(lines[at]!) ? lines.indexOf('', at) : -1;
    return { title, after: empty === -1 ? at + 1 : empty };
  }
  return { after: 0 };
}

/** Returns the heading on a line; '' if the line is none. */
function headingAt(lines: string[], at: number): string {
  const line = lines[at]!;
  const found =
    /^#\s+(.+)$/.exec(line)?.[1]?.replace(/\s#+\s*$/, '') ??
    /^={1,2}\s+(.+)$/.exec(line)?.[1] ??
    /<h1\b[^>]*>(.+?)<\/h1>/i.exec(line)?.[1] ??
    (isUnderline(lines[at + 1]) && /^\S/.test(line) && !isUnderline(line) ? line : '');
  return plain(found)
    .replace(/\p{Extended_Pictographic}|\u200D|\uFE0F/gu, '')
    .replace(/^\s*(?:welcome to|what is)\s+(?:the )?/i, '')
    .replace(/(?:\s+project)?[!?]$/i, '')
    .replace(/[\s·|:–—-]+$/, '')
    .trim();
}

function isUnderline(line: string | undefined): boolean {
  return line !== undefined && /^(?:={3,}|-{3,}|\*{3,})\s*$/.test(line);
}

/** Returns the first sentence of the first paragraph of prose. */
function firstSentence(lines: string[]): string | undefined {
  let paragraph: string[] = [];
  let prose = 0;
  let fence = false;
  for (const line of [...lines, '']) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (fence) continue;
    if (line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    const sentence = proseIn(paragraph);
    if (typeof sentence === 'string') return sentence;
    if (sentence.isProse && (prose += 1) >= maxSkipped) return undefined;
    paragraph = [];
  }
  return undefined;
}

/** Returns the first sentence of a paragraph that describes a project, or whether it is prose at all. */
function proseIn(paragraph: string[]): string | { isProse: boolean } {
  const [first = ''] = paragraph;
  // Lists, headings, tables, directives, comments, attributes, indented code.
  if (/^(?:\s{4,}|\s*(?:[#=|:!]|\.\.|\/\/|[-*+]\s|\d+[.)]\s|\[!|---))/.test(first))
    return { isProse: false };
  const text = plain(paragraph.join(' ').replace(/^\s*>\s?/, ''));
  const words = text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
  if (text.length < minSentence || words < 4) return { isProse: false };
  if (besides.test(text) || menu.test(text)) return { isProse: false };
  const [sentence = text] = /^.{1,300}?[.!?](?=\s|$)/.exec(text) ?? [];
  const chosen = sentence.length >= minSentence ? sentence : text;
  return chosen.slice(0, maxSentence).replace(/:$/, '.').trim();
}

/** Removes images, links, tags and emphasis. Each expression reads in linear time. */
function plain(text: string): string {
  const withoutMarkup = text
    .replace(/\[!\[[^\]]{0,200}\]\([^)\s]{0,500}\)\]\([^)\s]{0,500}\)/g, ' ')
    .replace(/!\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])/g, ' ')
    .replace(/\bimage:\S{1,500}?\[[^\]]{0,500}\]/g, ' ')
    .replace(/\[([^\]]{1,200})\](?:\([^)]{0,500}\)|\[[^\]]{0,200}\])/g, '$1')
    .replace(/`([^`<]{1,200})\s<[^>]{1,500}>`__?/g, '$1')
    .replace(/\{[\w-]{1,60}\}(?:\[([^\]]{0,200})\])?/g, '$1')
    .replace(/(?:https?|link):\S{0,500}\[([^\]]{0,200})\]/g, '$1')
    .replace(/<\/?[a-z][^>]{0,500}>/gi, ' ');
  return decodeEntities(withoutMarkup)
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+([.,;:!?])(?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
