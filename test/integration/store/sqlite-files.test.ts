import { once } from 'node:events';
import fs, { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GenerationWriter, SnippetIndex } from '../../../src/store/snippet-index.ts';
import { OPEN_END } from '../../../src/store/snippets/sqlite/schema.ts';
import {
  createSqliteSnippetIndex,
  removeIfDamaged,
} from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../../contract/snippet-index/snippets.ts';

const LIBRARY = '/files/test';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };
let dataDir = '';
let index: SnippetIndex;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  index = createSqliteSnippetIndex({ dataDir, maxOpen: 3 });
});
afterEach(async () => {
  await index.close();
  await rm(dataDir, { recursive: true });
});

async function publish(count: number, { library = LIBRARY, version = '' } = {}): Promise<void> {
  const writer = await index.open(library, version, 'embedder');
  for (let n = 0; n < count; n++) {
    const path = `${n}.md`;
    const held = writer.known(path, 'h');
    const snippet = toWrite(snippetOf(path, `text ${n}`), vectorAlong(n));
    await writer.write({ path, hash: 'h' }, held ? 'unchanged' : [snippet]);
  }
  await writer.activate(facts);
}

/** Writes one document with many snippets that wait for vectors. */
async function writeWaiting(writer: GenerationWriter, count: number, word: string): Promise<void> {
  const snippets = Array.from({ length: count }, (_, n) => {
    const text = `${word} ${n}`;
    return { snippet: snippetOf('a.md', text), embeddingHash: text, texts: [text] };
  });
  await writer.write({ path: 'a.md', hash: word }, snippets);
}

async function publishWaiting(count: number, word: string): Promise<void> {
  const writer = await index.open(LIBRARY, '', 'embedder');
  await writeWaiting(writer, count, word);
  await writer.activate(facts);
}

async function embedAll(): Promise<void> {
  const writer = await index.openVectors(LIBRARY, '', 'embedder');
  for (;;) {
    const batch = (await writer?.next(500)) ?? [];
    if (batch.length === 0) break;
    await writer!.store(batch.map(({ key }) => ({ key, vectors: [vectorAlong(3)] })));
  }
  await writer?.close();
}

