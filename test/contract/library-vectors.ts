import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LibraryVectors } from '../../src/store/library-vectors.ts';
import type { Catalog } from '../../src/store/catalog.ts';

/** Vectors for one test. */
export interface VectorsUnderTest {
  /** Opens the vectors of a model, as another process would. */
  open(model: string): Promise<LibraryVectors>;
  /** A catalog over the same data. */
  catalog: Catalog;
  cleanUp(): Promise<void>;
}

/** A vector of unit length in the plane of the first two of four dimensions. */
function at(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0);
}

/** Every adapter of LibraryVectors passes these. */
export function describeLibraryVectors(
  name: string,
  create: () => Promise<VectorsUnderTest>,
): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: VectorsUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(async () => under.cleanUp());

    test('returns the libraries that are near, with their cosines', async () => {
      const vectors = await under.open('m');
      await vectors.put([
        { id: '/a/near', hash: 'h', vector: at(10) },
        { id: '/a/far', hash: 'h', vector: at(100) },
        { id: '/a/edge', hash: 'h', vector: at(50) },
      ]);
      const found = await vectors.near(at(0), 0.6);
      expect([...found.keys()].sort()).toEqual(['/a/edge', '/a/near']);
      expect(found.get('/a/near')).toBeCloseTo(Math.cos(Math.PI / 18), 2);
    });

    test('sees what another process writes, replaces and adds', async () => {
      const [one, other] = [await under.open('m'), await under.open('m')];
      await one.put([{ id: '/a/b', hash: 'old', vector: at(90) }]);
      expect((await other.near(at(90), 0.9)).has('/a/b')).toBe(true);
      await one.put([{ id: '/a/b', hash: 'new', vector: at(0) }]);
      await other.put([{ id: '/a/c', hash: 'x', vector: at(5) }]);
      for (const vectors of [one, other]) {
        expect([...(await vectors.near(at(0), 0.9)).keys()].sort()).toEqual(['/a/b', '/a/c']);
        expect(Object.fromEntries(await vectors.hashes())).toEqual({ '/a/b': 'new', '/a/c': 'x' });
      }
    });

    test('keeps the vectors of two models apart', async () => {
      const [small, large] = [await under.open('small'), await under.open('large')];
      await small.put([{ id: '/a/b', hash: 'h', vector: at(0) }]);
      await large.put([{ id: '/a/b', hash: 'h', vector: Float32Array.of(0, 1) }]);
      expect((await small.near(at(0), 0.9)).has('/a/b')).toBe(true);
      expect((await large.near(Float32Array.of(0, 1), 0.9)).has('/a/b')).toBe(true);
      expect((await large.near(at(0), -1)).size).toBe(0);
    });

    test('keeps more vectors than one read returns', async () => {
      const vectors = await under.open('m');
      await vectors.put(
        Array.from({ length: 1_200 }, (_, n) => ({ id: `/a/${n}`, hash: 'h', vector: at(n / 20) })),
      );
      const found = await (await under.open('m')).near(at(0), -1);
      expect(found.size).toBe(1_200);
      expect(found.get('/a/0')).toBeCloseTo(1, 2);
      expect(found.get('/a/1199')).toBeCloseTo(Math.cos(Math.PI / 3), 1);
    });

    test('forgets a library that the catalog removes', async () => {
      await (await under.open('m')).put([{ id: '/a/b', hash: 'h', vector: at(0) }]);
      await under.catalog.remove('/a/b');
      expect((await (await under.open('m')).hashes()).size).toBe(0);
    });
  });
}
