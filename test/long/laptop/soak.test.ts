import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pseudoRandom } from '../../../src/cli/eval/pseudo-random.ts';
import { pushDelivery } from '../../doubles/push-deliveries.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { RunningLectern } from '../../support/lectern.ts';
import { Reader, type Asking } from '../harness/reader.ts';
import { editionsIn, EditedRepositories, questionOf } from '../harness/repositories.ts';
import { measure, type Resources } from '../harness/resources.ts';
import { trendOf } from '../harness/trend.ts';

/** A run without a seed takes another order; its seed is printed, and makes the same order again. */
const seed = Number(process.env['LECTERN_SOAK_SEED'] ?? Date.now() % 1_000_000);
const minutes = Number(process.env['LECTERN_SOAK_MINUTES'] ?? 20);
const repositories = 12;
const readers = 2;
/** Milliseconds between two measurements. */
const measureMs = 5_000;
/** Share of the time before the restart, and share after it in which caches still fill. */
const beforeRestart = 0.2;
const warming = 0.25;
const webhookSecret = 'the secret of the webhooks of this test';
const convergenceMs = 300_000;

describe(`${minutes} minutes of changes on a laptop (LECTERN_SOAK_SEED=${seed})`, () => {
  let edited: EditedRepositories;
  let manifest: TestRepository;
  let lectern: RunningLectern;
  let token: string;

  beforeAll(async () => {
    edited = await EditedRepositories.serve(repositories, '127.0.0.1');
    manifest = await TestRepository.create(
      join(edited.served, 'work', 'manifest'),
      manifestOf(edited, false),
    );
    await manifest.publish(join(edited.served, 'manifest.git'));
    lectern = await RunningLectern.make();
    await start();
    const settings = {
      repoUrl: edited.url('manifest'),
      branch: 'main',
      schedule: 'manual',
      prune: true,
    };
    await accepted(() => request('PUT', '/api/gitops/config', settings));
    await accepted(() => request('POST', '/api/gitops/reconcile', {}));
    await untilAllServe();
  }, 600_000);
  afterAll(async () => {
    await lectern.remove();
    await edited.close();
  }, 60_000);

  test(
    'keeps memory, handles, threads, tables and files flat, and answers nothing wrong',
    async () => {
      const random = pseudoRandom(seed);
      const reader = new Reader(edited, asking);
      const measured: { at: number; resources: Resources }[] = [];
      const ended = new AbortController();
      const { signal } = ended;
      const begun = performance.now();
      const working = [
        ...Array.from({ length: readers }, () => reader.read(signal)),
        edit(random, signal),
        changeManifest(signal),
      ];

      await pause(minutes * 60_000 * beforeRestart);
      await lectern.stop('SIGKILL');
      await start();
      const restarted = performance.now();
      const end = begun + minutes * 60_000;
      const from = restarted + (end - restarted) * warming;
      while (performance.now() < end) {
        await pause(measureMs);
        const resources = await measure(lectern.pid, lectern.data);
        if (performance.now() > from) measured.push({ at: performance.now(), resources });
      }
      ended.abort();
      await Promise.all(working);
      await untilAllServe();

      const trends = Object.keys(measured[0]!.resources).map((name) => ({
        name,
        ...trendOf(measured.map(({ at, resources }) => ({ at, value: resources[name]! }))),
      }));
      console.log(
        [
          `${reader.questions} questions: ${[...reader.statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
          ...trends.map(
            ({ name, mean, growth, noise }) =>
              `${name.padEnd(28)} mean ${mean.toFixed(1)}, growth ${growth.toFixed(2)}, noise ${noise.toFixed(2)}`,
          ),
        ].join('\n'),
      );
      expect(reader.complaints).toEqual([]);
      // The manifest's last library came and went.
      const counts = new Set(measured.map(({ resources }) => resources['rows of libraries']));
      expect(counts).toEqual(new Set([repositories, repositories + 1]));
      // A line through noise alone grows by less than twice its deviation.
      const growing = trends.filter(
        ({ growth, noise, mean }) => growth > Math.max(2 * noise, mean * 0.02),
      );
      expect(growing).toEqual([]);
    },
    minutes * 60_000 + convergenceMs + 120_000,
  );

  const asking: Asking = {
    ask: (libraryId, query) =>
      request('GET', `/api/v2/context?${String(new URLSearchParams({ libraryId, query }))}`),
    listSnippets: (id) =>
      request(
        'GET',
        `/api/v1/library/snippets?${String(new URLSearchParams({ id, limit: '100' }))}`,
      ),
  };

  async function start(): Promise<void> {
    await lectern.start(['--allowed-ranges', '127.0.0.0/8'], {
      LECTERN_WEBHOOK_SECRET: webhookSecret,
    });
    token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
  }

  async function request(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`${lectern.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Commits to one repository after the other and requests a refresh, until the signal aborts. */
  async function edit(random: () => number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = edited.names[Math.floor(random() * edited.names.length)]!;
      await edited.edit(name);
      await accepted(
        () => request('POST', '/api/v1/refresh', { libraryName: `/test/${name}` }),
        signal,
      );
      await pause(500 + random() * 2_000);
    }
  }

  /** Adds a library to the manifest and removes it again, with a webhook each time, until the signal aborts. */
  async function changeManifest(signal: AbortSignal): Promise<void> {
    for (let turn = 1; !signal.aborted; turn += 1) {
      await manifest.commit(manifestOf(edited, turn % 2 === 1));
      await manifest.git('push', '--quiet', join(edited.served, 'manifest.git'), 'main');
      const commit = await manifest.git('rev-parse', 'HEAD');
      await accepted(() => deliver(commit), signal);
      await pause(7_000);
    }
  }

  async function deliver(commit: string): Promise<{ status: number }> {
    const { headers, body } = pushDelivery.gitea({
      cloneUrl: edited.url('manifest'),
      after: commit,
      secret: webhookSecret,
    });
    const response = await fetch(`${lectern.url}/api/webhooks/gitea`, {
      method: 'POST',
      headers,
      body,
    });
    await response.body?.cancel();
    return response;
  }

  async function untilAllServe(): Promise<void> {
    await vi.waitFor(
      async () => {
        for (const name of edited.names) {
          const { text } = await asking.ask(`/test/${name}`, questionOf(name, 0));
          expect(editionsIn(text)).toEqual([`${name} ${edited.editions.get(name)}`]);
        }
      },
      { timeout: convergenceMs, interval: 500 },
    );
  }
});

/** Repeats a request until the server accepts it, as a pipeline does, or the signal aborts. */
async function accepted(
  send: () => Promise<{ status: number }>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const status = await send().then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200 || status === 202) return;
    await pause(500);
  }
}

function manifestOf(edited: EditedRepositories, withGuest: boolean): Record<string, string> {
  const entries = edited.names.map(
    (name) => `  - { url: "${edited.url(name)}", id: /test/${name} }`,
  );
  const guest = `  - { url: "${edited.url(edited.names[0]!)}", id: /test/guest }`;
  return { 'repos.yaml': `repos:\n${[...entries, ...(withGuest ? [guest] : [])].join('\n')}\n` };
}
