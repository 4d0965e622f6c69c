import { encodeSigns, productsWithSigns } from '../../../base/sign-codes.ts';

/** Codes of many vectors: entry n is `snippets[n]`; its code begins in `bits` at n * (bytes of one code). */
export interface CodeBlock {
  snippets: Uint8Array;
  bits: Uint8Array;
}

/** Packs the codes of (snippet, vector) pairs into one block. All vectors must have the same length. */
export function packCodes(entries: { snippet: number; vector: Float32Array }[]): CodeBlock {
  return packBlock(entries.map(({ snippet, vector }) => ({ snippet, code: encodeSigns(vector) })));
}

/** Number of codes with the smallest Hamming distances that are compared with the query itself, for each wanted snippet. */
const NEAR_PER_SNIPPET = 6;

/**
 * Returns the `count` snippets whose codes are nearest to a vector, unordered; more if several are as near. Compares all codes
 * by Hamming distance, and the nearest of them with the vector itself: a dimension in which the vector is long counts more.
 * Ignores blocks whose codes have another length than the vector's.
 */
export function nearestCodes(query: Float32Array, blocks: CodeBlock[], count: number): number[] {
  const code = encodeSigns(query);
  const wanted = words(code);
  const scanned = blocks.flatMap(({ snippets: numbers, bits }) => {
    const snippets = words(numbers);
    if (bits.length !== snippets.length * code.length) return [];
    return { snippets, bits, distances: distancesTo(wanted, words(bits)) };
  });
  const limit = distanceOfNearest(
    scanned.map((block) => block.distances),
    { count: count * NEAR_PER_SNIPPET, max: code.length * 8 },
  );
  const products = productsWithSigns(query);
  const best = new Map<number, number>();
  for (const { snippets, bits, distances } of scanned) {
    for (let index = 0; index < distances.length; index++) {
      if (distances[index]! > limit) continue;
      let product = 0;
      for (let byte = 0, at = index * code.length; byte < code.length; byte++, at++) {
        product += products[(byte << 8) | bits[at]!]!;
      }
      const snippet = snippets[index]!;
      if (product > (best.get(snippet) ?? -Infinity)) best.set(snippet, product);
    }
  }
  const least = Float64Array.from(best.values()).sort().at(-count) ?? -Infinity;
  return [...best].flatMap(([snippet, product]) => (product >= least ? snippet : []));
}

/** Entries in one repacked block: long enough that reading rows costs little compared with the distances. */
const BLOCK_ENTRIES = 2048;

/** Returns the entries of the snippets in `keep`, in as few blocks as possible. */
export function compactCodes(blocks: CodeBlock[], keep: ReadonlySet<number>): CodeBlock[] {
  const entries: { snippet: number; code: Uint8Array }[] = [];
  for (const { snippets, bits } of blocks) {
    const numbers = words(snippets);
    const bytes = bits.length / numbers.length;
    numbers.forEach((snippet, index) => {
      if (keep.has(snippet)) {
        entries.push({ snippet, code: bits.subarray(index * bytes, (index + 1) * bytes) });
      }
    });
  }
  const byLength = Map.groupBy(entries, ({ code }) => code.length);
  return [...byLength.values()].flatMap((alike) => {
    const packed: CodeBlock[] = [];
    for (let start = 0; start < alike.length; start += BLOCK_ENTRIES) {
      packed.push(packBlock(alike.slice(start, start + BLOCK_ENTRIES)));
    }
    return packed;
  });
}

function packBlock(entries: { snippet: number; code: Uint8Array }[]): CodeBlock {
  const snippets = Uint32Array.from(entries.map(({ snippet }) => snippet));
  return {
    snippets: new Uint8Array(snippets.buffer),
    bits: new Uint8Array(Buffer.concat(entries.map(({ code }) => code))),
  };
}

function distancesTo(query: Uint32Array, codes: Uint32Array): Uint16Array {
  const length = query.length;
  const distances = new Uint16Array(codes.length / length);
  for (let entry = 0, word = 0; entry < distances.length; entry++) {
    let distance = 0;
    for (let index = 0; index < length; index++, word++) {
      // Counts the differing bits of a word: in pairs, in nibbles, then in bytes summed by the multiplication.
      let bits = codes[word]! ^ query[index]!;
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    distances[entry] = distance;
  }
  return distances;
}

/** Returns the smallest distance that includes at least `count` entries. */
function distanceOfNearest(
  lists: Uint16Array[],
  { count, max }: { count: number; max: number },
): number {
  const histogram = new Uint32Array(max + 1);
  for (const distances of lists) for (const distance of distances) histogram[distance]!++;
  let total = 0;
  for (let distance = 0; distance <= max; distance++) {
    total += histogram[distance]!;
    if (total >= count) return distance;
  }
  return max;
}

/** Returns a view of the bytes as 32-bit words; a copy if they do not start at a multiple of four. */
function words(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 4));
}
