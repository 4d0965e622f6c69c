/** Numbers in the vector of a token. */
export const tokenDimensions = 64;
/** Bytes of a token's code: one bit for the sign of each number. */
const codeBytes = tokenDimensions / 8;

/**
 * Returns the codes of tokens, 8 bytes each. The signs of a vector keep most of its direction, in a 32nd of the space.
 * `tokens` holds vectors of 64 numbers, one after the other.
 */
export function encodeTokens(tokens: Float32Array): Uint8Array {
  const codes = new Uint8Array(tokens.length / 8);
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]! > 0) codes[at >> 3]! |= 1 << (at & 7);
  }
  return codes;
}

/** Returns how near a text's tokens are to those of a question, from -1 to 1. */
export type Nearness = (codes: Uint8Array) => number;

/**
 * Prepares a question for late interaction: each token of the question finds its nearest token in a text, and the mean of
 * their dot products is the nearness. See Khattab and Zaharia, ColBERT, 2020. `tokens` are unit vectors of 64 numbers.
 */
export function nearnessTo(tokens: Float32Array): Nearness {
  const count = Math.floor(tokens.length / tokenDimensions);
  const tables = new Float32Array(count * codeBytes * 256);
  for (let table = 0; table < count * codeBytes; table += 1) {
    fillTable(tables.subarray(table * 256, (table + 1) * 256), tokens.subarray(table * 8));
  }
  return (codes) => {
    let total = 0;
    for (let token = 0; token < count; token += 1) {
      let best = -1;
      for (let at = 0; at + codeBytes <= codes.length; at += codeBytes) {
        let sum = 0;
        let table = token * codeBytes * 256;
        for (let index = 0; index < codeBytes; index += 1, table += 256) {
          sum += tables[table + codes[at + index]!]!;
        }
        if (sum > best) best = sum;
      }
      total += best;
    }
    return count === 0 ? 0 : total / count;
  };
}

/** Fills in the dot product of 8 numbers with each of the 256 patterns of signs, scaled as for unit vectors. */
function fillTable(table: Float32Array, numbers: Float32Array): void {
  const scale = 1 / Math.sqrt(tokenDimensions);
  let none = 0;
  for (let bit = 0; bit < 8; bit += 1) none -= numbers[bit]! * scale;
  table[0] = none;
  // Each bit doubles the known patterns: the same with that number's sign turned.
  for (let bit = 0, known = 1; bit < 8; bit += 1, known *= 2) {
    const turned = 2 * numbers[bit]! * scale;
    for (let pattern = 0; pattern < known; pattern += 1) {
      table[known + pattern] = table[pattern]! + turned;
    }
  }
}
