import { describe, expect, test } from 'vitest';
import { scoreOrder, trainOrder, type TrainingQuestion } from './train.ts';

const candidate = (
  features: number[],
  answers: boolean,
): TrainingQuestion['candidates'][number] => ({
  features,
  answers,
  tokens: 600,
});

describe('trainOrder', () => {
  const questions = Array.from({ length: 20 }, (_, n): TrainingQuestion => ({
    corpus: 'one',
    candidates: [
      candidate([1, n % 2], false),
      candidate([0.4, (n + 1) % 2], false),
      candidate([2, n % 3], true),
    ],
  }));

  test('puts the answer first if one feature tells it', () => {
    const weights = trainOrder(questions);

    expect(scoreOrder(questions, weights)).toMatchObject({ reciprocalRank: 1, within1000: 1 });
    expect(weights[0]).toBeGreaterThan(0);
  });

  test('scores the place of the first answer, and the tokens before it', () => {
    expect(scoreOrder(questions.slice(0, 1), [-1, 0])).toEqual({
      questions: 1,
      reciprocalRank: 1 / 3,
      within1000: 0,
      within2000: 1,
    });
  });
});
