import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import { createParser, type TaskInput } from '../../../src/libraries/parser.ts';
import { laterParseProcesses } from '../../support/parse-processes.ts';

const { signal } = new AbortController();

function document(content: string): TaskInput<'document'> {
  return {
    document: { path: 'a.md', format: 'markdown', content, hash: 'x' },
    libraryId: '/acme/docs',
    window: 256,
    now: new Date(),
  };
}

const small = document('# Pencils\n\n## Sharpen\n\nTurn the pencil in the sharpener.\n');
/** A value that no caller sends. It makes the program fail. */
const noText = undefined as unknown as string;
const large = document('# A\n\nTurn the pencil, *then* the `sharpener`.\n\n'.repeat(100_000));

const processes = laterParseProcesses();

describe('a parser', () => {
  let pool: ReturnType<typeof createParser>;
  beforeEach(() => {
    pool = createParser({ size: 1 });
  });
  afterEach(() => pool.close());

  test('creates snippets from documents, one after the other', async () => {
    const runs = [small, small].map((input) => pool.run('document', input, { signal }));
    for (const { snippets } of await Promise.all(runs)) {
      expect(snippets.map(({ snippet }) => snippet.title)).toEqual(['Sharpen - Pencils']);
      expect(snippets[0]!.snippet.tokens).toBeGreaterThan(5);
    }
  });

  test('ends a document that takes too long, and reads the next', async () => {
    await pool.run('document', small, { signal });

    const slow = pool.run('document', large, { signal, limitMs: 10 });

    await expect(slow).rejects.toMatchObject({
      reason: 'Timeout',
      message: 'parsing took longer than 0.01 seconds',
    });
    expect((await pool.run('document', small, { signal })).snippets).toHaveLength(1);
  });

  test('does not blame a document for the time in which its process had no processor', async () => {
    await pool.run('document', small, { signal });
    const pids = processes();

    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const starved = pool.run('document', small, { signal, limitMs: 1_000 });
    starved.catch(() => undefined);
    await pause(2_000);
    for (const pid of pids) process.kill(pid, 'SIGCONT');

    expect((await starved).snippets).toHaveLength(1);
  });

  // A process without a document takes 40 MB of heap and 200 MB in all.
  test.each([
    ['objects', 70, { heapMb: 70, totalMb: 2_000 }],
    ['anything', 280, { heapMb: 4_000, totalMb: 280 }],
  ])(
    'ends a document that needs too much memory for %s, and reads the next',
    async (_, limitMb, memory) => {
      await using bounded = createParser({ size: 1, memory });

      const greedy = bounded.run('document', large, { signal, limitMs: 60_000 });

      await expect(greedy).rejects.toMatchObject({
        reason: 'TooLarge',
        message: `parsing needed more than ${limitMb} MB of memory`,
      });
      expect((await bounded.run('document', small, { signal })).snippets).toHaveLength(1);
    },
  );

  test('ends on abort, with the reason of the signal', async () => {
    const abort = new AbortController();
    await pool.run('document', small, { signal });

    const ended = pool.run('document', large, { signal: abort.signal });
    abort.abort(new Error('nobody waits for it'));

    await expect(ended).rejects.toThrow('nobody waits for it');
  });

  test('distinguishes a refused text from a bug', async () => {
    const refused = pool.run('description', { where: 'pets.yaml', text: 'a: 1' }, { signal });
    await expect(refused).rejects.toMatchObject({ name: 'RunError', reason: 'Malformed' });

    await expect(pool.run('robots', noText, { signal })).rejects.toMatchObject({
      name: 'RunError',
      reason: 'Internal',
      retry: 'never',
      message: expect.stringMatching(
        /^Lectern failed to parse it \(TypeError: .+\); report this as a bug$/,
      ),
    });
  });

  test.each([['java', 'A<B<\n'.repeat(30_000), '/** Sharpens. */\npublic class Sharpener {}\n']])(
    'reads the next .%s file after one that breaks its grammar',
    async (ending, hostile, good) => {
      const source = (content: string): TaskInput<'document'> => {
        const input = document(content);
        const path = `src/Sharpener.${ending}`;
        return { ...input, document: { ...input.document, path, format: 'code' } };
      };
      const broken = pool.run('document', source(hostile), { signal });
      await expect(broken).rejects.toBeInstanceOf(RunError);

      const { snippets } = await pool.run('document', source(good), { signal });

      expect(snippets.map(({ snippet }) => snippet.title)).toEqual(['Sharpener']);
    },
  );

  test('reports every mistake in a manifest with its line', async () => {
    const text = 'repos:\n  - url: a/b\n    colour: red\n';
    const read = await pool.run('manifest', { text }, { signal });
    expect(read).toEqual({ entries: [], mistakes: [expect.objectContaining({ line: 3 })] });
  });
});

