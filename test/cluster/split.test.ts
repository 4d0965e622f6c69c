import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Stack } from '../stack/stack.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import { kubectl, type ClusterObject } from './harness/kubectl.ts';
import {
  applyLibrary,
  deleteLibraries,
  jobsOf,
  runPodsOf,
  untilLibrary,
  waitReady,
} from './harness/libraries.ts';
import { ask, indexer, installRelease } from './harness/release.ts';
import { valveDocuments } from './harness/valves.ts';

const name = 'engine';

describe('a library that several Pods embed', () => {
  let folder: string;
  let server: GitServer;

  beforeAll(async () => {
    await installRelease({ indexer: { ...indexer, podsPerRun: 2, snippetsPerPod: 200 } });
    await deleteLibraries(name);
    folder = await mkdtemp(join(tmpdir(), 'lectern-split-'));
    const repository = await TestRepository.create(join(folder, 'work'), valveDocuments(600));
    await repository.publish(join(folder, 'engine.git'));
    server = await startGitServer({ root: folder, address: Stack.open().state.nodeAddress! });
  });
  afterAll(async () => {
    await deleteLibraries(name);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is searchable by words before, and only the share of a killed Pod runs again', async () => {
    await applyLibrary(name, { source: { git: { url: `${server.origin}/engine.git` } } });
    await untilLibrary(name, ({ status }) => status.run?.trigger === 'vectors');
    const { text } = await ask(`/test/${name}`, 'valve 417');
    expect(text).toContain('valve 417');

    const killed = await vi.waitFor(
      async () => {
        const pod = (await runPodsOf(name)).find(
          (one) => shareOf(one) === '0' && one.status?.['phase'] === 'Running',
        );
        expect(pod).toBeDefined();
        return pod!;
      },
      { timeout: 60_000, interval: 200 },
    );
    await kubectl('delete', 'pod', killed.metadata.name, '--wait=false');
    await waitReady(name, '300s');

    const split = (await jobsOf(name)).find(({ spec }) => spec?.['completionMode'] === 'Indexed');
    expect(split?.status).toMatchObject({ completedIndexes: '0,1', succeeded: 2 });
    const pods = (await runPodsOf(name)).filter(
      ({ metadata }) => metadata.labels?.[jobName] === split!.metadata.name,
    );
    expect(pods.map(shareOf).toSorted()).toEqual(['0', '1']);
    expect(pods.map(({ metadata }) => metadata.name)).not.toContain(killed.metadata.name);
    const library = await untilLibrary(name, ({ status }) => status.state === 'finalized');
    expect(library.status).toMatchObject({ embeddedPercent: 100, failures: 0 });
  }, 600_000);
});

const jobName = 'batch.kubernetes.io/job-name';

const shareOf = ({ metadata }: ClusterObject): string =>
  metadata.labels?.['batch.kubernetes.io/job-completion-index'] ?? '';
