/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 0.967,
  meaning: 2.034,
  wordsRank: 1.697,
  meaningRank: 3.846,
  meaningGap: 4.254,
  noMeaning: -1.241,
  found: 2.475,
  foundInProse: 2.533,
  foundInCode: 1.577,
  names: 1.198,
  wantedCode: 2.364,
  pairs: 4.793,
};
