import { expect, test } from 'vitest';
import { refresh } from '../../../src/cli/commands/refresh.ts';
import { annotations } from '../../../src/resources/library.ts';
import type { Registry } from '../../../src/store/registry.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

test('refresh --wait waits for its run while others are active, and reports its result', async () => {
  const { registry, url } = await apiServer({ libraries: [makeLibrary()] });
  // The request for a run reads the library once. Then the command reads it and finds it queued. After that, its run starts.
  const get = registry.get.bind(registry);
  let looks = 0;
  registry.get = async (key) => {
    looks += 1;
    if (looks === 3) await failRun(registry, await get(key));
    return get(key);
  };

  const waiting = refresh('/acme/anvil', { url, data: '', token: operatorToken, wait: true });

  await expect(waiting).rejects.toThrow('/acme/anvil: the server failed');
});

async function failRun(
  registry: Registry,
  library: Awaited<ReturnType<Registry['get']>>,
): Promise<void> {
  const { metadata, status } = library!;
  await registry.patch(metadata.name, {
    status: {
      ...status,
      state: 'error',
      lastHandledReconcileAt: metadata.annotations![annotations.requestedAt]!,
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Unreachable',
          message: 'the server failed',
          lastTransitionTime: '2026-01-02T03:04:05.000Z',
        },
      ],
    },
  });
}
