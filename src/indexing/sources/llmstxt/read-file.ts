import type { SourceDocument } from '../../documents/document.ts';
import { contentHash } from '../content-hash.ts';
import { pagePaths } from './page-paths.ts';
import { readIndex, type IndexEntry, type LlmsIndex } from './read-index.ts';
import { splitPages } from './split-pages.ts';

/** An llms.txt as a source reads it. */
export interface LlmsFile {
  title: string;
  description: string;
  /** The pages that it lists; absent for a file that holds its pages itself. */
  listed?: IndexEntry[];
  /** The pages that it holds; of a list, its own text where that is worth a document. */
  documents: SourceDocument[];
}

// Below this an index has no text of its own beyond its title and summary.
const minProse = 400;

/** The text of an llms.txt and where it is; `whole` says that the pages it may list are not wanted. */
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

/** By its name, or where that says nothing, when links are more than a fifth of it. */
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
    hash: contentHash(page.text),
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
