import { expect, test } from 'vitest';
import { readStoredPaths, storedPaths } from './included-files.ts';

test('the paths of a page that opens many modules are stored', () => {
  const paths = Array.from({ length: 600 }, (_, at) => `src/saw/cutting/blade${at}/__init__.py`);
  const watched = { included: paths, titled: ['docs/oil.rst'] };
  const stored = storedPaths(watched);
  expect(stored!.length).toBeLessThan(16_000);
  expect(readStoredPaths(stored)).toEqual(watched);
});

test('nothing is stored for a page without includes and references, and no other text is read as paths', () => {
  const none = { included: [], titled: [] };
  expect(storedPaths(none)).toBeUndefined();
  for (const text of [undefined, '', '"etag"', 'W/"1"', '["a.md"]']) {
    expect(readStoredPaths(text)).toEqual(none);
  }
});
