import { createClient, type ClientOptions } from '../client/client.ts';
import { fetchLibraries } from './library-view.ts';
import { formatCount, formatTable, printJson, printLine } from './output.ts';

/** `lectern list`: prints one library per line. */
export async function list(options: ClientOptions & { json?: boolean }): Promise<void> {
  const libraries = await fetchLibraries(createClient(options));
  if (options.json) {
    printJson(libraries);
    return;
  }
  if (libraries.length === 0) {
    printLine('No libraries yet. Add one: lectern add https://github.com/owner/repo');
    return;
  }
  const rows = libraries.map(({ id, title, state, totalSnippets, versions, lastUpdateDate }) => [
    id,
    title,
    state,
    formatCount(totalSnippets),
    lastUpdateDate?.slice(0, 16).replace('T', ' ') ?? '-',
    // The last column, so that many versions of one library do not widen the rows of all.
    versions
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', ') || '-',
  ]);
  printLine(formatTable(['ID', 'TITLE', 'STATE', 'SNIPPETS', 'UPDATED (UTC)', 'VERSIONS'], rows));
}
