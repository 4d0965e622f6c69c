import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Stack } from '../stack/stack.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import type { Library } from '../../src/resources/library.ts';
import { apply, kubectl, list, podsOf } from './harness/kubectl.ts';
import { libraryObject } from './harness/libraries.ts';
import { ask, installRelease } from './harness/release.ts';

const count = 20;
const concurrency = 4;

describe('twenty libraries applied at once', () => {
  let folder: string;
  let server: GitServer;

  beforeAll(async () => {
    await installRelease();
    folder = await mkdtemp(join(tmpdir(), 'lectern-scale-'));
    const repository = await TestRepository.create(join(folder, 'work'), {
      'README.md':
        '# Widget\n\nA widget is fastened with the `fasten()` call, which takes a torque.\n',
    });
    await repository.publish(join(folder, 'widget.git'));
    server = await startGitServer({ root: folder, address: Stack.open().state.nodeAddress! });
  });
  afterAll(async () => {
    await kubectl('delete', 'library', '--selector', 'test=scale', '--timeout=300s');
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('are all served, and never more than the allowed number of runs are active at the same time', async () => {
    const source = { git: { url: `${server.origin}/widget.git` } };
    const objects = Array.from({ length: count }, (_, n) => {
      const object = libraryObject(`widget-${n}`, { source }) as { metadata: object };
      return { ...object, metadata: { ...object.metadata, labels: { test: 'scale' } } };
    });
    const before = (await podsOf('indexer')).length;
    await apply(...objects);

    let most = 0;
    let queued = 0;
    let ready = 0;
    let stalled: Library[] = [];
    await vi.waitFor(
      async () => {
        const libraries = await list<Library>('libraries', 'test=scale');
        most = Math.max(most, libraries.filter(isRunning).length);
        queued = Math.max(queued, libraries.filter(isQueued).length);
        ready = libraries.filter(({ status }) => status.state === 'finalized').length;
        stalled = libraries.filter(isStalled);
        if (stalled.length === 0) expect(ready).toBe(count);
      },
      // A check uses processor time that the runs need. A run takes longer than the interval between two checks.
      { timeout: 900_000, interval: 10_000 },
    );

    // Lectern retries a run that fails for a temporary reason. No run may need a person.
    expect(stalled).toEqual([]);
    expect(ready).toBe(count);
    expect(most).toBeLessThanOrEqual(concurrency);
    expect(queued).toBeGreaterThan(count / 2);
    // Ended Pods stay for their logs.
    expect((await podsOf('indexer')).length - before).toBeLessThan(count);
    expect((await ask(`/test/widget-${count - 1}`, 'How is a widget fastened?')).text).toContain(
      'fasten()',
    );
  }, 1_000_000);
});

const isRunning = ({ status }: Library): boolean => status.state === 'processing';

const isStalled = ({ status }: Library): boolean =>
  status.conditions?.some(({ type }) => type === 'Stalled') ?? false;

const isQueued = ({ status }: Library): boolean =>
  status.conditions?.some(({ reason }) => reason === 'Queued') ?? false;
