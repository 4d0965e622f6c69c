import { describe, expect, test } from 'vitest';
import { snippet } from '../../test/support/fake-stores.ts';
import { termScores } from './term-scores.ts';

describe('termScores', () => {
  const scoresOf = (terms: string[], contents: string[], title = 'T'): number[] =>
    termScores(
      terms.map((text) => ({ text, weight: 0.2 })),
      contents.map((content, at) => snippet(`${at}`, { title, codeList: [], content })),
    );

  test('a snippet with a term has more than one without it, in each spelling', () => {
    const spellings = ['max unavailable', 'max-unavailable', 'maxUnavailable', 'MAX_UNAVAILABLE'];
    const [without, ...having] = scoresOf(['max unavailabl'], ['The saw waits.', ...spellings]);
    expect(without).toBe(0);
    expect(having.every((score) => score > 0)).toBe(true);
  });

  test('a term is a whole word or its beginning', () => {
    const scores = scoresOf(['lock', 'ip '], ['It blocks.', 'Ipsum, chip.', 'Locking.', 'An IP.']);
    expect(scores.map((score) => score > 0)).toEqual([false, false, true, true]);
  });

  test('a term that few snippets have says more than one that most have', () => {
    const [rare, frequent] = scoresOf(['oil', 'saw'], ['Oil it.', 'A saw.', 'A saw.', 'A saw.']);
    expect(rare).toBeGreaterThan(frequent!);
  });

  test('a term in the title says more than one in the text', () => {
    const terms = [{ text: 'oil', weight: 0.2 }];
    const titled = snippet('a', { title: 'Oil', codeList: [], content: 'Wait for it.' });
    const said = snippet('b', { title: 'Wait', codeList: [], content: 'Oil for it.' });
    const [inTitle, inText] = termScores(terms, [titled, said]);
    expect(inTitle).toBeGreaterThan(inText!);
  });

  test('a question without terms says nothing', () => {
    expect(scoresOf([], ['Oil.', 'A saw.'])).toEqual([0, 0]);
  });
});
