import { expect, test } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import type { Library } from '../resources/library.ts';
import { ResourceCache } from './resource-cache.ts';

test('the late result of a write does not bring a deleted library back under its name', () => {
  const cache = new ResourceCache<Library>(
    {
      async *watch() {
        yield* [];
      },
    },
    ({ spec }) => spec.id,
  );
  const before = makeLibrary({ metadata: { uid: 'before', resourceVersion: '7' } });
  const anew = makeLibrary({ metadata: { uid: 'anew', resourceVersion: '9' } });
  cache.put(before);
  cache.put(anew);

  const written = { ...before, metadata: { ...before.metadata, resourceVersion: '8' } };

  expect(cache.update(written)).toBe(written);
  expect(cache.get(anew.metadata.name)).toBe(anew);
});
