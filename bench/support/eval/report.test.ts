import { describe, expect, test } from 'vitest';
import { formatComparison, formatScores, significantLosses } from './report.ts';
import type { Score } from './score.ts';

const score = (at: number, parts: Partial<Score>): Score => ({
  id: `q-${at}`,
  corpus: at % 2 === 0 ? 'even' : 'odd',
  kind: (at % 5) + 1,
  within1000: true,
  within2000: true,
  within3300: true,
  reciprocalRank: 1,
  fileFirst: true,
  fileInFive: true,
  tokens: 800,
  duplicates: 0,
  ...parts,
});
const many = (count: number, parts: Partial<Score> = {}): Score[] =>
  Array.from({ length: count }, (_, at) => score(at, parts));

describe('formatScores', () => {
  test('has a row for all questions, each kind and each corpus, with intervals', () => {
    const scores = [...many(10), ...many(10, { within1000: false, reciprocalRank: 0.5 })];

    const rows = formatScores(scores).split('\n');

    const names = rows.map((row) => row.slice(0, 14).trim());
    expect(names).toEqual([
      '',
      'all',
      'paraphrase',
      'exact name',
      'how-to',
      'symptom',
      'comparison',
      'even',
      'odd',
    ]);
    expect(rows[1]).toMatch(
      /^all +20 +0\.50 \[0\.\d\d, 0\.\d\d\] +1\.00 \[1\.00, 1\.00\] +0\.75 \[.*\] +800$/,
    );
  });
});

describe('formatComparison', () => {
  test('names the questions that were won and lost', () => {
    const before = many(3);
    const now = [score(0, {}), score(1, { within1000: false }), score(2, {})];

    const lines = formatComparison(now, before).split('\n');

    const at = lines.indexOf('within 1,000: 0 won, 1 lost, 2 alike, p 1.000');
    expect(lines[at + 1]).toBe('  lost: odd/q-1');
    expect(lines.find((line) => line.startsWith('odd'))).toMatch(/^odd +\+0 -1 +\+0 -0 +\+0 -0$/);
    expect(lines.find((line) => line.startsWith('even'))).toMatch(/^even +\+0 -0/);
  });
});

describe('significantLosses', () => {
  test('names the figures that got worse by more than chance', () => {
    expect(significantLosses(many(8, { within1000: false }), many(8))).toEqual(['within 1,000']);
    expect(significantLosses(many(8), many(8, { within1000: false }))).toEqual([]);
  });
});
