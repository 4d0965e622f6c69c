import type { LibrarySummary } from '../library-status.ts';
import { plural } from '../../base/plural.ts';
import { formatLibraryId } from '../../search/library-id.ts';
import { oneLine } from '../../search/inert-text.ts';
import type { LibraryResult, LibrarySearchResponse } from '../../search/libraries.ts';

const filterNote =
  '**Note:** The results are limited to the libraries that your teamspace allows; others may be missing.';

/** Returns the result text of resolve-library-id, in the form of Context7's tool. Clients and prompts parse its labels. */
export function searchText(response: LibrarySearchResponse): string {
  const { results, searchFilterApplied, requestedVersion } = response;
  return [
    'Available Libraries:',
    ...(searchFilterApplied ? [filterNote] : []),
    ...(requestedVersion === undefined ? [] : [versionNote(requestedVersion)]),
    results.map(resultBlock).join('\n----------\n'),
  ].join('\n\n');
}

function versionNote(version: string): string {
  return `**Note:** The name asks for version ${version}. Use it only if it is among the versions of the library.`;
}

function resultBlock(library: LibraryResult): string {
  const { title, id, description, totalSnippets, trustScore, benchmarkScore } = library;
  const { versions, projectVersion } = library;
  return [
    `- Title: ${value(title)}`,
    `- Context7-compatible library ID: ${id}`,
    `- Description: ${value(description)}`,
    `- Code Snippets: ${totalSnippets}`,
    `- Source Reputation: ${reputation(trustScore)}`,
    ...(benchmarkScore > 0 ? [`- Benchmark Score: ${benchmarkScore}`] : []),
    ...(projectVersion === undefined
      ? []
      : [`- Version in your project: ${value(projectVersion)} (answers without a version use it)`]),
    ...(versions.length > 0 ? [`- Versions: ${versions.map(value).join(', ')}`] : []),
  ].join('\n');
}

/** Trust scores are from 0 to 10; an unknown score is negative. */
function reputation(trustScore: number): string {
  if (trustScore >= 7) return 'High';
  if (trustScore >= 4) return 'Medium';
  return trustScore >= 0 ? 'Low' : 'Unknown';
}

/** Lists all libraries, one per line. */
export function listText(libraries: LibrarySummary[]): string {
  if (libraries.length === 0) return 'There are no libraries yet.';
  return libraries
    .map(({ id, state, totalSnippets, versions, lastUpdateDate }) => {
      const named = versions.map(({ name }) => name).filter((name) => name !== '');
      return [
        `- ${id}: ${state}`,
        plural(totalSnippets, 'snippet'),
        ...(named.length > 0 ? [`versions ${named.map(value).join(', ')}`] : []),
        ...(lastUpdateDate ? [`updated ${lastUpdateDate}`] : []),
      ].join(', ');
    })
    .join('\n');
}

/** Lists active, queued and failed libraries. */
export function statusText(libraries: LibrarySummary[]): string {
  const counted = plural(libraries.length, 'library', 'libraries');
  const isBusy = ({ queued, state }: LibrarySummary): boolean => queued || state === 'processing';
  const busy = libraries.filter(isBusy);
  const failed = libraries.filter((library) => library.state === 'error' && !isBusy(library));
  const rest = `${counted}: ${busy.length} running or waiting, ${failed.length} failed.`;
  return [rest, ...[...busy, ...failed].map(statusLine)].join('\n');
}

/** Returns a library's state in one line. */
export function statusLine({ id, state, message, run, queued, failures }: LibrarySummary): string {
  const of = run?.total ? ` of ${run.total}` : '';
  const far =
    run?.phase === 'embedding'
      ? `${run.embeddedPercent ?? 0} %`
      : `${run?.documents ?? 0}${of} documents`;
  const progress = state === 'processing' && run ? ` (${run.phase}, ${far})` : '';
  const again = failures > 1 ? ` ${failures} failed runs in a row.` : '';
  return `- ${id}: ${queued ? 'queued' : state}${progress}. ${value(message).replace(/\.?$/, '.')}${again}`;
}

/** Returns an overview of a library as Markdown. */
export function overviewText(library: LibrarySummary): string {
  const { id, title, description, sourceType, state, totalSnippets, totalTokens } = library;
  const versions = library.versions.map(
    ({ name, snippets, updatedAt }) =>
      `| ${name === '' ? '(default)' : cell(name)} | ${cell(formatLibraryId({ id, version: name }))} | ${snippets} | ${updatedAt} |`,
  );
  return [
    `# ${value(title)}`,
    ...(description === '' ? [] : [value(description)]),
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

/** A label inside a value that looks like a field of a result. */
const label =
  /(?:Context7-compatible library ID|- (?:Title|Description|Code Snippets|Source Reputation|Benchmark Score|Versions|Library ID|Source|State|Snippets|Last update))(?=\s{0,5}:)/gi;

/** Escapes titles, descriptions and versions from sources, so that none looks like another field or another library. */
function value(text: string): string {
  return oneLine(text)
    .replaceAll(/-{10,}/g, '---')
    .replaceAll(label, (found) => `${found}\\`);
}

/** Escapes a value for a table cell. */
function cell(text: string): string {
  return value(text).replaceAll('|', '\\|');
}
