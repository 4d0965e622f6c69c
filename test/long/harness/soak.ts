import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import { pseudoRandom } from '../../../src/cli/eval/pseudo-random.ts';
import { pushDelivery } from '../../doubles/push-deliveries.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { Reader, type Asking } from './reader.ts';
import { EditedRepositories, editionsIn, questionOf } from './repositories.ts';
import type { Resources } from './resources.ts';
import { trendOf, type Trend } from './trend.ts';

/** A run without a seed takes another order; its seed is printed, and makes the same order again. */
export const seed = Number(process.env['LECTERN_SOAK_SEED'] ?? Date.now() % 1_000_000);
export const minutes = Number(process.env['LECTERN_SOAK_MINUTES'] ?? 20);
export const webhookSecret = 'the secret of the webhooks of this test';
/** Number of libraries that are always there. */
export const repositories = 12;
const readers = 2;
/** Share of the time before the restart, and share after it in which caches still fill. */
const beforeRestart = 0.2;
const warming = 0.25;
const convergenceMs = 300_000;
/** Milliseconds that a soak can take beside its minutes. */
export const graceMs = convergenceMs + 120_000;

/** An install under test. */
export interface Platform {
  /** Address of the API, and the operator token. */
  address(): Promise<{ url: string; token: string }>;
  /** Restarts every process of the install. Resolves when the API answers again. */
  restart(): Promise<void>;
  measure(): Promise<Resources>;
  /** Name of the measurement that counts libraries. */
  libraries: string;
  /** Milliseconds between two measurements. */
  measureMs: number;
  /** Mean milliseconds between two edits of repositories. */
  editMs: number;
}

/** What a soak found. Only `libraries` has entries after a good one. */
export interface Outcome {
  /** Wrong answers, and measurements that failed. */
  complaints: string[];
  /** Resources that grew by more than noise. */
  growing: (Trend & { name: string })[];
  /** All numbers of libraries that were measured. The last library of the manifest comes and goes. */
  libraries: Set<number>;
}

interface Answer {
  status: number;
  text: string;
}

/** Changes repositories and a manifest, asks questions, sends webhooks and restarts the install. */
export class Soak {
  private readonly edited: EditedRepositories;
  private readonly manifest: TestRepository;
  private readonly platform: Platform;

  private constructor(edited: EditedRepositories, manifest: TestRepository, platform: Platform) {
    this.edited = edited;
    this.manifest = manifest;
    this.platform = platform;
  }

  /** Serves repositories at an address of this machine, and waits until the install serves their documents. */
  static async begin(platform: Platform, gitAddress: string): Promise<Soak> {
    const edited = await EditedRepositories.serve(repositories, gitAddress);
    const manifest = await TestRepository.create(
      join(edited.served, 'work', 'manifest'),
      manifestOf(edited, false),
    );
    await manifest.publish(join(edited.served, 'manifest.git'));
    const soak = new Soak(edited, manifest, platform);
    const settings = {
      repoUrl: edited.url('manifest'),
      branch: 'main',
      schedule: 'manual',
      prune: true,
    };
    await accepted(() => soak.request('PUT', '/api/gitops/config', settings));
    await accepted(() => soak.request('POST', '/api/gitops/reconcile', {}));
    await soak.untilAllServe();
    return soak;
  }

  async close(): Promise<void> {
    await this.edited.close();
  }

