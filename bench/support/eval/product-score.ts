/** The quality of one answer of a product. */
export interface ProductScore {
  id: string;
  corpus: string;
  /** Whether the first result is right, or one of the first five. */
  first: boolean;
  inFive: boolean;
  /** Whether a right text is in the first 1,000 or 2,000 tokens of the results. */
  within1000: boolean;
  within2000: boolean;
  /** 1 / the place of the first right result; 0 after the tenth. */
  reciprocalRank: number;
  /** Tokens of the whole answer. */
  tokens: number;
}

const charactersPerToken = 4;

/** Scores the results of an answer, the best first. `isRight` judges the text of a result, or of its start. Pure. */
export function scoreResults(
  results: string[],
  isRight: (text: string) => boolean,
): Omit<ProductScore, 'id' | 'corpus' | 'tokens'> {
  const place = results.findIndex(isRight);
  return {
    first: place === 0,
    inFive: place >= 0 && place < 5,
    within1000: startsOf(results, 1_000).some(isRight),
    within2000: startsOf(results, 2_000).some(isRight),
    reciprocalRank: place >= 0 && place < 10 ? 1 / (place + 1) : 0,
  };
}

/** Returns the number of tokens of a text, at 4 characters for each token. Pure. */
export function tokensOf(text: string): number {
  return text.length / charactersPerToken;
}

/** Returns the results that a reader of `tokens` tokens sees. The last one may be cut. */
function startsOf(results: string[], tokens: number): string[] {
  let left = tokens * charactersPerToken;
  return results.flatMap((result) => {
    const start = result.slice(0, Math.max(0, left));
    left -= result.length;
    return start === '' ? [] : [start];
  });
}
