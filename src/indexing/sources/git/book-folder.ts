/** The configuration of a repository that is a book of mdBook. */
export const bookName = 'book.toml';

/** Returns the folder with the text of a book by its `book.toml`: `src` of the table `[book]`, or `src`. Undefined if the text lies at the root. */
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
