import { decodeEntities } from '../entities.ts';
import { FenceTracker } from '../fences.ts';
import { indentOf, withoutMargin } from '../indentation.ts';

/** Maximum number of lines of the root element, and of those before it. */
const mostHead = 30;
const root = /<topic\b([^<>]{0,2000})>/;
const chapter = /^\s*<chapter\b([^<>]{0,500})>\s*$/;
const chapterEnd = /^\s*<\/chapter>\s*$/;
const longestLine = 10_000;
const codeEnd = /<\/code-block>/;
const codeStart = /<code-block\b(?![^<>]*\/>)/;

/**
 * Reads a topic of Writerside that is written with elements only, in a file such as `saw.topic`. Its chapters become headings. The lines
 * lose their indentation, which would make code of them. Returns undefined for any other document. A library of parts has no lines.
 */
export function readSemanticTopic(
  lines: readonly string[],
): { title?: string; lines: string[] } | undefined {
  if (!lines[0]?.startsWith('<?xml')) return undefined;
  const head = lines.slice(0, mostHead).join('\n');
  const found = root.exec(head);
  if (!found) return undefined;
  const attributes = found[1]!;
  const title = valueOf(attributes, 'title');
  const first = head.slice(0, found.index + attributes.length).split('\n').length;
  const isLibrary = /\bis-library="true"/.test(attributes);
  const body = isLibrary ? [] : topicLines(lines.slice(first));
  return { lines: body, ...(title !== undefined && { title }) };
}

/** The marks around code without references such as `&lt;`, each on the line of a tag. */
const codeMarks = /(?<=^\s*<code-block\b[^<>]{0,300}>)(?=<!\[CDATA\[)|(?<=\]\]>)(?=<\/code-block>)/;

/** The first and the last line of a page that starts a part of the documentation. */
const startingPage = /^\s*<(\/?)section-starting-page\b/;
const mostStartingLines = 1_000;
const longestStartingPage = 50_000;
/** What such a page shows: the text of the page, titles of groups, and links. */
const startingParts =
  /<description>([^]{1,1000}?)<\/description>|<title>([^<>]{1,200})<\/title>|<(a|card)\s([^<>]{0,1000}?)(?:\/>|>([^<>]{0,300})<\/\3>)/g;

/** Returns lines with Markdown in place of a starting page: its links are a list, with their summaries. */
function withStartingPage(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => startingPage.exec(line)?.[1] === '');
  if (start === -1) return lines;
  const rest = lines.slice(start, start + mostStartingLines);
  const length = rest.findIndex((line) => startingPage.exec(line)?.[1] === '/');
  if (length === -1) return lines;
  const page = rest.slice(0, length).join('\n').slice(0, longestStartingPage);
  const shown = [...page.matchAll(startingParts)].flatMap(
    ([, description, title, , attributes = '', text = '']) => {
      if (description !== undefined) return ['', ...description.split('\n'), ''];
      return title === undefined ? startingLink(attributes, text) : ['', `**${title}**`, ''];
    },
  );
  return [...lines.slice(0, start), ...shown, ...lines.slice(start + length + 1)];
}

function startingLink(attributes: string, text: string): string[] {
  const shown = [text.replaceAll(/\s+/g, ' ').trim(), valueOf(attributes, 'summary') ?? ''];
  const line = shown.filter(Boolean).join(': ');
  return line === '' ? [] : [`- ${line}`];
}

/** Returns lines of elements without the indentation that would make code of them, and with headings in place of chapters. */
export function topicLines(written: readonly string[]): string[] {
  const lines = withStartingPage(written).flatMap((line) =>
    line.slice(0, longestLine).split(codeMarks),
  );
  const fences = new FenceTracker();
  let level = 1;
  let margin = 0;
  let isCode = false;
  return lines.flatMap((line) => {
    const { inside } = fences;
    const isFenced = fences.advance(line);
    if (isFenced && !inside) margin = indentOf(line);
    if (isFenced) return [withoutMargin(line, margin)];
    const wasCode = isCode;
    isCode = codeStart.test(line) || (isCode && !codeEnd.test(line));
    if (wasCode && isCode) return [line];
    if (chapterEnd.test(line)) level = Math.max(1, level - 1);
    const [, attributes] = chapter.exec(line) ?? [];
    if (attributes === undefined) return [chapterEnd.test(line) ? '' : line.trimStart()];
    level += 1;
    return ['', headingOf(attributes, level), ''];
  });
}

function headingOf(attributes: string, level: number): string {
  const id = valueOf(attributes, 'id');
  const anchor = id === undefined ? '' : ` {#${id}}`;
  return `${'#'.repeat(Math.min(level, 6))} ${valueOf(attributes, 'title') ?? ''}${anchor}`;
}

function valueOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]{1,300})"`).exec(attributes)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
}
