import { safelyDecoded } from '../../base/http/http-url.ts';
import { splitFile, type ExpectedHeading } from './questions.ts';

/** One snippet of an answer. */
export interface ShownSnippet {
  sourceUrl: string;
  title: string;
  /** Description or content, Markdown. */
  text: string;
  code: string;
  tokens: number;
  /** 1 is the best of the whole answer. */
  rank: number;
}

/** The score of one answer. */
export interface Judged {
  /** Rank of the best snippet with an expected heading; undefined if there is none. */
  rank: number | undefined;
  /** Tokens of the snippets before it. */
  tokensBefore: number | undefined;
  /** Tokens of the whole answer. */
  tokens: number;
  /** Snippets that repeat an earlier one of the same answer. */
  duplicates: number;
}

/** Finds the first snippet with an expected heading from the expected file. `shown` must be sorted by rank. Pure. */
export function judge(shown: ShownSnippet[], expected: ExpectedHeading[], tokens: number): Judged {
  const isHit = (snippet: ShownSnippet): boolean => expected.some((one) => shows(snippet, one));
  const at = shown.findIndex(isHit);
  const before = shown.slice(0, Math.max(0, at)).reduce((sum, snippet) => sum + snippet.tokens, 0);
  return {
    rank: shown[at]?.rank,
    tokensBefore: at === -1 ? undefined : before,
    tokens,
    duplicates: shown.length - new Set(shown.map(fingerprint)).size,
  };
}

/** Returns whether a snippet has the heading in its title, or as a heading in its text. */
function shows(snippet: ShownSnippet, { file, heading }: ExpectedHeading): boolean {
  const [first, second] = splitFile(file);
  const path = second ?? first;
  // A host of an unknown kind has the file in the fragment (src/indexing/sources/git/hosts.ts).
  const [page = '', fragment = ''] = snippet.sourceUrl.split('#', 2).map(safelyDecoded);
  if (!page.endsWith(path) && fragment !== path) return false;
  const wanted = plain(heading);
  if (containsPhrase(plain(snippet.title), wanted)) return true;
  return headingLines(snippet.text).some((line) => plain(line) === wanted);
}

function headingLines(markdown: string): string[] {
  return [...markdown.matchAll(/^(?:#{1,6}\s+(.+?)|\*\*(.+?)\*\*:?)\s*$/gm)].map(
    ([, hashes, bold]) => hashes ?? bold ?? '',
  );
}

function containsPhrase(text: string, phrase: string): boolean {
  return ` ${text} `.includes(` ${phrase} `);
}

/** Returns the letters and digits of a heading in lower case, without Markdown and punctuation. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function fingerprint({ title, text, code }: ShownSnippet): string {
  return plain(`${title} ${text} ${code}`);
}
