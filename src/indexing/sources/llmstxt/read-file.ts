import type { SourceDocument } from '../../documents/document.ts';
import { contentHash } from '../content-hash.ts';
import { pagePaths } from './page-paths.ts';
import { readIndex, type IndexEntry, type LlmsIndex } from './read-index.ts';
import { splitPages } from './split-pages.ts';

/** The content of an llms.txt. */
export interface LlmsFile {
  title: string;
  description: string;
  /** The pages that it lists; absent for a file that contains its pages. */
  listed?: IndexEntry[];
  /**
   * The pages that it contains. For a list, its own text, if that is long enough for a document.
   */
  documents: SourceDocument[];
}

// Minimum characters of a list's own text. A shorter text adds nothing to the title and summary.
const minProse = 400;

/** The text of an llms.txt and its URL. `whole` means to ignore the pages that it lists. */
export interface LlmsText {
  url: string;
  text: string;
  whole: boolean;
}

/** Reads an llms.txt, llms-full.txt or llms-small.txt. Pure. */
export function readLlmsFile({ url, text, whole }: LlmsText): LlmsFile {
  const at = new URL(url);
  const index = readIndex(text);
  const { title, description, entries, prose } = index;
  if (whole || !isIndex(at, text, index))
    return { title, description, documents: wholeFile(at, text) };
  const documents = prose.length >= minProse ? [ownText(at, index)] : [];
  return { title, description, listed: entries, documents };
}

/** Returns whether a file is a list: by its name, or else if links are more than a fifth of it. */
function isIndex(url: URL, text: string, { entries, prose }: LlmsIndex): boolean {
  if (entries.length === 0 || /llms[-_.](full|small|medium|ctx)/i.test(url.pathname)) return false;
  return prose.length < text.length * 0.8;
}

function wholeFile(url: URL, text: string): SourceDocument[] {
  const pages = splitPages(text);
  const paths = pagePaths(url, pages);
  return pages.map((page, index) => ({
    path: paths[index] ?? url.href,
    format: 'markdown',
    content: page.text,
    hash: contentHash(`${page.title}\n${page.text}`),
    ...(page.title && { title: page.title }),
  }));
}

function ownText(url: URL, { title, prose }: LlmsIndex): SourceDocument {
  return {
    path: url.href,
    format: 'markdown',
    content: prose,
    hash: contentHash(prose),
    ...(title && { title }),
  };
}
