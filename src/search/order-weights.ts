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
  words: 0.624,
  meaning: 1.474,
  wordsRank: 1.601,
  meaningRank: 3.58,
  meaningGap: 4.161,
  noMeaning: -0.823,
  found: 2.222,
  foundInProse: 1.758,
  foundInCode: 1.558,
  names: 1.009,
  wantedCode: 2.199,
  pairs: 4.372,
  nearTokens: 10.031,
};
