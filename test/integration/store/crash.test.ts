import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { killedAt } from '../../support/killed-writer.ts';

const DOCUMENTS = 600;
const LIBRARY = '/crash/test';
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterEach(async () => rm(dataDir, { recursive: true }));

/** Kills the writer at a step. Returns the last active generation. */
async function killAt(step: string, nth: number): Promise<number> {
  const script = new URL('crash-writer.ts', import.meta.url).pathname;
  return killedAt([script, dataDir, String(DOCUMENTS)], step, nth);
}

/** Returns the served generation and the titles of its documents. */
async function served(): Promise<{ generation: number; titles: string[] }> {
  const index = createSqliteSnippetIndex({ dataDir });
  const query = {
    libraryId: LIBRARY,
    version: '',
    question: 'generation lasting',
    limit: 2 * DOCUMENTS,
  };
  const hits = await index.search(query);
  await index.close();
  if (!hits) return { generation: 0, titles: [] };
  const titles = hits.lexical.map(({ id }) => hits.snippets.get(id)!.title);
  return { generation: hits.active.generation, titles };
}

test('a writer killed at any step leaves one complete generation active, and the next run succeeds', async () => {
  let last = 0;
  const steps: [string, number][] = [
    ['opening', 1],
    ['written', 1],
    ['written', 6],
    ['activating', 1],
    ['written', 12],
    ['activated', 1],
    ['opening', 2],
    ['activating', 1],
    ['written', 17],
    ['activating', 2],
    ['written', 30],
    ['activated', 2],
  ];
  for (const [step, nth] of steps) {
    const acknowledged = await killAt(step, nth);
    const { generation, titles } = await served();
    expect(generation).toBeGreaterThanOrEqual(Math.max(last, acknowledged));
    last = generation;
    const changed = titles.filter((title) => title !== 'lasting');
    expect(new Set(changed)).toEqual(new Set(generation ? [`generation ${generation}`] : []));
    expect(titles).toHaveLength(generation ? DOCUMENTS : 0);
    expect(checkFile()).toMatch(generation === 0 ? /^(?:none|ok)$/ : /^ok$/);
  }
  expect(last).toBeGreaterThanOrEqual(4);
}, 120_000);

test('after a crash the next activation leaves no row of the failed run', async () => {
  await killAt('written', 10);
  await killAt('activated', 2);
  const index = createSqliteSnippetIndex({ dataDir });
  const writer = await index.open(LIBRARY, '', 'embedder');
  await writer.activate({ revision: 'empty', fingerprint: 'f', linkTemplate: '' });
  await index.close();
  const db = new Database(libraryFile());
  const tables = ['documents', 'contents', 'snippets', 'fts', 'embeddings', 'vectors', 'visible'];
  const rows = tables.map((table) => db.prepare(`select count(*) from ${table}`).pluck().get());
  db.close();
  expect(rows).toEqual(tables.map(() => 0));
}, 60_000);

/** Returns the result of SQLite's integrity check; 'none' if the writer was killed before it created the file. */
function checkFile(): unknown {
  const file = libraryFile();
  if (!file) return 'none';
  const db = new Database(file);
  const result = db.pragma('integrity_check', { simple: true });
  db.close();
  return result;
}

function libraryFile(): string | undefined {
  const folder = join(dataDir, 'snippets');
  const name = readdirSync(folder).find((entry) => entry.endsWith('.db'));
  return name && join(folder, name);
}
