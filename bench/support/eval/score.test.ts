import { describe, expect, test } from 'vitest';
import type { GradedQuestion } from './questions.ts';
import { scoreAnswer } from './score.ts';

const question: GradedQuestion = {
  id: 'q-1',
  corpus: 'docs',
  kind: 4,
  question: 'why does the port time out?',
  expected: [
    { file: 'docs/ports.md', heading: 'Ports', grade: 3 },
    { file: 'docs/other.md', heading: 'Other', grade: 1 },
  ],
  must_contain: ['time out', 'blocked'],
};

const block = (source: string, text: string): string =>
  `### Title\n\nSource: https://host/blob/abc/${source}\n\n${text}`;
const line = `\n\n${'-'.repeat(32)}\n\n`;
const filler = (tokens: number): string => block('docs/elsewhere.md', 'x'.repeat(tokens * 4));

describe('scoreAnswer', () => {
  test('finds the answer in a block of an expected file that has one of the strings', () => {
    const text = [filler(10), block('docs/ports.md#ports', 'It is blocked.')].join(line);

    const score = scoreAnswer(text, question);

    expect(score).toMatchObject({ within1000: true, reciprocalRank: 0.5, fileFirst: false });
    expect(score).toMatchObject({ fileInFive: true, duplicates: 0 });
  });

  test.each([
    ['of another file', block('docs/elsewhere.md', 'It is blocked.')],
    ['of a file that only helps', block('docs/other.md', 'It is blocked.')],
    ['without the strings', block('docs/ports.md', 'Ports are numbers.')],
    ['that is no block', 'It is blocked.'],
  ])('does not take a block %s for the answer', (_, text) => {
    expect(scoreAnswer(text, question)).toMatchObject({ within3300: false, reciprocalRank: 0 });
  });

  test('counts the tokens before the answer', () => {
    const text = [filler(1_500), block('docs/ports.md', 'blocked')].join(line);

    expect(scoreAnswer(text, question)).toMatchObject({ within1000: false, within2000: true });
  });

  test('knows a file with the same text by its other name', () => {
    const text = block('docs/.generated/ports.md', 'blocked');
    const same = { 'docs/ports.md': 'docs/.generated/ports.md' };

    expect(scoreAnswer(text, question, same).within1000).toBe(true);
  });

  test('counts blocks that repeat another', () => {
    expect(scoreAnswer([filler(5), filler(5)].join(line), question).duplicates).toBe(1);
  });

  test('takes a heading with its source for the begin of a block, and reads a bare percent sign', () => {
    const text = `${filler(1)}\n\n${block('docs/ports.md?100%', 'blocked')}`;

    expect(scoreAnswer(text, question).reciprocalRank).toBe(0.5);
  });
});
