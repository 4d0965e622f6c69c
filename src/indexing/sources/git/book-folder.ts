import { maxConfigBytes } from './repository-config.ts';
import type { Repository, TreeEntry } from './repository.ts';
import { readSmallFiles } from './small-files.ts';

/** The configuration of a repository that is a book of mdBook. */
const bookName = 'book.toml';

/**
 * Returns the folder with the text of a book, if the repository is one: its `book.toml` at the root names it. Undefined
 * for every other repository.
 */
export async function bookFolder(
  repository: Repository,
  entries: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const entry = entries.find(({ path, kind }) => path === bookName && kind === 'file');
  if (!entry) return undefined;
  const [file] = await readSmallFiles(repository, [entry], { maxBytes: maxConfigBytes, signal });
  return file && readBookFolder(file.content.toString('utf8'));
}

/** Reads `src` of the table `[book]`; `src` is the default. Undefined if the text lies at the root. */
export function readBookFolder(toml: string): string | undefined {
  let table = '';
  let folder = 'src';
  for (const line of toml.split('\n')) {
    const text = line.slice(0, 300).trim();
    table = /^\[([\w.-]+)\]/.exec(text)?.[1] ?? table;
    const value = /^src\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
    if (table === 'book' && value) folder = value[1] ?? value[2] ?? '';
  }
  const path = folder.replace(/^(?:\.?\/)+|\/+$/g, '');
  return path === '' || path === '.' || path.startsWith('..') ? undefined : path;
}
