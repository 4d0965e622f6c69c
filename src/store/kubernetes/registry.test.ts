import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import { KubernetesRegistry } from './registry.ts';
import { libraryKind } from './resource-kind.ts';

test('resources outside of the namespace of the install are marked, whatever their authors write', async () => {
  const objects = ['lectern', 'team'].map((namespace) =>
    makeLibrary({ metadata: { name: 'anvil', namespace } }),
  );
  const client = { resource: () => ({ list: async () => objects }) } as unknown as KubeClient;
  const registry = new KubernetesRegistry({
    client,
    kind: libraryKind,
    namespace: 'lectern',
    namespaces: 'all',
    onError: (message) => expect.fail(message),
  });

  const read = await registry.list();

  expect(read.map(({ metadata }) => [metadata.namespace, metadata.isForeign])).toEqual([
    ['lectern', undefined],
    ['team', true],
  ]);
});
