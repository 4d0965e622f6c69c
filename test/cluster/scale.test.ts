import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Stack } from '../stack/stack.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import type { Library } from '../../src/resources/library.ts';
import { apply, kubectl, podsOf, watch } from './harness/kubectl.ts';
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
    // Lists miss what begins and ends between two of them.
    const libraries = new Map<string, Library>();
    const countOf = (is: (library: Library) => boolean): number =>
      [...libraries.values()].filter(is).length;
    let most = 0;
    let queued = 0;
    const watched = new AbortController();
    const watching = (async () => {
      for await (const library of watch<Library>('libraries', 'test=scale', watched.signal)) {
        libraries.set(library.metadata.name, library);
        most = Math.max(most, countOf(isRunning));
        queued = Math.max(queued, countOf(isQueued));
      }
    })();
    onTestFinished(async () => {
      watched.abort();
      await watching;
    });
    await apply(...objects);
    await vi.waitFor(
      () => {
        if (countOf(isStalled) === 0) expect(countOf(isReady)).toBe(count);
      },
      { timeout: 900_000, interval: 200 },
    );

    // Lectern retries a run that fails for a temporary reason. No run may need a person.
    expect(countOf(isStalled)).toBe(0);
    expect(most).toBeLessThanOrEqual(concurrency);
    // How many wait depends on how fast a run ends.
    expect(queued).toBeGreaterThan(0);
    // Ended Pods stay for their logs.
    expect((await podsOf('indexer')).length - before).toBeLessThan(count);
    expect((await ask(`/test/widget-${count - 1}`, 'How is a widget fastened?')).text).toContain(
      'fasten()',
    );
  }, 1_000_000);
});

const isRunning = ({ status }: Library): boolean => status.state === 'processing';

const isReady = ({ status }: Library): boolean => status.state === 'finalized';

const isStalled = ({ status }: Library): boolean =>
  status.conditions?.some(({ type }) => type === 'Stalled') ?? false;

const isQueued = ({ status }: Library): boolean =>
  status.conditions?.some(({ reason }) => reason === 'Queued') ?? false;
