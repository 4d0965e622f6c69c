/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 0.883,
  meaning: 1.821,
  wordsRank: 2.08,
  meaningRank: 3.696,
  meaningGap: 4.52,
  noMeaning: -1.288,
  found: 1.62,
  foundInProse: 2.927,
  foundInCode: 2.292,
  names: 0.776,
  pairs: 5.306,
};
