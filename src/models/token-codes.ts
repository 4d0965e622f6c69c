import { encodeSigns, productsWithSigns } from '../base/sign-codes.ts';

/** Numbers in the vector of a token. */
export const tokenDimensions = 64;
/** Bytes of a token's code: one bit for the sign of each number. */
const codeBytes = tokenDimensions / 8;

/**
 * Returns the codes of tokens, 8 bytes each. The signs of a vector keep most of its direction, in a 32nd of the space.
 * `tokens` holds vectors of 64 numbers, one after the other.
 */
export function encodeTokens(tokens: Float32Array): Uint8Array {
  return encodeSigns(tokens);
}

/** Returns how near a text's tokens are to those of a question, from -1 to 1. */
export type Nearness = (codes: Uint8Array) => number;

/**
 * Prepares a question for late interaction: each token of the question finds its nearest token in a text, and the mean of
 * their dot products is the nearness. See Khattab and Zaharia, ColBERT, 2020. `tokens` are unit vectors of 64 numbers.
 */
export function nearnessTo(tokens: Float32Array): Nearness {
  const count = Math.floor(tokens.length / tokenDimensions);
  // The codes stand for unit vectors too.
  const scale = 1 / Math.sqrt(tokenDimensions);
  const products = productsWithSigns(tokens.map((number) => number * scale));
  return (codes) => {
    let total = 0;
    for (let token = 0; token < count; token += 1) {
      let best = -1;
      for (let at = 0; at + codeBytes <= codes.length; at += codeBytes) {
        let sum = 0;
        let byte = token * codeBytes * 256;
        for (let index = 0; index < codeBytes; index += 1, byte += 256) {
          sum += products[byte + codes[at + index]!]!;
        }
        if (sum > best) best = sum;
      }
      total += best;
    }
    return count === 0 ? 0 : total / count;
  };
}