  /** Soaks the install for all minutes. Prints every trend. */
  async run(): Promise<Outcome> {
    const { platform } = this;
    const random = pseudoRandom(seed);
    const reader = new Reader(this.edited, this.asking);
    const measured: { at: number; resources: Resources }[] = [];
    const unmeasured: string[] = [];
    // Shows a platform that cannot be measured before the time is spent.
    await platform.measure();
    const ended = new AbortController();
    const { signal } = ended;
    const begun = performance.now();
    const working = [
      ...Array.from({ length: readers }, () => reader.read(signal)),
      this.edit(random, signal),
      this.changeManifest(signal),
    ];

    try {
      await pause(minutes * 60_000 * beforeRestart);
      await platform.restart();
      const restarted = performance.now();
      const end = begun + minutes * 60_000;
      const from = restarted + (end - restarted) * warming;
      while (performance.now() < end) {
        await pause(platform.measureMs);
        // A process that ends while it is measured must not hide what the other hours show.
        const resources = await platform.measure().catch((error: unknown) => {
          unmeasured.push(`not measured: ${String(error).slice(0, 300)}`);
        });
        if (resources && performance.now() > from) {
          measured.push({ at: performance.now(), resources });
        }
      }
    } finally {
      ended.abort();
      await Promise.all(working);
    }

    const names = [...new Set(measured.flatMap(({ resources }) => Object.keys(resources)))];
    const trends = names.map((name) => ({
      name,
      ...trendOf(measured.map(({ at, resources }) => ({ at, value: resources[name] ?? 0 }))),
    }));
    console.log(
      [
        `${reader.questions} questions: ${[...reader.statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
        ...trends.map(
          ({ name, mean, growth, noise, course }) =>
            `${name.padEnd(28)} mean ${mean.toFixed(1)}, growth ${growth.toFixed(2)}, noise ${noise.toFixed(2)}: ${course.map((part) => part.toFixed(1)).join(' ')}`,
        ),
      ].join('\n'),
    );
    await this.untilAllServe();
    return {
      complaints: [...reader.complaints, ...unmeasured],
      libraries: new Set(measured.map(({ resources }) => resources[platform.libraries]!)),
      // A line through noise alone grows by less than twice its deviation.
      growing: trends.filter(
        ({ growth, noise, mean }) => growth > Math.max(2 * noise, mean * 0.02),
      ),
    };
  }

  private readonly asking: Asking = {
    ask: (libraryId, query) =>
      this.request('GET', `/api/v2/context?${String(new URLSearchParams({ libraryId, query }))}`),
    listSnippets: (id) =>
      this.request(
        'GET',
        `/api/v1/library/snippets?${String(new URLSearchParams({ id, limit: '100' }))}`,
      ),
  };

  private async request(method: string, path: string, body?: object): Promise<Answer> {
    const { url, token } = await this.platform.address();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Commits to one repository after the other and requests a refresh, until the signal aborts. */
  private async edit(random: () => number, signal: AbortSignal): Promise<void> {
    const { names } = this.edited;
    while (!signal.aborted) {
      const name = names[Math.floor(random() * names.length)]!;
      await this.edited.edit(name);
      // Also after the end: without a refresh, nothing would serve this edit.
      await accepted(() =>
        this.request('POST', '/api/v1/refresh', { libraryName: `/test/${name}` }),
      );
      await pause((0.5 + random()) * this.platform.editMs);
    }
  }

  /** Adds a library to the manifest and removes it again, with a webhook each time, until the signal aborts. */
  private async changeManifest(signal: AbortSignal): Promise<void> {
    const { edited, manifest } = this;
    for (let turn = 1; !signal.aborted; turn += 1) {
      await manifest.commit(manifestOf(edited, turn % 2 === 1));
      await manifest.git('push', '--quiet', join(edited.served, 'manifest.git'), 'main');
      const commit = await manifest.git('rev-parse', 'HEAD');
      await accepted(() => this.deliver(commit), signal);
      await pause(7_000);
    }
  }

  private async deliver(commit: string): Promise<{ status: number }> {
    const { headers, body } = pushDelivery.gitea({
      cloneUrl: this.edited.url('manifest'),
      after: commit,
      secret: webhookSecret,
    });
    const { url } = await this.platform.address();
    const response = await fetch(`${url}/api/webhooks/gitea`, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response;
  }

  private async untilAllServe(): Promise<void> {
    const { names, editions } = this.edited;
    await vi.waitFor(
      async () => {
        for (const name of names) {
          const { text } = await this.asking.ask(`/test/${name}`, questionOf(name, 0));
          const served = editionsIn(text).join();
          const newest = `${name} ${editions.get(name)}`;
          if (served !== newest) throw new Error(`${name} serves ${served}, not ${newest}`);
        }
      },
      { timeout: convergenceMs, interval: 500 },
    );
  }
}

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
