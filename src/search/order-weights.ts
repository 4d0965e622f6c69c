/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 1.126,
  meaning: 1.696,
  wordsRank: 2.903,
  meaningRank: 4.449,
  meaningGap: 4.925,
  noMeaning: -1.005,
  found: 1.385,
  foundInProse: 2.381,
  foundInCode: 0.9,
  names: 0.89,
  wantedCode: 2.116,
  pairs: 5.681,
};

/** The weights of the second order; see TokenFeature. */
export const tokenOrderWeights = {
  words: 0.928,
  meaning: 1.13,
  wordsRank: 2.124,
  meaningRank: 3.89,
  meaningGap: 3.94,
  noMeaning: -0.583,
  found: 1.44,
  foundInProse: 1.918,
  foundInCode: 0.978,
  names: 0.821,
  wantedCode: 2.051,
  pairs: 5.228,
  nearTokens: 9.985,
};
