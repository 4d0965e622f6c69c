import { expect, test } from 'vitest';
import { readStoredPaths, storedPaths } from './included-files.ts';

test('the paths of a page that opens many modules are stored', () => {
  const paths = Array.from({ length: 600 }, (_, at) => `src/saw/cutting/blade${at}/__init__.py`);
  const stored = storedPaths(paths);
  expect(stored!.length).toBeLessThan(16_000);
  expect(readStoredPaths(stored)).toEqual(paths);
});

test('nothing is stored for a page without includes, and no other text is read as paths', () => {
  expect(storedPaths([])).toBeUndefined();
  for (const text of [undefined, '', '"etag"', 'W/"1"', '["a.md"]']) {
    expect(readStoredPaths(text)).toEqual([]);
  }
});
