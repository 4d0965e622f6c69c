import { FenceTracker } from '../../documents/fences.ts';

/** A page that an llms.txt lists. */
export interface IndexEntry {
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

// Matches "- [Title](https://example.org/page.md): description". The description is not used.
const entry = /^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s+\[([^\]]{1,300})\]\(\s*<?([^\s<>()]{1,2000})/;

/** Reads an llms.txt. Never throws: a text without links is an index without entries. */
export function readIndex(text: string): LlmsIndex {
  const entries: IndexEntry[] = [];
  const prose: string[] = [];
  const fences = new FenceTracker();
  for (const line of text.split(/\r?\n/)) {
    const [, title, href] = (!fences.advance(line) && entry.exec(line.slice(0, 4000))) || [];
    if (title === undefined || href === undefined) prose.push(line);
    else if (entries.length < maxEntries) entries.push({ title: plain(title), href });
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
    .replace(/\s+/g, ' ')
    .trim();
}
