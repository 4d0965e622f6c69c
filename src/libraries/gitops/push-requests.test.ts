import { expect, test } from 'vitest';
import { PushRequests } from './push-requests.ts';
import { annotations } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { ResourcePatch } from '../../store/registry.ts';

/** Returns a registry whose writes a test completes. */
function slowRegistry() {
  const writes: { key: string; id: string; end: () => void; fail: () => void }[] = [];
  const patch = (key: string, patched: ResourcePatch<ManifestSync>): Promise<ManifestSync> => {
    const { promise, resolve, reject } = Promise.withResolvers<ManifestSync>();
    const id = patched.annotations?.[annotations.requestedAt] ?? '';
    const fail = (): void => reject(new Error('the registry is away'));
    writes.push({ key, id, end: () => resolve({} as ManifestSync), fail });
    return promise;
  };
  return { writes, requests: new PushRequests({ patch }) };
}

test('pushes that come while a request is written share the next one', async () => {
  const { writes, requests } = slowRegistry();
  const first = requests.ask('default');
  const later = Array.from({ length: 1_000 }, () => requests.ask('default'));
  expect(writes).toHaveLength(1);

  writes[0]!.end();
  await first;
  await Promise.resolve();
  expect(writes).toHaveLength(2);
  writes[1]!.end();
  await Promise.all(later);

  expect(writes).toHaveLength(2);
  expect(writes[1]!.id).not.toBe(writes[0]!.id);
});

test('a failed request rejects for its callers, and does not block other requests', async () => {
  const { writes, requests } = slowRegistry();
  const first = requests.ask('default');
  const second = requests.ask('default');
  const elsewhere = requests.ask('other');
  expect(writes.map(({ key }) => key)).toEqual(['default', 'other']);

  writes[0]!.fail();
  writes[1]!.end();
  await expect(first).rejects.toThrow('the registry is away');
  await elsewhere;
  writes[2]!.end();
  await second;

  const third = requests.ask('default');
  writes[3]!.end();
  await third;
  expect(writes).toHaveLength(4);
});
