import { describe, expect, test } from 'vitest';
import { pseudoRandom } from '../../../src/cli/eval/pseudo-random.ts';
import { snippetOf, toWrite } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests with large numbers of documents and snippets. */
export function describeLarge(at: Subject): void {
  describe('large versions', () => {
    test('give the same nearest snippets as an exact comparison', async () => {
      const writer = await at.index.open(LIBRARY, '', EMBEDDER);
      const random = pseudoRandom(7);
      const vectors = Array.from({ length: 3_000 }, () => randomVector(random));
      for (const [n, vector] of vectors.entries()) {
        await writer.write({ path: `${n}.md`, hash: 'h' }, [
          toWrite(snippetOf(`${n}.md`, `n${n}`), vector),
        ]);
      }
      await writer.activate(facts);
      for (const query of [vectors[17]!, vectors[2_999]!]) {
        const exact = vectors
          .map((vector, n) => ({ id: `${n}.md#n${n}`, score: dot(vector, query) }))
          .sort((a, b) => b.score - a.score);
        const hits = await at.ask('', { embedding: query });
        expect(hits?.dense[0]?.id).toBe(exact[0]?.id);
        const top = new Set(exact.slice(0, 10).map(({ id }) => id));
        expect(hits!.dense.filter(({ id }) => top.has(id)).length).toBeGreaterThanOrEqual(8);
      }
    });

    test('keep showing only the active generation over many refreshes', async () => {
      const random = pseudoRandom(3);
      const texts = Array.from({ length: 1_500 }, (_, n) => `t${n}`);
      const vectors = new Map(texts.map((text) => [text, randomVector(random)]));
      for (let round = 1; round <= 12; round++) {
        const writer = await at.index.open(LIBRARY, '', EMBEDDER);
        for (const [n, text] of texts.entries()) {
          const hash = n % 12 < round ? `round ${Math.min(round, (n % 12) + 1)}` : 'round 0';
          const path = `${text}.md`;
          if (writer.known(path, hash)) await writer.write({ path, hash }, 'unchanged');
          else
            await writer.write({ path, hash }, [
              { ...toWrite(snippetOf(path, `${text} ${hash}`), vectors.get(text)!) },
            ]);
        }
        const active = await writer.activate({ ...facts, revision: `r${round}` });
        expect(active).toMatchObject({ documents: 1_500, snippets: 1_500, generation: round });
      }
      const probe = vectors.get('t100')!;
      const hits = await at.ask('', { embedding: probe });
      expect(hits?.dense[0]).toEqual({ id: 't100.md#t100 round 5', score: expect.closeTo(1, 5) });
      expect(new Set(hits?.dense.map(({ id }) => id.split('#')[0])).size).toBe(10);
    });
  });
}

function randomVector(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: 64 }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
