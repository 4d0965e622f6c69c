import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stack } from '../stack/stack.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import { getLibrary, kubectl, podsOf } from './harness/kubectl.ts';
import {
  applyLibrary,
  deleteLibraries,
  isFinalized,
  untilLibrary,
  waitReady,
} from './harness/libraries.ts';
import { ask, indexer, replaceRelease } from './harness/release.ts';
import { valveDocuments } from './harness/valves.ts';

const name = 'pumps';
/** Unused in the network of Services, as the address of the gateway. */
const clusterIP = '10.96.0.78';
const healthPort = 8082;

describe('an embedding service of two Pods', () => {
  let folder: string;
  let server: GitServer;

  beforeAll(async () => {
    const resources = { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '1Gi' } };
    await replaceRelease({
      indexer,
      embed: { enabled: true, replicas: 2, threads: 1, clusterIP, resources },
    });
    await deleteLibraries(name);
    folder = await mkdtemp(join(tmpdir(), 'lectern-embed-'));
    const repository = await TestRepository.create(join(folder, 'work'), valveDocuments(1600));
    await repository.publish(join(folder, 'pumps.git'));
    server = await startGitServer({ root: folder, address: Stack.open().state.nodeAddress! });
  });
  afterAll(async () => {
    await deleteLibraries(name);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('shares the work of a run, and the run goes on while a Pod is replaced', async () => {
    await applyLibrary(name, { source: { git: { url: `${server.origin}/pumps.git` } } });
    await untilLibrary(name, ({ status }) => (status.embeddedPercent ?? 0) >= 10);
    const [replaced, stays] = (await podsOf('embed')).map(({ metadata }) => metadata.name);
    // The connections of a run choose their Pods again every ten seconds.
    for (const pod of [replaced!, stays!]) {
      await expect.poll(() => documentsOf(pod), { timeout: 60_000 }).toBeGreaterThan(0);
    }
    expect((await getLibrary(name)).status.embeddedPercent).toBeLessThan(100);

    await kubectl('delete', 'pod', replaced!);
    await waitReady(name, '300s');

    const library = await untilLibrary(name, isFinalized);
    expect(library.status).toMatchObject({ embeddedPercent: 100, failures: 0 });
    await kubectl('rollout', 'status', 'deployment/lectern-embed', '--timeout=2m');
    const pods = (await podsOf('embed')).map(({ metadata }) => metadata.name);
    expect(pods).toHaveLength(2);
    expect(pods).toContain(stays);
    expect(pods).not.toContain(replaced);
  }, 600_000);

  test('embeds the questions of the API', async () => {
    const { status, text } = await ask(`/test/${name}`, 'grinding the seventh seat');

    expect(status).toBe(200);
    expect(text).toContain('valve');
    const counts = await Promise.all(
      (await podsOf('embed')).map(({ metadata }) => textsOf(metadata.name, 'query')),
    );
    expect(Math.max(...counts)).toBeGreaterThan(1);
  });
});

const documentsOf = (pod: string): Promise<number> => textsOf(pod, 'document');

/** Returns the number of texts that a Pod has embedded for a purpose. */
async function textsOf(pod: string, purpose: 'document' | 'query'): Promise<number> {
  const address = await kubectl('get', 'pod', pod, '--output', 'jsonpath={.status.podIP}');
  const response = await fetch(`http://${address}:${healthPort}/metrics`);
  const line = new RegExp(`^lectern_model_texts_total\\{.*"embed_${purpose}".*\\} (\\d+)$`, 'm');
  return Number(line.exec(await response.text())?.[1] ?? 0);
}
