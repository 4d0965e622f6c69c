import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import { EmbedPool } from '../../../src/models/embed-pool.ts';
import { EmbedThread } from '../../../src/models/embed-thread.ts';
import { ExitGate } from '../../../src/models/exit-gate.ts';
import { builtInModelDir } from '../../../src/models/model-files.ts';
import { readProc } from '../../support/proc.ts';
import { failureOf } from './failure-of.ts';

const page = 'The server reads its settings once, at the start. '.repeat(30);
const pages = (count: number): string[] => Array.from({ length: count }, () => page);

const data = {
  modelDir: builtInModelDir,
  modelFile: 'model.onnx',
  window: 256,
  dimensions: 384,
  gate: new ExitGate().memory,
  isBackground: true,
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openEmbedder(options = {}): ReturnType<typeof createBuiltInEmbedder> {
  const embedder = await createBuiltInEmbedder({ threads: 1, ...options });
  closing.push(() => embedder.close());
  return embedder;
}

describe('embedding threads', () => {
  test('answer a question before the documents that were waiting when it came', async () => {
    const embedder = await openEmbedder();
    await Promise.all([embedder.embed(['a'], 'query'), embedder.embed(['a'], 'document')]);
    const order: string[] = [];
    const documents = embedder.embed(pages(60), 'document').then(() => order.push('documents'));
    const question = embedder.embed(['How?'], 'query').then(() => order.push('question'));
    await Promise.all([documents, question]);
    expect(order).toEqual(['question', 'documents']);
  });

  test('embed topics as documents, and before the documents that were waiting', async () => {
    const embedder = await openEmbedder();
    await Promise.all([embedder.embed(['a'], 'topic'), embedder.embed(['a'], 'document')]);
    const order: string[] = [];
    const documents = embedder.embed(pages(60), 'document').then(() => order.push('documents'));
    const topic = embedder.embed(['job queue'], 'topic');
    await Promise.all([documents, topic.then(() => order.push('topic'))]);

    expect(order).toEqual(['topic', 'documents']);
    expect(await topic).toEqual(await embedder.embed(['job queue'], 'document'));
  });

  test.runIf(process.platform === 'linux')(
    'give way to everything else, and only those that embed documents',
    async () => {
      const own = getPriority();
      /** Ids of the threads of this process whose nice value is higher than that of the process. */
      const lowered = (): string[] =>
        readdirSync('/proc/self/task').filter((id) => {
          const stat = readProc(`/proc/self/task/${id}/stat`);
          // Fields after the name, which may contain spaces. The 19th field is the nice value.
          return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) > own;
        });
      // The kernel can list a thread of an earlier test for a moment after that thread has ended.
      const earlier = new Set(lowered());
      const loweredSince = (): string[] => lowered().filter((id) => !earlier.has(id));
      const embedder = await openEmbedder({ threads: 2 });
      await embedder.embed(['a'], 'query');
      expect(loweredSince()).toEqual([]);

      await embedder.embed(pages(4), 'document');

      expect(loweredSince()).not.toEqual([]);
      expect(getPriority()).toBe(own);
    },
  );

  test('serve a short list before a long one that came first has ended', async () => {
    const embedder = await openEmbedder();
    const order: string[] = [];
    const long = embedder.embed(pages(40), 'document').then(() => order.push('long'));
    const short = embedder.embed(['a', 'b'], 'document').then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });

  test('keep the order of the texts when two threads share a list', async () => {
    const embedder = await openEmbedder({ threads: 2 });
    const texts = Array.from({ length: 40 }, (_, at) => `chapter ${at} ${'x '.repeat(at % 7)}`);
    const together = await embedder.embed(texts, 'document');
    const single = await Promise.all(texts.map((text) => embedder.embed([text], 'document')));
    expect(together).toEqual(single.flat());
  });

  test('stop a list whose signal aborts, and continue with the next', async () => {
    const embedder = await openEmbedder();
    const abort = new AbortController();
    const long = embedder.embed(pages(400), 'document', abort.signal);
    const next = embedder.embed(['next'], 'document');
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(long).rejects.toBe(reason);
    await expect(next).resolves.toHaveLength(1);
    await expect(embedder.embed(['late'], 'document', abort.signal)).rejects.toBe(reason);
  });

  test('reject the texts of a crashed thread, and start another for the next call', async () => {
    const script = new URL('../../doubles/dying-embed-worker.ts', import.meta.url);
    const started: EmbedThread[] = [];
    const start = (): EmbedThread => {
      const thread = new EmbedThread(data, script);
      started.push(thread);
      return thread;
    };
    const pool = new EmbedPool({ size: 1, dimensions: 384, idleMs: Infinity, start });
    closing.push(() => pool.close());
    await pool.embed(['before']);
    const crashed = pool.embed(['die']);
    const waiting = pool.embed(['waiting']);
    await expect(crashed).rejects.toMatchObject({ reason: 'ModelFailed', retry: 'backoff' });
    await expect(crashed).rejects.toThrow('killed by the test');
    await expect(waiting).resolves.toHaveLength(1);
    await expect(pool.embed(['after'])).resolves.toHaveLength(1);
    expect(started).toHaveLength(2);
  });

  test('end after a time without work and come back when there is some', async () => {
    const started: EmbedThread[] = [];
    const ended = Promise.withResolvers<void>();
    const start = (): EmbedThread => {
      const thread = new EmbedThread(data);
      const close = thread.close.bind(thread);
      thread.close = () => close().then(ended.resolve);
      started.push(thread);
      return thread;
    };
    const pool = new EmbedPool({ size: 1, dimensions: 384, idleMs: 1, start });
    closing.push(() => pool.close());
    await pool.embed(['a']);
    await ended.promise;
    expect(started.map((thread) => thread.ended)).toEqual([true]);
    await expect(pool.embed(['b'])).resolves.toHaveLength(1);
    expect(started).toHaveLength(2);
  });

  test('finish their text when they are closed during work', async () => {
    const module = new URL('../../../src/models/embed-thread.ts', import.meta.url);
    const script = new URL('../../doubles/late-embed-worker.ts', import.meta.url);
    const program = `
      const { EmbedThread } = await import(${JSON.stringify(module.href)});
      const thread = new EmbedThread({}, new URL(${JSON.stringify(script.href)}));
      const embedded = thread.embed({ texts: ['a'], withTokens: false });
      await thread.close();
      console.log((await embedded).vectors.length);`;

    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      program,
    ]);

    expect(stdout).toBe('384\n');
  });

  test('refuse texts once closed, and those still waiting', async () => {
    const embedder = await openEmbedder();
    const waiting = embedder.embed(pages(100), 'document');
    const refused = failureOf(waiting);
    await embedder.close();
    expect(String(await refused)).toContain('The embedder was closed');
    await expect(embedder.embed(['a'], 'query')).rejects.toBeInstanceOf(RunError);
  });

  test('name the folder of a missing model', async () => {
    const failed = createBuiltInEmbedder({ modelDir: '/nowhere/model' });
    await expect(failed).rejects.toMatchObject({ reason: 'ModelFailed', retry: 'never' });
    await expect(failed).rejects.toThrow('/nowhere/model has no readable checksums.txt');
  });

  test('report a damaged model, and work when it is repaired', async () => {
    const modelDir = await mkdtemp(join(tmpdir(), 'lectern-model-'));
    onTestFinished(() => rm(modelDir, { recursive: true }));
    await cp(builtInModelDir, modelDir, { recursive: true });
    await writeFile(join(modelDir, 'model.onnx'), 'not a model');
    const embedder = await openEmbedder({ modelDir });
    await expect(embedder.embed(['a'], 'document')).rejects.toMatchObject({
      reason: 'ModelFailed',
      message: expect.stringContaining('The built-in model failed'),
    });
    await cp(join(builtInModelDir, 'model.onnx'), join(modelDir, 'model.onnx'));
    await expect(embedder.embed(['a'], 'document')).resolves.toHaveLength(1);
  });

  test('embed questions like documents if the folder has no model for questions', async () => {
    const modelDir = await mkdtemp(join(tmpdir(), 'lectern-model-'));
    onTestFinished(() => rm(modelDir, { recursive: true }));
    await cp(builtInModelDir, modelDir, { recursive: true });
    const config = { model: 'all-MiniLM-L6-v2', dimensions: 384, window: 256 };
    await writeFile(join(modelDir, 'config.json'), JSON.stringify(config));
    const [one, two] = [await openEmbedder({ modelDir }), await openEmbedder()];
    const [question] = await one.embed(['How?'], 'query');
    const [document] = await two.embed(['How?'], 'document');
    const [trained] = await two.embed(['How?'], 'query');
    expect(question).toEqual(document);
    expect(trained).not.toEqual(document);
  });

  test('say that a model folder with a malformed configuration is incomplete', async () => {
    const modelDir = await mkdtemp(join(tmpdir(), 'lectern-model-'));
    onTestFinished(() => rm(modelDir, { recursive: true }));
    await cp(join(builtInModelDir, 'checksums.txt'), join(modelDir, 'checksums.txt'));
    const configs = [
      '{',
      'null',
      '{"model":"m","dimensions":0,"window":256}',
      '{"model":"m","dimensions":384,"window":256,"queries":1}',
    ];
    for (const config of configs) {
      await writeFile(join(modelDir, 'config.json'), config);
      await expect(createBuiltInEmbedder({ modelDir })).rejects.toThrow('is incomplete');
    }
  });

  test.each([
    ['a process that calls process.exit while documents are embedded', 'process.exit(7)', 7],
    ['a process whose work is done, though its threads are open', '', 0],
  ])('let %s end in order', async (_, last, code) => {
    const module = new URL('../../../src/models/built-in-embedder.ts', import.meta.url);
    const many = last === '' ? 1 : 500;
    const program = `
      const { createBuiltInEmbedder } = await import(${JSON.stringify(module.href)});
      const embedder = await createBuiltInEmbedder({ threads: 2 });
      await Promise.all([embedder.embed(['a'], 'document'), embedder.embed(['a'], 'query')]);
      const work = embedder.embed(Array(${many}).fill('word '.repeat(300)), 'document');
      await embedder.embed(['a', 'b', 'c'], 'query');
      ${last === '' ? 'await work' : last};`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const ended = await run.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
    expect(ended).toMatchObject({ code, stderr: '' });
  });
});
