/** Weights of the features in order.ts. `node bench/train-order.ts` writes this file (ADR 3). */
export const orderWeights = {
  words: 1.021,
  meaning: 2.229,
  wordsRank: 2.393,
  meaningRank: 3.897,
  meaningGap: 5.767,
  noMeaning: -1.022,
  found: 1.907,
  foundInProse: 2.863,
  foundInCode: 0.624,
  names: 0.721,
  wantedCode: 1.414,
  pairs: 5.301,
  terms: 1.742,
};

/** The weights of the second order; see TokenFeature. */
export const tokenOrderWeights = {
  words: 0.872,
  meaning: 1.77,
  wordsRank: 1.792,
  meaningRank: 3.174,
  meaningGap: 4.953,
  noMeaning: -0.7,
  found: 1.901,
  foundInProse: 2.589,
  foundInCode: 0.831,
  names: 0.601,
  wantedCode: 1.31,
  pairs: 5.125,
  terms: 1.584,
  nearTokens: 8.576,
};
