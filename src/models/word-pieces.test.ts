import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInModelDir } from './model-files.ts';
import { countModelTokens, loadWordPieces } from './word-pieces.ts';

const [start, end] = [101, 102];
const pieces = loadWordPieces(builtInModelDir);

describe('word pieces', () => {
  test('of any text begin and end with special tokens and fit the window', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.integer({ min: 2, max: 256 }),
        (text, window) => {
          const ids = pieces.ids(text, window);
          expect([ids[0], ids.at(-1)]).toEqual([start, end]);
          expect(ids.length).toBeLessThanOrEqual(window);
        },
      ),
    );
  });

  test('are counted as they are embedded, if they fit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(pieces.ids(text, 1_000)).toHaveLength(countModelTokens(text) + 2);
      }),
    );
  });

  test('of a long text are cut at the window', () => {
    const ids = pieces.ids('one two three four five', 5);
    expect(ids).toEqual([...pieces.ids('one two three', 5)]);
  });

  test('take the names of special tokens in a document for words', () => {
    const ids = pieces.ids('[CLS] and [SEP]', 256);
    expect(ids.filter((id) => id === start || id === end)).toEqual([start, end]);
  });

  test('of a text do not depend on the texts before', () => {
    const text = 'Unbelievably, the façade of “pgBouncer” re-renders `useEffect()`…';
    const fresh = loadWordPieces(builtInModelDir).ids(text, 256);
    for (const other of ['pgBouncer', 'useEffect', text]) pieces.ids(other, 4);
    expect(pieces.ids(text, 256)).toEqual(fresh);
  });
});
