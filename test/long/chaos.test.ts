import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';
import type { Library } from '../../src/resources/library.ts';
import { apply, kubectl, list } from '../cluster/harness/kubectl.ts';
import { isFinalized, libraryObject } from '../cluster/harness/libraries.ts';
import {
  ask,
  bearer,
  createKey,
  installRelease,
  listSnippets,
  refresh,
  serviceUrl,
  storedSnippets,
} from '../cluster/harness/release.ts';
import { Stack } from '../stack/stack.ts';
import { readControllerWrites } from './harness/audit-log.ts';
import { faults, type Fault } from './harness/faults.ts';
import { Reader } from './harness/reader.ts';
import { documents, EditedRepositories, editionsIn, questionOf } from './harness/repositories.ts';

/** A run without a seed finds other orders of faults; its seed is printed, and makes the same order again. */
const seed = Number(process.env['LECTERN_CHAOS_SEED'] ?? Date.now() % 1_000_000);
const minutes = Number(process.env['LECTERN_CHAOS_MINUTES'] ?? 20);
const repositories = 12;
const readers = 4;
/** Seconds after the last fault in which every library serves its last commit. */
const convergenceMs = 600_000;

describe(`${minutes} minutes of faults (LECTERN_CHAOS_SEED=${seed})`, () => {
  let edited: EditedRepositories;

  beforeAll(async () => {
    // Readers ask more often than a key may by default.
    await installRelease({ api: { limits: { perKey: 0 } } });
    edited = await EditedRepositories.serve(repositories, Stack.open().state.nodeAddress!);
    const objects = edited.names.map((name) =>
      libraryObject(name, { source: { git: { url: edited.url(name) } } }),
    );
    await apply(...objects);
    await untilAllServe(edited);
    await Promise.all([serviceUrl(), bearer()]);
  }, 600_000);
  afterAll(async () => {
    await kubectl('delete', 'library', ...edited.names, '--ignore-not-found', '--timeout=300s');
    await edited.close();
  }, 400_000);

  test(
    'lose, double, mix and delay no documents, and only one controller writes at a time',
    async () => {
      const random = pseudoRandom(seed);
      const ended = new AbortController();
      const reader = new Reader(edited, { ask, listSnippets });
      // Keys are checked in Postgres, the operator token is not: each kind of caller has its own outages.
      const key = await createKey('reader');
      const reading = Array.from({ length: readers }, (_, n) =>
        reader.read(ended.signal, n % 2 === 0 ? key : undefined),
      );
      const editing = edit(edited, pseudoRandom(seed + 1), ended.signal);

      const struck = await strikeUntil(Date.now() + minutes * 60_000, random);
      ended.abort();
      const commits = await editing;
      const lastFault = Date.now();
      await untilAllServe(edited);
      const convergedMs = Date.now() - lastFault;
      await Promise.all(reading);

      const { terms, writes, stray } = await readControllerWrites('lectern-controller');
      console.log(
        [
          `${struck.length} faults: ${counted(struck)}`,
          `${commits} commits to ${repositories} repositories`,
          `${reader.questions} questions: ${[...reader.statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
          `${terms} terms of leaders, ${writes} writes`,
          `converged ${(convergedMs / 1_000).toFixed(0)} s after the last fault`,
        ].join('\n'),
      );
      expect(reader.complaints).toEqual([]);
      expect(stray).toEqual([]);
      expect(terms).toBeGreaterThan(1);
      expect(writes).toBeGreaterThan(repositories);
      for (const name of edited.names) {
        const paths = (await storedSnippets(`/test/${name}`)).map(({ path }) => path).toSorted();
        expect(paths, `the documents of ${name}`).toEqual([...new Set(paths)]);
        expect(paths, `the documents of ${name}`).toHaveLength(documents);
      }
    },
    minutes * 60_000 + convergenceMs + 120_000,
  );
});

/** Commits to one repository after the other and asks for a refresh, until the signal aborts. Returns how many commits. */
async function edit(
  edited: EditedRepositories,
  random: () => number,
  signal: AbortSignal,
): Promise<number> {
  let commits = 0;
  while (!signal.aborted) {
    const name = edited.names[Math.floor(random() * edited.names.length)]!;
    await edited.edit(name);
    commits += 1;
    // A refresh that was refused is asked for again, as a pipeline does; one that was accepted is not.
    for (;;) {
      const status = await refresh(`/test/${name}`).catch(() => undefined);
      if (status === 200) break;
      await pause(1_000);
    }
    await pause(2_000 + random() * 5_000);
  }
  return commits;
}

/**
 * Strikes with one fault after the other until the time has come, and mends each: every kind once, in an order by the seed,
 * then every kind again. Returns the names of the faults.
 */
async function strikeUntil(end: number, random: () => number): Promise<string[]> {
  const struck: string[] = [];
  let round: Fault[] = [];
  while (Date.now() < end) {
    if (round.length === 0) round = [...faults];
    const [fault] = round.splice(Math.floor(random() * round.length), 1) as [Fault];
    const [least, most] = fault.seconds;
    struck.push(fault.name);
    console.log(`${new Date().toISOString()} ${fault.name}`);
    const mend = await fault.strike(random);
    await pause((least + random() * (most - least)) * 1_000);
    await mend();
    await pause((2 + random() * 10) * 1_000);
  }
  return struck;
}

/** Waits until every library has indexed and serves the last commit of its repository. */
async function untilAllServe(edited: EditedRepositories): Promise<void> {
  await vi.waitFor(
    async () => {
      const libraries = await list<Library>('libraries');
      const ours = libraries.filter(({ metadata }) => edited.names.includes(metadata.name));
      expect(ours.filter((library) => !isFinalized(library))).toEqual([]);
      for (const name of edited.names) {
        const { text } = await ask(`/test/${name}`, questionOf(name, 0));
        expect(editionsIn(text)).toEqual([`${name} ${edited.editions.get(name)}`]);
      }
    },
    { timeout: convergenceMs, interval: 1_000 },
  );
}

const counted = (names: string[]): string =>
  Object.entries(Object.groupBy(names, (name) => name))
    .map(([name, all]) => `${name} (${all!.length})`)
    .join(', ');
