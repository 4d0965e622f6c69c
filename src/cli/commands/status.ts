import { setTimeout as sleep } from 'node:timers/promises';
import { plural } from '../../base/plural.ts';
import type { LibraryName } from '../../resources/library-record.ts';
import { createClient, type Client, type ClientOptions } from '../client/client.ts';
import { despiteOutage } from './despite-outage.ts';
import {
  fetchLibraries,
  fetchLibrary,
  isBusy,
  notIndexed,
  type LibraryView,
} from './library-view.ts';
import { counted, formatCount, formatTable, printJson, printLine } from './output.ts';
import { progressBar, progressLine } from './progress-line.ts';

interface StatusOptions extends ClientOptions {
  json?: boolean;
  watch?: boolean;
}

const watchMs = 1_000;

/** `lectern status [library]`: shows active runs, their progress, and failures. `--watch` updates until no run is active. */
export async function status(id: string | undefined, options: StatusOptions): Promise<void> {
  const client = createClient(options);
  let libraries = await read(client, id);
  while (options.watch && libraries.some(isBusy)) {
    if (process.stdout.isTTY) process.stdout.write('\u001B[H\u001B[2J');
    print(libraries, id, options.json);
    await sleep(watchMs);
    libraries = await despiteOutage(() => read(client, id));
  }
  print(libraries, id, options.json);
}

async function read(client: Client, id: string | undefined): Promise<LibraryView[]> {
  return id === undefined ? fetchLibraries(client) : [await fetchLibrary(client, id)];
}

function print(libraries: LibraryView[], id: string | undefined, json = false): void {
  if (json) printJson(id === undefined ? libraries : libraries[0]);
  else if (id !== undefined && libraries[0]) printLine(details(libraries[0]));
  else printLine(overview(libraries));
}

function overview(libraries: LibraryView[]): string {
  const busy = libraries.filter(isBusy);
  const failed = libraries.filter(({ state }) => state === 'error');
  const snippets = libraries.reduce((sum, { totalSnippets }) => sum + totalSnippets, 0);
  const lines = busy.map(runLine);
  const partly = libraries.filter((library) => isPartly(library) && !isBusy(library));
  lines.push(
    ...partly.map(
      ({ id, embeddedPercent, message }) => `${id}  embedded ${embeddedPercent} %: ${message}`,
    ),
  );
  lines.push(
    ...libraries.flatMap((library) => {
      const missing = notIndexed(library);
      return missing && !isBusy(library) ? [`${library.id}  ${missing}`] : [];
    }),
    ...failed.map(({ id, message }) => `${id}  failed: ${message}`),
  );
  const served = libraries.filter(({ versions }) => versions.length > 0).length;
  lines.push(
    `${plural(libraries.length, 'library', 'libraries')}, ${served} served with ${counted(snippets, 'snippet')}, ${busy.length} running or waiting, ${failed.length} failed`,
  );
  return lines.join('\n');
}

function runLine({ id, run, queued, message }: LibraryView): string {
  if (!run || queued) return `${id}  ${message}`;
  return `${progressBar(run)} ${progressLine(id, run, Date.now())}`.trim();
}

function isPartly({ versions, embeddedPercent }: LibraryView): boolean {
  return versions.length > 0 && embeddedPercent < 100;
}

function rulesLine({ found, served }: NonNullable<LibraryView['ownerRules']>): string {
  const summary = `context7.json has ${found}; answers include ${served}`;
  return served === 0 ? `${summary} (an admin can allow them by spec.ownerRules)` : summary;
}

/** Returns the names that the content claims, with their origin. */
function namesLine(names: LibraryName[]): string {
  const shown = names.slice(0, 10).map(({ name, origin }) => `${name} (${origin})`);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function details(library: LibraryView): string {
  const { id, title, description, sourceType, state, message, versions, run, ownerRules } = library;
  const lines = [
    `${title}  (${id}, ${sourceType})`,
    ...(description ? [description] : []),
    `state     ${state}`,
    `message   ${message}`,
    ...(isPartly(library) ? [`embedded  ${library.embeddedPercent} %; words find the rest`] : []),
    ...(ownerRules ? [`rules     ${rulesLine(ownerRules)}`] : []),
    ...(library.names ? [`names     ${namesLine(library.names)}`] : []),
    ...(isBusy(library) && run ? [`run       ${runLine(library)}`] : []),
  ];
  if (versions.length > 0) {
    const rows = versions.map(({ name, snippets, tokens, updatedAt }) => [
      name || '(default)',
      formatCount(snippets),
      formatCount(tokens),
      updatedAt,
    ]);
    lines.push('', formatTable(['VERSION', 'SNIPPETS', 'TOKENS', 'UPDATED'], rows));
  }
  if (run?.warnings?.length) lines.push('', ...skippedLines(run.warnings, run.skipped));
  return lines.join('\n');
}

/** Lists what a run skipped. A run keeps the first reasons only. */
function skippedLines(warnings: string[], skipped: number): string[] {
  const all = skipped <= warnings.length;
  return [
    all ? 'skipped:' : `${formatCount(skipped)} skipped, such as:`,
    ...warnings.map((text) => `  ${text}`),
  ];
}
