import { FenceTracker } from '../../documents/fences.ts';

/** A page that an llms.txt lists. */
export interface IndexEntry {
  /** '' if the list has only the address. */
  title: string;
  /** The link as written. */
  href: string;
}

/** An llms.txt as https://llmstxt.org describes it: a title, a summary, prose, and lists of links. */
export interface LlmsIndex {
  title: string;
  description: string;
  entries: IndexEntry[];
  /** The file without its link lists. */
  prose: string;
}

const maxEntries = 100_000;

const item = /^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s+/.source;
// Matches "- [Title](https://example.org/page.md): description". The description is not used. Titles may contain brackets,
// and addresses parentheses, as in "view/padding(_:_:)".
const title = /\[((?:[^[\]\\]|\\.|\[[^[\]]{0,100}\]){1,300})\]/.source;
const address = /(?:<([^<>]{1,2000})>|((?:[^\s<>()]|\([^\s<>()]{0,500}\)){1,2000}))/.source;
const link = new RegExp(`${item}(?:\\*\\*|__)?${title}\\(\\s*${address}`);
// Matches "- Title: https://example.org/page", the title and its colon in bold or not, and an address alone.
const bareLink = new RegExp(
  `${item}(?:\\**([^*<>()[\\]]{1,300}?)\\**[:：]\\**\\s*)?(?:<(https?://[^\\s<>]{1,2000})>|(https?://[^\\s<>]{1,2000}))\\s*$`,
);

/**
 * Reads an llms.txt. In one without links of Markdown, the entries are items that end with an address. Never throws: a text
 * without links is an index without entries.
 */
export function readIndex(text: string): LlmsIndex {
  const index = readEntries(text, link);
  return index.entries.length > 0 ? index : readEntries(text, bareLink);
}

function readEntries(text: string, entry: RegExp): LlmsIndex {
  const entries: IndexEntry[] = [];
  const prose: string[] = [];
  const fences = new FenceTracker();
  for (const line of text.split(/\r?\n/)) {
    const found = fences.advance(line) ? null : entry.exec(line.slice(0, 4000));
    const href = found?.[2] ?? found?.[3];
    if (href === undefined) prose.push(line);
    else if (entries.length < maxEntries) entries.push({ title: plain(found?.[1] ?? ''), href });
  }
  return {
    title: heading(prose),
    description: summary(prose),
    entries,
    prose: withoutEmptySections(prose),
  };
}

function heading(lines: readonly string[]): string {
  const line = lines.find((candidate) => /^#\s/.test(candidate));
  return plain(line?.slice(1, 300) ?? '');
}

function summary(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.startsWith('>'));
  if (first === -1) return '';
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('>'));
  const quoted = lines.slice(first, end === -1 ? undefined : end);
  return quoted
    .map((line) => line.replace(/^>\s?/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500);
}

/** Removes the headings whose lists were removed. */
function withoutEmptySections(lines: readonly string[]): string {
  const kept: string[] = [];
  let below = '';
  for (const line of lines.toReversed()) {
    const empty = /^#{2,6}\s/.test(line) && /^(#{1,6}\s|$)/.test(below);
    if (empty) continue;
    kept.push(line);
    if (line.trim() !== '') below = line;
  }
  return kept
    .reverse()
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function plain(markdown: string): string {
  return markdown
    .replace(/[*`_]{1,3}(\S.{0,300}?)[*`_]{1,3}/g, '$1')
    .replace(/\\([\\[\]])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
