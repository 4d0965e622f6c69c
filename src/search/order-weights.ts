/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 0.814,
  meaning: 2.048,
  wordsRank: 2.291,
  meaningRank: 4.019,
  meaningGap: 5.232,
  noMeaning: -1.239,
  found: 2.104,
  foundInProse: 2.222,
  foundInCode: 1.442,
  names: 1.163,
  wantedCode: 2.344,
  pairs: 4.508,
};

/** The weights of the second order; see TokenFeature. */
export const tokenOrderWeights = {
  words: 0.616,
  meaning: 1.475,
  wordsRank: 1.57,
  meaningRank: 3.574,
  meaningGap: 4.144,
  noMeaning: -0.825,
  found: 2.194,
  foundInProse: 1.73,
  foundInCode: 1.553,
  names: 1.019,
  wantedCode: 2.196,
  pairs: 4.394,
  nearTokens: 10.232,
};
