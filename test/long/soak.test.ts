import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, kubectl } from '../cluster/harness/kubectl.ts';
import { bearer, installRelease, restartRelease, serviceUrl } from '../cluster/harness/release.ts';
import { Stack } from '../stack/stack.ts';
import { measureCluster } from './harness/cluster-resources.ts';
import { graceMs, minutes, repositories, seed, Soak, webhookSecret } from './harness/soak.ts';

const secret = 'soak-webhook';

describe(`${minutes} minutes of changes on a cluster (LECTERN_SOAK_SEED=${seed})`, () => {
  let soak: Soak;

  beforeAll(async () => {
    // Creates the namespace of the Secret.
    await installRelease();
    await apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: secret },
      stringData: { secret: webhookSecret },
    });
    await installRelease({
      // Readers ask more often than a caller may by default.
      api: { limits: { perKey: 0, perAddress: 0 }, webhook: { existingSecret: secret } },
    });
    const platform = {
      address: async () => ({ url: await serviceUrl(), token: await bearer() }),
      restart: restartRelease,
      measure: measureCluster,
      libraries: 'objects: libraries',
      measureMs: 20_000,
      // Each edit is a Pod. Two processors then have time left for the answers.
      editMs: 5_000,
    };
    soak = await Soak.begin(platform, Stack.open().state.nodeAddress!);
  }, 900_000);
  afterAll(async () => {
    await kubectl('delete', 'manifestsync', '--all');
    await kubectl('delete', 'library', '--all', '--timeout=300s');
    await kubectl('delete', 'secret', secret);
    await soak.close();
  }, 400_000);

  test(
    'keeps memory, handles, threads, objects, tables and indexes flat, and answers nothing wrong',
    async () => {
      const { complaints, growing, libraries } = await soak.run();

      expect(complaints).toEqual([]);
      expect(libraries).toEqual(new Set([repositories, repositories + 1]));
      expect(growing).toEqual([]);
    },
    minutes * 60_000 + graceMs,
  );
});
