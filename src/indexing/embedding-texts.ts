import { createHash } from 'node:crypto';
import { inPageOrder, type Snippet } from '../store/snippet.ts';
import type { CountTokens } from '../models/embedder.ts';

/** Maximum number of parts of a snippet that get a vector. The rest is found by full-text search only. */
const maxParts = 8;
/**
 * Maximum tokens of one part, even if the model can read more. Vectors of 128 tokens are more precise than vectors of 256
 * (`npm run eval`, dense list alone: MRR@10 .60 against .58), and cost the same per token.
 */
const partTokens = 128;
/** Number of tokens that a model adds to a text. */
const special = 2;
/** Maximum share of the window for the head, so that a long title leaves room for the text. */
const headShare = 0.4;
/** Characters to read for each token of the window: more than any model reads. */
const charsPerToken = 8;

/**
 * Returns the texts whose vectors represent a snippet: parts of description, content and code, without the addresses of links.
 * Each begins with title and breadcrumb, because a part means little without them. Title and breadcrumb alone are a text only if there is nothing else: a
 * further vector for them made no answer better (ADR 3). Never empty.
 */
export function embeddingTexts(
  snippet: Snippet,
  countModelTokens: CountTokens,
  window: number,
): string[] {
  const size = Math.min(window, partTokens);
  const measure = { count: countModelTokens, chars: size * charsPerToken };
  const room = Math.max(1, size - special);
  const head = pieces(headOf(snippet), Math.max(1, Math.floor(room * headShare)), measure)[0] ?? '';
  const ordered = inPageOrder(snippet).map((part) =>
    typeof part === 'string' ? wordsOf(part) : part.code,
  );
  const body = [...ordered, wordsOf(snippet.content)]
    .filter((text) => text.trim() !== '')
    .join('\n');
  const parts = pieces(body, Math.max(1, room - countModelTokens(head)), measure);
  if (parts.length === 0) return [head.toWellFormed()];
  return parts.map((part) => (head === '' ? part : `${head}\n${part}`).toWellFormed());
}

/** The address of a link or of a picture behind its text. */
const address = /!?\[([^[\]]{0,300})\]\([^()\s]{1,500}(?:\([^()\s]{0,100}\)[^()\s]{0,100})?\)/g;
/** The line below the head of a table. */
const tableRule = /^(?:[ \t]*\|)?(?:[ \t]*:?-{2,}:?[ \t]*(?:\||$))+[ \t]*$/gm;

/** Returns the text of Markdown without what says nothing: the addresses of links, and the lines below the heads of tables. */
function wordsOf(markdown: string): string {
  return markdown.replace(tableRule, '').replace(address, '$1');
}

/** Returns a hash of texts (32 hex characters). Texts with an equal hash are not embedded again. */
export function embeddingHash(texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}

function headOf({ title, breadcrumb, pageTitle }: Snippet): string {
  const trail = breadcrumb.length > 0 ? breadcrumb : [pageTitle];
  const rest = trail.filter((heading) => heading !== title && heading !== '');
  return [title, rest.join(' > ')].filter((text) => text !== '').join('\n');
}

interface Measure {
  count: CountTokens;
  /** Characters to read for one piece. */
  chars: number;
}

/** Splits a text at line ends, or within a line that is too long, into pieces of at most `room` tokens. */
function pieces(text: string, room: number, measure: Measure): string[] {
  const found: string[] = [];
  let lines: string[] = [];
  let used = 0;
  const flush = (): void => {
    if (lines.length > 0) found.push(lines.join('\n'));
    [lines, used] = [[], 0];
  };
  for (const line of text.slice(0, measure.chars * maxParts).split('\n')) {
    for (const piece of fitting(line.trimEnd(), room, measure)) {
      if (found.length >= maxParts) return found;
      if (used + piece.tokens > room) flush();
      lines.push(piece.text);
      used += piece.tokens;
    }
  }
  flush();
  return found;
}

/** Returns the line if it fits. Otherwise halves it near a space until each part fits. */
function fitting(line: string, room: number, measure: Measure): { text: string; tokens: number }[] {
  const tokens = line.trim() === '' ? 0 : measure.count(line);
  if (tokens === 0) return [];
  if (tokens <= room || line.length < 2) return [{ text: line, tokens }];
  const middle = Math.ceil(line.length / 2);
  const space = line.lastIndexOf(' ', middle);
  const at = space > line.length / 4 ? space : middle;
  return [line.slice(0, at), line.slice(at)].flatMap((half) => fitting(half, room, measure));
}
