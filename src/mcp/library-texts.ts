import type { LibrarySummary } from '../api/library-status.ts';
import type { LibraryResult, LibrarySearchResponse } from '../search/libraries.ts';

const filterNote =
  '**Note:** The results are limited to the libraries that your teamspace allows; others may be missing.';

/** The result text of resolve-library-id (contract 8), which clients and prompts read by its labels. */
export function searchText({ results, searchFilterApplied }: LibrarySearchResponse): string {
  const blocks = results.map(resultBlock).join('\n----------\n');
  return ['Available Libraries:', ...(searchFilterApplied ? [filterNote] : []), blocks].join(
    '\n\n',
  );
}

function resultBlock(library: LibraryResult): string {
  const { title, id, description, totalSnippets, trustScore, benchmarkScore, versions } = library;
  return [
    `- Title: ${oneLine(title)}`,
    `- Context7-compatible library ID: ${id}`,
    `- Description: ${oneLine(description)}`,
    `- Code Snippets: ${totalSnippets}`,
    `- Source Reputation: ${reputation(trustScore)}`,
    ...(benchmarkScore > 0 ? [`- Benchmark Score: ${benchmarkScore}`] : []),
    ...(versions.length > 0 ? [`- Versions: ${versions.join(', ')}`] : []),
  ].join('\n');
}

/** Trust scores are 0 to 10; one that is not known is negative. */
function reputation(trustScore: number): string {
  if (trustScore >= 7) return 'High';
  if (trustScore >= 4) return 'Medium';
  return trustScore >= 0 ? 'Low' : 'Unknown';
}

/** All libraries, a line each. */
export function listText(libraries: LibrarySummary[]): string {
  if (libraries.length === 0) return 'There are no libraries yet.';
  return libraries
    .map(({ id, state, totalSnippets, versions, lastUpdateDate }) => {
      const named = versions.map(({ name }) => name).filter((name) => name !== '');
      return [
        `- ${id}: ${state}`,
        `${totalSnippets} snippets`,
        ...(named.length > 0 ? [`versions ${named.join(', ')}`] : []),
        ...(lastUpdateDate ? [`updated ${lastUpdateDate}`] : []),
      ].join(', ');
    })
    .join('\n');
}

/** What runs, waits and failed. */
export function statusText(libraries: LibrarySummary[]): string {
  const counted = `${libraries.length} libraries`;
  const busy = libraries.filter(({ queued, state }) => queued || state === 'processing');
  const failed = libraries.filter(({ state }) => state === 'error');
  const rest = `${counted}: ${busy.length} running or waiting, ${failed.length} failed.`;
  return [rest, ...[...busy, ...failed].map(statusLine)].join('\n');
}

/** A library's state in a line. */
export function statusLine({ id, state, message, run, queued, failures }: LibrarySummary): string {
  const of = run?.total ? ` of ${run.total}` : '';
  const progress =
    state === 'processing' && run ? ` (${run.phase}, ${run.documents}${of} documents)` : '';
  const again = failures > 0 ? ` ${failures} failed runs in a row.` : '';
  return `- ${id}: ${queued ? 'queued' : state}${progress}. ${oneLine(message).replace(/\.?$/, '.')}${again}`;
}

/** What there is to know of a library before asking it, as Markdown. */
export function overviewText(library: LibrarySummary): string {
  const { id, title, description, sourceType, state, totalSnippets, totalTokens } = library;
  const versions = library.versions.map(
    ({ name, snippets, updatedAt }) =>
      `| ${name === '' ? '(default)' : name} | ${name === '' ? id : `${id}/${name}`} | ${snippets} | ${updatedAt} |`,
  );
  return [
    `# ${oneLine(title)}`,
    ...(description === '' ? [] : [oneLine(description)]),
    [
      `- Library ID: ${id}`,
      `- Source: ${sourceType}`,
      `- State: ${state}`,
      `- Snippets: ${totalSnippets} (${totalTokens} tokens)`,
      ...(library.lastUpdateDate ? [`- Last update: ${library.lastUpdateDate}`] : []),
    ].join('\n'),
    ...(versions.length === 0
      ? []
      : [
          ['| Version | Library ID | Snippets | Updated |', '|---|---|---|---|', ...versions].join(
            '\n',
          ),
        ]),
  ].join('\n\n');
}

/** Titles and descriptions come from the sources: a line break in one would forge a field of another library. */
function oneLine(text: string): string {
  return text.split(/\s+/).join(' ').trim();
}
