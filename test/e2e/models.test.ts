import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuiltInEmbedder } from '../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { ContextResponse } from '../../src/search/answer-json.ts';
import {
  apiError,
  chatCompletion,
  startOpenaiServer,
  type OpenaiServer,
  type ScriptedAnswer,
} from '../doubles/openai-server.ts';
import { RunningLectern, runLectern, type Finished } from '../support/lectern.ts';
import { startServer } from '../../src/api/server.ts';
import { createEmbeddingServer } from '../../src/models/embedding-server.ts';

const handbook = new URL('../fixtures/handbook/', import.meta.url).pathname;
const id = '/acme/handbook';
const key = 'sk-embed-planted-secret';
/** A port that no system assigns. No server listens there. */
const down = 'http://127.0.0.1:2';
// The handbook has none of these words, so only vectors can find "Rotate an API key".
const paraphrase = 'exchange credentials periodically';

let model: Embedder;
let server: OpenaiServer;
let lectern: RunningLectern;

beforeAll(async () => {
  model = await createBuiltInEmbedder({ threads: 1 });
});
afterAll(() => model.close());

/** Makes a double and a data directory for lectern up. */
async function open(): Promise<void> {
  const embed = (texts: string[]): Promise<Float32Array[]> => model.embed(texts, 'document');
  server = await startOpenaiServer({ embed, key, chat: worstFirst });
  lectern = await RunningLectern.make();
}

async function close(): Promise<void> {
  await lectern.remove();
  await server.close();
}

/** Settings with which lectern up uses the double and logs all details. */
function embeddingSettings(changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    LECTERN_EMBEDDING_URL: server.url,
    LECTERN_EMBEDDING_MODEL: 'minilm',
    LECTERN_EMBEDDING_KEY: key,
    LECTERN_LOG_LEVEL: 'trace',
    ...changes,
  };
}

const addHandbook = (): Promise<Finished> => lectern.run('add', handbook, '--id', id, '--wait');

async function ask(query: string, fast = false): Promise<Response> {
  const search = new URLSearchParams({ libraryId: id, query, type: 'json', fast: String(fast) });
  return fetch(`${lectern.url}/api/v2/context?${search.toString()}`);
}

/** Returns the headings of an answer, the best first. */
async function headingsOf(response: Response): Promise<string[]> {
  const { codeSnippets, infoSnippets } = (await response.json()) as ContextResponse;
  const ranked = [
    ...codeSnippets.map(({ rank, codeTitle: heading }) => ({ rank, heading })),
    ...infoSnippets.map(({ rank, breadcrumb: heading }) => ({ rank, heading })),
  ];
  return ranked.sort((a, b) => a.rank - b.rank).map(({ heading }) => heading);
}

async function filesOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(contents)).join('\n');
}

