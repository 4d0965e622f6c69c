import { expect, onTestFinished, test, vi } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { main } from '../../../src/cli/main.ts';
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

test('refresh --wait outlives a failure of the server while its run is active', async () => {
  const { registry, url } = await apiServer({ libraries: [makeLibrary()] });
  const get = registry.get.bind(registry);
  let looks = 0;
  registry.get = async (key) => {
    looks += 1;
    if (looks === 3) throw new LecternError('search_failed', 'The database does not answer.');
    if (looks === 4) await failRun(registry, await get(key));
    return get(key);
  };
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());

  const waiting = refresh('/acme/anvil', { url, data: '', token: operatorToken, wait: true });

  await expect(waiting).rejects.toThrow('/acme/anvil: the server failed');
  expect(write.mock.calls.join('')).toContain(
    'The database does not answer. Trying again for 30 seconds.',
  );
});

test('the failure of a run does not control the terminal', async () => {
  const { registry, url } = await apiServer({ libraries: [makeLibrary()] });
  const get = registry.get.bind(registry);
  registry.get = async (key) => {
    const library = await get(key);
    if (library?.metadata.annotations?.[annotations.requestedAt])
      await failRun(registry, library, 'it has the fields \u001b]0;owned\u0007\u009b2J');
    return get(key);
  };
  vi.stubEnv('LECTERN_TOKEN', operatorToken);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks().unstubAllEnvs());

  const code = await main(['node', 'lectern', 'refresh', '/acme/anvil', '--wait', '--url', url]);

  expect(code).toBe(1);
  expect(write.mock.calls.at(-1)).toEqual(['lectern: /acme/anvil: it has the fields ]0;owned2J\n']);
});

test('an error replaces the line of progress in a terminal', async () => {
  const { registry, url } = await apiServer({ libraries: [makeLibrary()] });
  const get = registry.get.bind(registry);
  let looks = 0;
  registry.get = async (key) => {
    looks += 1;
    return looks < 3 ? get(key) : undefined;
  };
  vi.stubEnv('LECTERN_TOKEN', operatorToken);
  const { isTTY, columns } = process.stderr;
  Object.assign(process.stderr, { isTTY: true, columns: 100 });
  onTestFinished(() => void Object.assign(process.stderr, { isTTY, columns }));
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks().unstubAllEnvs());

  const code = await main(['node', 'lectern', 'refresh', '/acme/anvil', '--wait', '--url', url]);

  expect(code).toBe(3);
  expect(write.mock.calls.join('')).toContain(
    '\r\u001B[K/acme/anvil  Waiting for its first run\r\u001B[Klectern: Library "/acme/anvil" not found',
  );
});

async function failRun(
  registry: Registry,
  library: Awaited<ReturnType<Registry['get']>>,
  message = 'the server failed',
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
          message,
          lastTransitionTime: '2026-01-02T03:04:05.000Z',
        },
      ],
    },
  });
}
