/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 0.928,
  meaning: 2.19,
  wordsRank: 3.008,
  meaningRank: 4.63,
  meaningGap: 5.695,
  noMeaning: -0.711,
  found: 1.207,
  foundInProse: 2.117,
  foundInCode: 0.787,
  names: 1.052,
  wantedCode: 2.094,
  pairs: 5.853,
};

/** The weights of the second order; see TokenFeature. */
export const tokenOrderWeights = {
  words: 0.798,
  meaning: 1.685,
  wordsRank: 2.167,
  meaningRank: 3.758,
  meaningGap: 4.8,
  noMeaning: -0.367,
  found: 1.232,
  foundInProse: 1.734,
  foundInCode: 0.89,
  names: 0.976,
  wantedCode: 2.039,
  pairs: 5.565,
  nearTokens: 9.554,
};
