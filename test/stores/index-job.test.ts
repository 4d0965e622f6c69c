import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/api/server.ts';
import type { IndexingJob } from '../../src/indexing/job.ts';
import { createBuiltInEmbedder } from '../../src/models/built-in-embedder.ts';
import { createEmbeddingServer } from '../../src/models/embedding-server.ts';
import { newToken } from '../../src/store/gateway/grants.ts';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchRunGrants } from '../../src/store/snippets/elasticsearch/run-grants.ts';
import { createElasticsearchRunJournal } from '../../src/store/snippets/elasticsearch/run-journal.ts';
import { openClusterStores, type ClusterStores } from '../support/cluster-stores.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';

const program = new URL('../../bin/lectern.js', import.meta.url).pathname;
let stores: ClusterStores;
let folder: string;
let web: WebServer;
const running: ChildProcess[] = [];

beforeEach(async () => {
  stores = await openClusterStores();
  folder = await mkdtemp(join(tmpdir(), 'lectern-index-job-'));
  web = await startWebServer({});
  for (const name of ['anvils', 'bellows']) {
    web.pages.set(`/${name}`, {
      headers: { 'content-type': 'text/html' },
      body: `<html><head><title>${name}</title></head><body><main><h1>${name}</h1><p>The ${name} page explains how they are greased before they turn.</p><a href="/bellows">bellows</a></main></body></html>`,
    });
  }
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  await stores.close();
});

/** Starts a process of Lectern with only these environment variables. */
function start(args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  running.push(child);
  return child;
}

async function startGateway(): Promise<{ url: string; child: ChildProcess }> {
  const { LECTERN_ELASTICSEARCH_URL = '', LECTERN_ELASTICSEARCH_PREFIX = '' } = stores.env;
  const child = start(['gateway', '--port', '0'], {
    LECTERN_ELASTICSEARCH_URL,
    LECTERN_ELASTICSEARCH_PREFIX,
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (text: Buffer) => {
      const [, address] = /"url":"([^"]+)"/.exec(text.toString()) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  return { url, child };
}

/** Starts an embedding service that records what it embeds. */
async function startEmbeddingService(): Promise<{ url: string; id: string; embedded: string[] }> {
  const model = await createBuiltInEmbedder({ threads: 1 });
  const embedded: string[] = [];
  const embedder: typeof model = {
    ...model,
    embedTokens(texts, ...rest) {
      embedded.push(...texts);
      return model.embedTokens!(texts, ...rest);
    },
  };
  const listener = createEmbeddingServer({ embedder, log: { warn: () => {} } });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    await model.close();
  });
  return { url: server.url, id: model.id, embedded };
}

test.each([
  ['and the model in its own process', false],
  ['and of the embedding service', true],
])(
  'a Job indexes its library with only a token and the address of the gateway, %s',
  { timeout: 180_000 },
  async (_, isShared) => {
    const { url, child: gateway } = await startGateway();
    const service = isShared ? await startEmbeddingService() : undefined;
    const options = {
      client: await createElasticsearchClient({
        url: stores.env['LECTERN_ELASTICSEARCH_URL']!,
        requestTimeoutMs: 30_000,
      }),
      prefix: stores.env['LECTERN_ELASTICSEARCH_PREFIX']!,
    };
    const job: IndexingJob = {
      id: 'run-1',
      library: 'docs/anvils',
      uid: 'uid-1',
      spec: { id: '/acme/anvils', source: { website: { url: `${web.origin}/anvils` } } },
      allowLocal: false,
    };
    const token = newToken(job.library);
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const grant = { key: job.library, library: job.spec.id, run: job.id, expiresAt };
    await createElasticsearchRunGrants(options).give(grant, token);
    const at = (name: string): string => join(folder, name);
    await writeFile(at('job.json'), JSON.stringify(job));
    await writeFile(at('token'), token);
    const files = ['--job', at('job.json'), '--token', at('token'), '--outcome', at('outcome')];

    const child = start(['index', ...files], {
      LECTERN_GATEWAY_URL: url,
      LECTERN_ALLOWED_RANGES: '127.0.0.0/8',
      LECTERN_THREADS: '1',
      ...(service && { LECTERN_EMBEDDING_SERVICE: service.url }),
    });
    let log = '';
    child.stderr!.on('data', (text: Buffer) => (log += text.toString()));
    const code = await new Promise((resolve) => child.once('exit', resolve));

    expect([code, JSON.parse(await readFile(at('outcome'), 'utf8'))]).toEqual([
      0,
      expect.objectContaining({ state: 'succeeded' }),
    ]);
    expect(log).not.toContain(token.split('.')[1]);
    const [active] = await stores.index.versions('/acme/anvils');
    expect(active).toMatchObject({ generation: 1, documents: 2 });
    const journal = await createElasticsearchRunJournal(options).read(['run-1']);
    expect(journal.get('run-1')).toMatchObject({
      library: 'docs/anvils',
      run: { phase: 'done', embeddedPercent: 100 },
      found: { changed: true },
      outcome: { state: 'succeeded' },
    });
    const writer = await stores.index.openVectors('/acme/anvils', '', active!.embedderId);
    expect(writer?.waiting).toEqual({ snippets: 0, texts: 0 });
    if (service) {
      expect(active!.embedderId).toBe(service.id);
      expect(service.embedded).toContainEqual(expect.stringContaining('anvils page explains'));
    }

    gateway.kill('SIGTERM');
    expect(await new Promise((resolve) => gateway.once('exit', resolve))).toBe(0);
    await options.client.close();
  },
);