describe('a parser that is sent tasks ahead', () => {
  const titled = (title: string): TaskInput<'document'> =>
    document(`# Pencils\n\n## ${title}\n\nTurn the pencil in the sharpener.\n`);
  let pool: ReturnType<typeof createParser>;
  beforeEach(() => {
    pool = createParser({ size: 1, ahead: 8 });
  });
  afterEach(() => pool.close());

  /** Returns the titles of the snippets of each document. */
  async function titlesOf(runs: ReturnType<typeof pool.run<'document'>>[]): Promise<string[]> {
    const read = await Promise.all(runs);
    return read.flatMap(({ snippets }) => snippets.map(({ snippet }) => snippet.title));
  }

  test('gives each task its own answer', async () => {
    const titles = Array.from({ length: 30 }, (_, n) => `Sharpen pencil ${n}`);

    const runs = titles.map((title) => pool.run('document', titled(title), { signal }));

    expect(await titlesOf(runs)).toEqual(titles);
  });

  test('ends only the task that takes too long, and runs those behind it in another process', async () => {
    const first = pool.run('document', titled('First'), { signal });
    const slow = pool.run('document', large, { signal, limitMs: 10 });
    slow.catch(() => undefined);
    const behind = ['Second', 'Third'].map((title) =>
      pool.run('document', titled(title), { signal }),
    );

    await expect(slow).rejects.toMatchObject({ reason: 'Timeout' });
    expect(await titlesOf([first, ...behind])).toEqual([
      'First - Pencils',
      'Second - Pencils',
      'Third - Pencils',
    ]);
  });

  test('blames the task that needs too much memory, and no task before or behind it', async () => {
    const memory = { heapMb: 4_000, totalMb: 280 };
    await using bounded = createParser({ size: 1, ahead: 8, memory });
    const first = bounded.run('document', titled('First'), { signal });
    const greedy = bounded.run('document', large, { signal, limitMs: 60_000 });
    greedy.catch(() => undefined);
    const behind = bounded.run('document', titled('Second'), { signal });

    await expect(greedy).rejects.toMatchObject({ reason: 'TooLarge' });
    expect(await titlesOf([first, behind])).toEqual(['First - Pencils', 'Second - Pencils']);
  });

  test('ends a waiting task on abort, and runs the others', async () => {
    const abort = new AbortController();
    const first = pool.run('document', titled('First'), { signal });
    const ended = pool.run('document', titled('Second'), { signal: abort.signal });
    const third = pool.run('document', titled('Third'), { signal });

    abort.abort(new Error('nobody waits for it'));

    await expect(ended).rejects.toThrow('nobody waits for it');
    expect(await titlesOf([first, third])).toEqual(['First - Pencils', 'Third - Pencils']);
  });

  test('starts no process for tasks that end with one signal', async () => {
    const abort = new AbortController();
    const runs = ['First', 'Second', 'Third'].map((title) =>
      pool.run('document', titled(title), { signal: abort.signal }),
    );
    const ended = Promise.allSettled(runs);

    abort.abort(new Error('nobody waits for them'));

    for (const one of await ended) {
      expect(one).toMatchObject({ reason: { message: 'nobody waits for them' } });
    }
    await expect.poll(processes).toEqual([]);
  });

  test('rejects every task when it is closed', async () => {
    const runs = ['First', 'Second'].map((title) =>
      pool.run('document', titled(title), { signal }),
    );

    const ended = Promise.allSettled(runs);
    await pool.close();

    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