describe('lectern up with an embedding endpoint', () => {
  beforeEach(open);
  afterEach(close);

  test('indexes and answers with the endpoint, and never shows its key', async () => {
    await lectern.start([], embeddingSettings());
    const added = await addHandbook();
    const answer = await ask(paraphrase);
    const question = 'a question that was not asked before';
    const refusal = { status: 401, body: apiError(`Incorrect API key provided: ${key}`) };
    server.script.push({ for: question, ...refusal });
    await ask(question);
    const shown = await Promise.all([
      lectern.run('status', id, '--json'),
      lectern.run('list', '--json'),
      fetch(`${lectern.url}/metrics`).then((response) => response.text()),
      fetch(`${lectern.url}/api/ready`).then((response) => response.text()),
    ]);
    // The run removes its folder at its end.
    await expect.poll(() => readdir(join(lectern.data, 'runs'))).toEqual([]);
    const files = await filesOf(lectern.data);

    expect(added.code, added.stderr).toBe(0);
    expect(await headingsOf(answer)).toContainEqual(expect.stringContaining('Rotate an API key'));
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${key}`]),
    );
    expect(lectern.output).toContain('question not embedded; answering by words alone');
    expect(files).toContain('acme keys rotate');
    const everything = [added, lectern.output, shown, files].map((part) => JSON.stringify(part));
    expect(everything.join('\n')).not.toContain('planted-secret');
  });

  test('answers by words after a change of the model, until a refresh has embedded everything again', async () => {
    await lectern.start([], embeddingSettings());
    await addHandbook();
    await lectern.stop();

    await lectern.start();
    const byWords = await ask('rotate a key');
    const byMeaning = await ask(paraphrase);
    const refreshed = await lectern.run('refresh', id, '--wait');
    const { stdout } = await lectern.run('status', id, '--json');
    const afterwards = await ask(paraphrase);

    expect(await headingsOf(byWords)).toContainEqual(expect.stringContaining('Rotate an API key'));
    expect(byMeaning.status).toBe(404);
    expect(refreshed.code, refreshed.stderr).toBe(0);
    const { run, totalSnippets } = JSON.parse(stdout) as {
      run: { embedded: number };
      totalSnippets: number;
    };
    expect(run.embedded).toBe(totalSnippets);
    expect(await headingsOf(afterwards)).toContainEqual(
      expect.stringContaining('Rotate an API key'),
    );
  });

  test('answers with both models while libraries switch to the new one', async () => {
    await lectern.start([], embeddingSettings());
    await addHandbook();
    await lectern.stop();
    const previous = {
      LECTERN_PREVIOUS_EMBEDDING_URL: server.url,
      LECTERN_PREVIOUS_EMBEDDING_MODEL: 'minilm',
      LECTERN_PREVIOUS_EMBEDDING_KEY: key,
    };

    await lectern.start([], previous);
    const before = await ask(paraphrase);
    // Nobody asks for a refresh, and the library has no schedule.
    await lectern.printed(/✓ \/acme\/handbook/);
    const used = server.requests.length;
    const afterwards = await ask(paraphrase);

    const rotate = expect.stringContaining('Rotate an API key');
    expect(await headingsOf(before)).toContainEqual(rotate);
    expect(await headingsOf(afterwards)).toContainEqual(rotate);
    expect(server.requests).toHaveLength(used);
  });

  test('uses an embedding service with the vectors of the process, and answers by words while it is away', async () => {
    await lectern.start();
    await addHandbook();
    await lectern.stop();
    const service = await startServer(
      createEmbeddingServer({ embedder: model, log: { warn: () => {} } }),
      { host: '127.0.0.1', port: 0 },
    );

    await lectern.start([], { LECTERN_EMBEDDING_SERVICE: service.url });
    const byMeaning = await ask(paraphrase);
    await service.close();
    const byWords = await ask('rotate a key');
    const withoutWords = await ask('credentials that leaked, and what now');

    const rotate = expect.stringContaining('Rotate an API key');
    expect(await headingsOf(byMeaning)).toContainEqual(rotate);
    expect(await headingsOf(byWords)).toContainEqual(rotate);
    expect(withoutWords.status).toBeLessThan(500);
  });

  test('names the endpoint if it makes a run fail, and serves the old content', async () => {
    await lectern.start([], embeddingSettings());
    await addHandbook();
    await lectern.stop();
    await lectern.start([], embeddingSettings({ LECTERN_EMBEDDING_MODEL: 'other' }));
    const refusal = { status: 400, body: apiError(`no such model for ${key}`) };
    // The search for libraries embeds their titles at the same time.
    server.script.push(...Array.from({ length: 20 }, () => refusal));

    const refreshed = await lectern.run('refresh', id, '--wait');
    server.script.length = 0;

    expect(refreshed.code).toBe(1);
    expect(refreshed.stderr).toMatch(
      /lectern: \/acme\/handbook: .*searchable by words, embedded 0 %: The model endpoint 127\.0\.0\.1:\d+\/v1\/other failed: 400 no such model for \*\*\*/,
    );
    expect((await ask('rotate a key')).status).toBe(200);
  });

  test('ends at SIGTERM while the endpoint does not respond, and the next start continues', async () => {
    await lectern.start([], embeddingSettings());
    const silence = Array.from({ length: 20 }, (): ScriptedAnswer => ({ never: true }));
    server.script.push(...silence);
    const asked = server.nextRequest('acme keys rotate');
    await lectern.run('add', handbook, '--id', id);
    await asked;

    const code = await lectern.stop('SIGTERM');

    expect(code, lectern.output).toBe(0);
    expect(await readdir(join(lectern.data, 'runs'))).toEqual([]);
    server.script.splice(0);
    await lectern.start([], embeddingSettings());
    await lectern.printed(/✓ \/acme\/handbook/);
    expect((await ask(paraphrase)).status).toBe(200);
  });

  test.each<[what: string, env: () => Promise<NodeJS.ProcessEnv>, message: RegExp]>([
    [
      'is down',
      async () => embeddingSettings({ LECTERN_EMBEDDING_URL: down }),
      /127\.0\.0\.1:2\/minilm failed: the connection is refused/,
    ],
    [
      'refuses the key',
      async () => embeddingSettings({ LECTERN_EMBEDDING_KEY: 'sk-wrong-planted-secret' }),
      /failed: 401 Incorrect API key provided: Bearer \*\*\*/,
    ],
    [
      'is none',
      async () => embeddingSettings({ LECTERN_EMBEDDING_URL: 'nonsense' }),
      /must be http or https/,
    ],
  ])('prints one line and ends with code 1 if the endpoint %s', async (_, env, message) => {
    const { code, stderr } = await runLectern(
      ['up', '--data', lectern.data, '--port', '0', '--manifest', ''],
      await env(),
    );

    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/^lectern: .*\n$/);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('LECTERN_EMBEDDING_URL');
    expect(stderr).not.toContain('planted-secret');
    await lectern.start();
  });
});

describe('lectern up with a reranker', () => {
  const question = 'rotate the key of a service';

  /** The headings of the answer in the order of lectern up. */
  let fused: string[];

  beforeAll(async () => {
    await open();
    await lectern.start([], {
      LECTERN_RERANK_URL: server.url,
      LECTERN_RERANK_MODEL: 'judge',
      LECTERN_RERANK_KEY: key,
      // Long enough for an answer on a busy machine.
      LECTERN_RERANK_TIMEOUT_MS: '5000',
    });
    await addHandbook();
    fused = await headingsOf(await ask(question, true));
  });
  afterAll(close);

  test('asks the reranker for terms and for the order of the answer, and answers in its own order with fast=true', async () => {
    expect(fused.length).toBeGreaterThan(2);
    expect(server.requests).toEqual([]);
    expect(await headingsOf(await ask(question))).toEqual(fused.toReversed());
    const call = {
      path: '/v1/chat/completions',
      authorization: `Bearer ${key}`,
      body: { model: 'judge' },
    };
    expect(server.requests).toMatchObject([call, call]);
    expect(lectern.output).not.toContain('planted-secret');
  });

  test.each<[what: string, answer: ScriptedAnswer, why: RegExp]>([
    ['is late', { never: true }, /took longer than 5000 ms/],
    ['fails', { status: 500, body: apiError(`broken for ${key}`) }, /500 broken for \*\*\*/],
    ['answers prose', { body: chatCompletion('The second one.') }, /not return a JSON list/],
    ['names what is not there', { body: chatCompletion('[99]') }, /outside 0 to/],
    ['answers no JSON at all', { body: '<html>' }, /failed: /],
  ])(
    'answers in its own order within the time limit if the reranker %s',
    async (_, answer, why) => {
      lectern.output = '';
      server.script.push({ ...answer, for: 'candidate=' });
      const before = performance.now();

      const response = await ask(question);

      expect(performance.now() - before).toBeLessThan(20_000);
      expect(await headingsOf(response)).toEqual(fused);
      const [, reason] = await lectern.printed(/"reason":"(.*)","msg":"reranking failed/);
      expect(reason).toMatch(why);
      expect(lectern.output).not.toContain('planted-secret');
    },
  );
});

/** Orders the candidates of a prompt from the last to the first. */
function worstFirst(prompt: string): string {
  const candidates = [...prompt.matchAll(/candidate="(\d+)"/g)].map(([, number]) => Number(number));
  return JSON.stringify(candidates.toReversed());
}