/** Leaves some megabytes on the disk, as far as Lectern can tell. */
function leaveMegabytes(count: number): void {
  const stats = Object.assign(fs.statfsSync(dataDir), { bavail: count, bsize: 1024 ** 2 });
  const spy = vi.spyOn(fs, 'statfsSync').mockReturnValue(stats);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

function files(): string[] {
  return readdirSync(join(dataDir, 'snippets'));
}

function libraryFile(): string {
  return join(
    dataDir,
    'snippets',
    files().find((name) => name.endsWith('.db'))!,
  );
}

/** Returns what a link names; '' if it is gone. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function rows(...tables: string[]): unknown[] {
  const db = new Database(libraryFile(), { readonly: true });
  const counts = tables.map((table) => db.prepare(`select count(*) from ${table}`).pluck().get());
  db.close();
  return counts;
}

describe('the file of a library', () => {
  test('is not changed by a run without changes', async () => {
    await publish(300);
    await index.close();
    const before = readFileSync(libraryFile());
    await publish(300);
    await index.close();
    expect(readFileSync(libraryFile()).equals(before)).toBe(true);
  });

  test('stores equal text, terms and vectors of two versions once', async () => {
    await publish(100);
    const before = rows('snippets', 'fts', 'vectors', 'contents');
    await publish(100, { version: 'v1' });
    expect(rows('snippets', 'fts', 'vectors', 'contents')).toEqual(before);
    expect(await index.versions(LIBRARY)).toMatchObject([{ snippets: 100 }, { snippets: 100 }]);
  });

  test('loses the content of a version that no other version shares when the version is deleted', async () => {
    await publish(100);
    await publish(150, { version: 'v1' });
    await index.delete(LIBRARY, 'v1');
    expect(rows('snippets', 'fts', 'vectors', 'contents', 'visible')).toEqual([
      100, 100, 100, 100, 100,
    ]);
  });

  test('is deleted with its journal when the library is deleted', async () => {
    await publish(10);
    await index.versions(LIBRARY);
    await index.delete(LIBRARY);
    expect(files()).toEqual([]);
  });

  test('has a path in its folder, whatever the id', async () => {
    for (const id of ['/../../etc/passwd', '/a/..', '/x/' + 'y'.repeat(280), '/ä/日本']) {
      await publish(1, { library: id });
      expect(await index.versions(id)).toHaveLength(1);
    }
    expect(files().filter((name) => name.endsWith('.db'))).toHaveLength(4);
    expect(files().every((name) => name.length < 100)).toBe(true);
    expect(existsSync(join(dataDir, 'etc'))).toBe(false);
  });

  test('with an older schema is not served, and the next run recreates it', async () => {
    await publish(5);
    await index.close();
    const db = new Database(libraryFile());
    db.pragma('user_version = 999');
    db.close();
    expect(await index.versions(LIBRARY)).toEqual([]);
    await publish(7);
    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 1, snippets: 7 }]);
  });

  test('that is not a database is named in the error', async () => {
    await publish(1);
    await index.close();
    const file = libraryFile();
    writeFileSync(
      file,
      'not a database, and long enough to be read as a header of one '.repeat(100),
    );
    await expect(index.versions(LIBRARY)).rejects.toThrow(/not a database/);
  });

  test.runIf(process.platform === 'linux').each<[string, (held: Buffer) => Buffer]>([
    ['is not a database', (held) => held.fill(7)],
    ['has damaged pages', (held) => held.fill(7, 8_192)],
  ])('that %s is not kept open by calls that fail', async (_, damaged) => {
    await publish(5);
    await index.close();
    const file = libraryFile();
    writeFileSync(file, damaged(readFileSync(file)));
    const calls = [
      () => index.versions(LIBRARY),
      () => index.read(LIBRARY, ''),
      () => index.openVectors(LIBRARY, '', 'embedder'),
      () => index.open(LIBRARY, '', 'embedder'),
    ];

    for (const call of calls) await expect(call()).rejects.toThrow(/database|fts/);

    const open = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`));
    expect(open.filter((path) => path.startsWith(dataDir))).toEqual([]);
  });

  test.each<[string, (held: Buffer) => Buffer]>([
    ['is not a database', (held) => held.fill(7)],
    ['ends too early', (held) => held.subarray(0, 9_000)],
    ['has damaged pages', (held) => held.fill(7, 8_192)],
  ])('that %s is removed before the next run, which makes it again', async (_, damaged) => {
    await publish(5);
    await index.close();
    writeFileSync(libraryFile(), damaged(readFileSync(libraryFile())));

    removeIfDamaged(dataDir, LIBRARY);
    await publish(7);
    removeIfDamaged(dataDir, LIBRARY);

    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 1, snippets: 7 }]);
  });

  test('serves what a run activated although the cleanup after it fails, and the next run cleans up', async () => {
    await publish(3);
    const db = new Database(libraryFile());
    db.exec(`create trigger full before delete on documents when old.until < ${OPEN_END}
      begin select raise(abort, 'database or disk is full'); end`);
    const writer = await index.open(LIBRARY, '', 'embedder');
    const snippet = toWrite(snippetOf('new.md', 'new'), vectorAlong(5));
    await writer.write({ path: 'new.md', hash: 'new' }, [snippet]);
    const run = async (): Promise<void> => {
      try {
        await writer.activate(facts);
      } catch (error) {
        await writer.discard();
        throw error;
      }
    };

    await expect(run()).resolves.toBeUndefined();

    const hits = await index.search({
      libraryId: LIBRARY,
      version: '',
      question: 'new',
      embedding: vectorAlong(5),
      limit: 5,
    });
    expect([...hits!.snippets.values()].map(({ title }) => title)).toEqual(['new']);
    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 2, snippets: 1 }]);
    db.exec('drop trigger full');
    db.close();
    await publish(2);
    expect(rows('documents', 'visible', 'snippets', 'fts')).toEqual([2, 2, 2, 2]);
  });

  test('takes no more text on a disk that is almost full', async () => {
    await publish(3);
    leaveMegabytes(63);
    const full =
      /^The disk of .*snippets is almost full: it has 63 MB left, and runs leave 64 MB; free some space$/;

    await expect(publish(4)).rejects.toThrow(full);

    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 1, snippets: 3 }]);
  });

  test('takes no more vectors on a disk that is almost full', async () => {
    const writer = await index.open(LIBRARY, '', 'embedder');
    const snippet = { snippet: snippetOf('a.md', 'a'), embeddingHash: 'h', texts: ['a'] };
    await writer.write({ path: 'a.md', hash: 'h' }, [snippet]);
    await writer.activate(facts);
    const vectors = await index.openVectors(LIBRARY, '', 'embedder');
    const [waiting] = await vectors!.next(1);
    leaveMegabytes(63);

    const stored = vectors!.store([{ key: waiting!.key, vectors: [vectorAlong(1)] }]);

    await expect(stored).rejects.toThrow(/is almost full/);
    await vectors!.close();
  });

  test('has vectors in searches that were stored after a run was killed', async () => {
    await publishWaiting(400, 'old');
    await writeWaiting(await index.open(LIBRARY, '', 'embedder'), 300, 'new');
    await index.close();
    index = createSqliteSnippetIndex({ dataDir });

    await embedAll();
    await (await index.open(LIBRARY, '', 'embedder')).discard();

    const query = { libraryId: LIBRARY, version: '', question: '', limit: 10 };
    const hits = await index.search({ ...query, embedding: vectorAlong(3) });
    expect(hits?.dense).toHaveLength(10);
  });

  test('is opened again after more libraries were used than stay open', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `/lru/${n}`);
    for (const library of ids) await publish(2, { library });
    for (const libraryId of [...ids, ...ids]) {
      const hits = await index.search({ libraryId, version: '', question: 'text', limit: 5 });
      expect(hits?.lexical).toHaveLength(2);
    }
  });
});

test('a reader in this thread answers while another thread writes and activates', async () => {
  await publish(50);
  const seen = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const worker = new Worker(new URL('busy-writer.ts', import.meta.url), {
    workerData: { dataDir, rounds: 15, seen },
  });
  onTestFinished(async () => void (await worker.terminate()));
  const ended = new AbortController();
  const exit = once(worker, 'exit').then(([code]) => {
    ended.abort();
    return code;
  });
  const generations = new Set<number>();
  while (!ended.signal.aborted) {
    const hits = await index.search({
      libraryId: LIBRARY,
      version: '',
      question: 'text generation',
      limit: 500,
    });
    const titles = new Set(
      [...hits!.snippets.values()].map(({ title }) => title.replace(/^text \d+$/, 'text')),
    );
    expect(titles.size).toBe(1);
    expect(hits!.snippets.size).toBe(hits!.active.snippets);
    generations.add(hits!.active.generation);
    Atomics.store(seen, 0, hits!.active.generation);
    Atomics.notify(seen, 0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await exit).toBe(0);
  expect(generations.size).toBeGreaterThan(3);
  expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 16, snippets: 300 }]);
});

/** Writes as many documents as one transaction holds. Resolves when the last write, which stores all of them, is done. */
async function writeMany(stop: AbortSignal, onTurn: () => void): Promise<void> {
  const writer = await index.open(LIBRARY, '', 'embedder');
  const watch = (): void => {
    if (stop.aborted) return;
    onTurn();
    setImmediate(watch);
  };
  for (let n = 0; n < 256; n++) {
    if (n === 255) setImmediate(watch);
    const path = `${n}.md`;
    await writer.write({ path, hash: 'h' }, [toWrite(snippetOf(path, `text ${n}`))]);
  }
}

describe('a transaction of many documents', () => {
  test('lets its thread do other work after each document', async () => {
    const ended = new AbortController();
    let turns = 0;

    await writeMany(ended.signal, () => (turns += 1));
    ended.abort();

    expect(turns).toBeGreaterThan(100);
  });

  test('fails clearly if the library is deleted meanwhile, and leaves nothing behind', async () => {
    const ended = new AbortController();
    let turns = 0;

    const written = writeMany(ended.signal, () => {
      turns += 1;
      if (turns === 20) void index.delete(LIBRARY);
    });

    await expect(written).rejects.toMatchObject({ name: 'RunError', reason: 'StorageFailed' });
    ended.abort();
    expect(files()).toEqual([]);
  });
});
