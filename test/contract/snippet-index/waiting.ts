import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import type {
  SnippetIndex,
  SnippetToWrite,
  VectorShare,
} from '../../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from './snippets.ts';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** A snippet whose texts wait for vectors: its head and parts. */
function waiting(text: string, parts = 1, path = `${text}.md`): SnippetToWrite {
  const texts = [text, ...Array.from({ length: parts }, (_, at) => `${text} part ${at}`)];
  return { snippet: snippetOf(path, text), embeddingHash: hashOf(text), texts };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** How a test embeds what waits. */
interface Embedding {
  batches?: number;
  version?: string;
  limit?: number;
  from?: SnippetIndex;
  share?: VectorShare;
  /** Returns the codes of a snippet's first text. */
  codesOf?: (text: string) => Uint8Array;
}

/** Snippets that questions find by words before they have vectors. */
export function describeWaiting(at: Subject): void {
  const publish = async (snippets: SnippetToWrite[], version = ''): Promise<void> => {
    const writer = await at.index.open(LIBRARY, version, EMBEDDER, 32);
    for (const snippet of snippets) {
      await writer.write({ path: snippet.snippet.path, hash: 'h1' }, [snippet]);
    }
    await writer.activate(facts);
  };
  /** Embeds batches until none is left, or `batches` are done. Returns the texts of each. */
  const embed = async (
    vectorOf: (text: string) => Float32Array,
    {
      batches = Infinity,
      version = '',
      limit = 4,
      from = at.index,
      codesOf,
      share,
    }: Embedding = {},
  ): Promise<string[][]> => {
    const writer = await from.openVectors(LIBRARY, version, EMBEDDER, share);
    const seen: string[][] = [];
    if (!writer) return seen;
    while (seen.length < batches) {
      const batch = await writer.next(limit);
      if (batch.length === 0) break;
      seen.push(batch.flatMap(({ texts }) => texts));
      await writer.store(
        batch.map(({ key, texts, isFirst }) => ({
          key,
          vectors: texts.map(vectorOf),
          ...(isFirst && codesOf && { tokenCodes: codesOf(texts[0]!) }),
        })),
      );
    }
    await writer.close();
    return seen;
  };
  const dense = async (embedding: Float32Array, version = ''): Promise<string[] | undefined> =>
    (await at.ask('', { embedding, version }))?.dense.map(({ id }) => id);

  describe('words before vectors', () => {
    test('finds active snippets by words while their texts wait', async () => {
      await publish([waiting('alpha'), waiting('beta')]);

      expect(await at.titles('alpha')).toEqual(['alpha']);
      expect(await dense(vectorAlong(0))).toEqual([]);
      const writer = await at.index.openVectors(LIBRARY, '', EMBEDDER);
      expect(writer?.waiting).toEqual({ snippets: 2, texts: 4 });
      await writer?.close();
    });

    test('hands out the first text of every snippet first, and shows each batch at once', async () => {
      await publish([waiting('alpha', 2), waiting('beta', 2)]);

      const [firsts] = await embed(() => vectorAlong(3), { batches: 1 });

      expect(firsts?.toSorted()).toEqual(['alpha', 'beta']);
      expect((await dense(vectorAlong(3)))?.toSorted()).toEqual(['alpha.md#alpha', 'beta.md#beta']);
    });

    test('orders by the nearest of all parts when everything is embedded', async () => {
      await publish([waiting('alpha', 2), waiting('beta', 2)]);

      await embed((text) => vectorAlong(text === 'beta part 1' ? 9 : 3));

      expect(await dense(vectorAlong(9))).toEqual(['beta.md#beta', 'alpha.md#alpha']);
      expect(await embed(() => vectorAlong(1))).toEqual([]);
    });

    test('continues with the rest after a run that ended early', async () => {
      await publish([waiting('alpha'), waiting('beta'), waiting('gamma')]);
      const first = await embed(() => vectorAlong(3), { batches: 1, limit: 2 });

      const second = await embed(() => vectorAlong(4), { from: at.another() });

      const all = [...first, ...second].flat();
      expect(all.toSorted()).toEqual(
        ['alpha', 'beta', 'gamma'].flatMap((text) => [text, `${text} part 0`]),
      );
    });

    test('gives each text to one share, and equal texts to the same share', async () => {
      const names = Array.from({ length: 40 }, (_, number) => `text ${number}`);
      const copies = names.slice(0, 10).map((text) => waiting(text, 1, `copies/${text}.md`));
      await publish([...names.map((text) => waiting(text)), ...copies]);

      const found: string[][] = [];
      for (const number of [0, 1, 2]) {
        const share = { number, of: 3 };
        found.push((await embed(() => vectorAlong(number), { share, from: at.another() })).flat());
      }

      const wanted = names.flatMap((text) => [text, `${text} part 0`]);
      expect(found.flat().toSorted()).toEqual(wanted.toSorted());
      for (const texts of found) expect(texts.length).toBeGreaterThan(wanted.length / 6);
      const all = await at.index.openVectors(LIBRARY, '', EMBEDDER);
      expect(all?.waiting).toEqual({ snippets: 0, texts: 0 });
      await all?.close();
    });

    test('counts what waits in a share', async () => {
      await publish(Array.from({ length: 40 }, (_, number) => waiting(`text ${number}`)));

      await embed(() => vectorAlong(0), { share: { number: 0, of: 2 } });

      const done = await at.index.openVectors(LIBRARY, '', EMBEDDER, { number: 0, of: 2 });
      expect(done?.waiting).toEqual({ snippets: 0, texts: 0 });
      await done?.close();
      const left = await at.index.openVectors(LIBRARY, '', EMBEDDER, { number: 1, of: 2 });
      const { snippets = 0 } = left?.waiting ?? {};
      expect(left?.waiting.texts).toBe(2 * snippets);
      await left?.close();
      const all = await at.index.openVectors(LIBRARY, '', EMBEDDER);
      expect(all?.waiting.snippets).toBe(snippets);
      await all?.close();
    });

    test('reports which hits by words have no vectors yet', async () => {
      await publish([waiting('alpha one'), waiting('beta one')]);
      const [first = []] = await embed(() => vectorAlong(3), { batches: 1, limit: 1 });
      const left = first[0] === 'alpha one' ? 'beta one' : 'alpha one';

      const hits = await at.ask('one', { embedding: vectorAlong(3) });

      expect(hits?.lexical).toHaveLength(2);
      expect(hits?.waiting).toEqual(new Set([`${left}.md#${left}`]));
      await embed(() => vectorAlong(3));
      expect((await at.ask('one', { embedding: vectorAlong(3) }))?.waiting).toBeUndefined();
    });

    test('reports no hit as waiting while a run writes it for another model', async () => {
      await publish([toWrite(snippetOf('a.md', 'alpha'), vectorAlong(3))]);
      const fillers = Array.from({ length: 300 }, (_, n) => waiting(`filler ${n}`, 0, 'a.md'));
      const writer = await at.index.open(LIBRARY, '', 'another model', 32);
      await writer.write({ path: 'a.md', hash: 'h1' }, [waiting('alpha', 1, 'a.md'), ...fillers]);

      const hits = await at.ask('alpha', { embedding: vectorAlong(3) });

      expect(hits?.dense.map(({ id }) => id)).toEqual(['a.md#alpha']);
      expect(hits?.waiting).toBeUndefined();
      await writer.discard();
    });

    test('embeds equal texts of several snippets once', async () => {
      const other = { ...waiting('alpha'), snippet: snippetOf('copy.md', 'alpha') };
      await publish([waiting('alpha'), other]);

      const batches = await embed(() => vectorAlong(5));

      expect(batches.flat().toSorted()).toEqual(['alpha', 'alpha part 0']);
      expect((await dense(vectorAlong(5)))?.toSorted()).toEqual([
        'alpha.md#alpha',
        'copy.md#alpha',
      ]);
    });

    test('keeps the vectors of unchanged texts in the next generation', async () => {
      await publish([waiting('alpha')]);
      await embed(() => vectorAlong(6));

      await publish([waiting('alpha', 1, 'moved.md'), waiting('beta')]);

      expect(await dense(vectorAlong(6))).toEqual(['moved.md#alpha']);
      expect((await embed(() => vectorAlong(7))).flat().toSorted()).toEqual([
        'beta',
        'beta part 0',
      ]);
    });

    test('returns the codes of the tokens of first texts with the hits of both lists', async () => {
      await publish([waiting('alpha', 2), waiting('beta', 2)]);
      const codes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(`codes of ${text}`));

      await embed((text) => vectorAlong(text.startsWith('alpha') ? 3 : 4), { codesOf: codes });

      const hits = await at.ask('beta', { embedding: vectorAlong(3) });
      const found = [...(hits?.tokenCodes ?? [])].map(([id, own]) => [id, [...own]]);
      expect(new Map(found as [string, number[]][])).toEqual(
        new Map([
          ['alpha.md#alpha', [...codes('alpha')]],
          ['beta.md#beta', [...codes('beta')]],
        ]),
      );
      expect((await at.ask('beta'))?.tokenCodes).toBeUndefined();
    });

    test('keeps the codes of unchanged texts in the next generation', async () => {
      await publish([waiting('alpha')]);
      await embed(() => vectorAlong(6), { codesOf: () => Uint8Array.of(1, 2, 3) });

      await publish([waiting('alpha', 1, 'moved.md')]);

      const hits = await at.ask('alpha', { embedding: vectorAlong(6) });
      expect([...(hits?.tokenCodes?.get('moved.md#alpha') ?? [])]).toEqual([1, 2, 3]);
    });

    test('takes the codes of a snippet with its vectors', async () => {
      const done = toWrite(snippetOf('done.md', 'done'), vectorAlong(1));
      await publish([{ ...done, tokenCodes: Uint8Array.of(4, 5) }]);

      const hits = await at.ask('done', { embedding: vectorAlong(1) });
      expect([...(hits?.tokenCodes?.get('done.md#done') ?? [])]).toEqual([4, 5]);
    });

    test('has no codes of snippets whose model gives no tokens', async () => {
      await publish([waiting('alpha')]);
      await embed(() => vectorAlong(6));

      expect((await at.ask('alpha', { embedding: vectorAlong(6) }))?.tokenCodes).toBeUndefined();
    });

    test('keeps the waiting texts of an unchanged document through a refresh', async () => {
      await publish([waiting('alpha')]);
      const writer = await at.index.open(LIBRARY, '', EMBEDDER, 32);
      await writer.write({ path: 'alpha.md', hash: 'h1' }, 'unchanged');
      await writer.activate({ ...facts, revision: 'r2' });

      expect((await embed(() => vectorAlong(8))).flat()).toEqual(['alpha', 'alpha part 0']);
      expect(await dense(vectorAlong(8))).toEqual(['alpha.md#alpha']);
    });

    test('embeds texts that two versions share once, for both', async () => {
      await publish([waiting('alpha')]);
      await publish([waiting('alpha')], 'v1');

      await embed(() => vectorAlong(2));

      expect(await dense(vectorAlong(2), 'v1')).toEqual(['alpha.md#alpha']);
      expect(await embed(() => vectorAlong(2), { version: 'v1' })).toEqual([]);
    });

    test('removes waiting texts that no version shows any more', async () => {
      await publish([waiting('alpha')]);
      await publish([waiting('beta')]);

      expect((await embed(() => vectorAlong(1))).flat().toSorted()).toEqual([
        'beta',
        'beta part 0',
      ]);
    });

    test('has nothing to embed for a version that is not served, or of another embedder', async () => {
      await at.publish(['alpha']);

      expect(await at.index.openVectors(LIBRARY, 'v9', EMBEDDER)).toBeUndefined();
      expect(await at.index.openVectors(LIBRARY, '', 'other-embedder')).toBeUndefined();
    });

    test('finds both snippets that have vectors and snippets that wait for them', async () => {
      await publish([toWrite(snippetOf('done.md', 'done'), vectorAlong(1)), waiting('alpha')]);

      expect(await dense(vectorAlong(1))).toEqual(['done.md#done']);
      await embed(() => vectorAlong(2));
      expect((await dense(vectorAlong(2)))?.[0]).toBe('alpha.md#alpha');
    });

    test('finds embedded snippets among thousands, in every version', async () => {
      const many = Array.from({ length: 1_200 }, (_, n) => waiting(`text ${n}`, 0));
      await publish(many);

      await embed((text) => vectorAlong(Number(text.slice(5)) % 32, Number(text.slice(5)) / 1e4), {
        limit: 100,
      });

      const [first] = (await dense(vectorAlong(7, 7 / 1e4))) ?? [];
      expect(first).toBe('text 7.md#text 7');
      expect(await dense(vectorAlong(7))).toHaveLength(10);
    });
  });
}
