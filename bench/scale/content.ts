import { createHash } from 'node:crypto';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { SnippetToWrite } from '../../src/store/snippet-index.ts';
import { realSnippets, type PreparedSnippet } from '../support/real-documents.ts';
import { reworded, wordsOf } from '../support/reworded.ts';

/** Number of real texts whose vectors the built-in model makes. All other vectors derive from theirs. */
const embedded = 600;
const snippetsOfDocument = 10;

/** Sizes of the libraries of a block: few large ones, many small ones, 20,000 snippets in total. */
export const blockSizes: readonly number[] = [
  8_000,
  ...Array.from({ length: 2 }, () => 2_000),
  ...Array.from({ length: 10 }, () => 400),
  ...Array.from({ length: 187 }, (_, n) => (n < 73 ? 22 : 21)),
];
/** Snippets of a block. */
export const blockSnippets = blockSizes.reduce((sum, size) => sum + size, 0);

/** A document of a generated library. */
interface MadeDocument {
  path: string;
  snippets: SnippetToWrite[];
}

/** A generated library. The same number gives the same library. */
export interface MadeLibrary {
  id: string;
  size: number;
  documents(): Generator<MadeDocument>;
  /** Returns a question about one of its snippets, and the question's vector. */
  question(n: number): { text: string; vector: Float32Array };
}

/** Makes libraries from the installed packages' documentation. */
export interface Content {
  dimensions: number;
  library(number: number): MadeLibrary;
}

/**
 * Reads the documentation, and embeds a part of it. In a generated snippet, words drawn from the documentation replace a
 * share of the words, so their frequencies stay. Its vector is that of the nearest embedded text, varied by the difference
 * of two others. This keeps the model's directions and densities.
 */
export async function loadContent(embedder: Embedder): Promise<Content> {
  const real = await realSnippets('/bench/scale');
  const step = Math.ceil(real.length / embedded);
  const chosen = real.filter((_, at) => at % step === 0).map(({ texts: [text = ''] }) => text);
  const vectors = await embedder.embed(chosen, 'document');
  const { dimensions } = embedder;
  const source: Source = { real, step, vectors, words: wordsOf(real) };
  return { dimensions, library: (number) => new Library(source, number) };
}

interface Source {
  real: PreparedSnippet[];
  step: number;
  vectors: Float32Array[];
  /** All words of the documentation, with repeats. */
  words: string[];
}

class Library implements MadeLibrary {
  readonly id: string;
  readonly size: number;
  private readonly source: Source;
  private readonly number: number;
  private readonly first: number;

  constructor(source: Source, number: number) {
    this.source = source;
    this.number = number;
    this.size = blockSizes[number % blockSizes.length]!;
    this.id = `/scale-${Math.floor(number / blockSizes.length)}/library-${number}`;
    // Neighbors in the documentation are of one package.
    this.first = Math.floor(pseudoRandom(number + 1)() * source.real.length);
  }

  *documents(): Generator<MadeDocument> {
    for (let start = 0; start < this.size; start += snippetsOfDocument) {
      const path = `docs/page-${start}.md`;
      const length = Math.min(snippetsOfDocument, this.size - start);
      yield { path, snippets: Array.from({ length }, (_, at) => this.snippet(path, start + at)) };
    }
  }

  question(n: number): { text: string; vector: Float32Array } {
    const at = (n * 7_919) % this.size;
    const { snippet } = this.snippet('', at);
    const random = pseudoRandom(at + 77);
    const text = `how to ${snippet.title} in ${snippet.pageTitle}`.slice(0, 200);
    return { text, vector: this.varied(this.vector(at), 0.4, random) };
  }

  private snippet(path: string, at: number): SnippetToWrite {
    const random = pseudoRandom(this.seed(at));
    const real = this.realOf(at);
    const id = createHash('md5').update(`${this.number} ${at}`).digest('hex');
    const snippet = { ...reworded(real.snippet, this.source.words, random), id, path };
    const tokenCodes = this.tokenCodes(real, random);
    return { snippet, embeddingHash: id, vectors: [this.vector(at)], tokenCodes };
  }

  /** Returns random codes: 8 bytes for each token of the first text, at four characters a token. */
  private tokenCodes({ texts: [text = ''] }: PreparedSnippet, random: () => number): Uint8Array {
    const codes = new Uint32Array(2 * Math.ceil(text.length / 4));
    for (let at = 0; at < codes.length; at += 1) codes[at] = random() * 2 ** 32;
    return new Uint8Array(codes.buffer);
  }

  private vector(at: number): Float32Array {
    const { vectors, step, real } = this.source;
    const near = vectors[Math.floor(((this.first + at) % real.length) / step)]!;
    const random = pseudoRandom(this.seed(at) ^ 0x5bd1);
    return this.varied(near, 0.3 + 0.4 * random(), random);
  }

  private varied(base: Float32Array, strength: number, random: () => number): Float32Array {
    const { vectors } = this.source;
    const pick = (): Float32Array => vectors[Math.floor(random() * vectors.length)]!;
    const [towards, from] = [pick(), pick()];
    const vector = new Float32Array(base.length);
    let square = 0;
    for (let at = 0; at < vector.length; at += 1) {
      const value = base[at]! + strength * (towards[at]! - from[at]!);
      vector[at] = value;
      square += value * value;
    }
    const length = Math.sqrt(square);
    for (let at = 0; at < vector.length; at += 1) vector[at]! /= length;
    return vector;
  }

  private realOf(at: number): PreparedSnippet {
    const { real } = this.source;
    return real[(this.first + at) % real.length]!;
  }

  private seed(at: number): number {
    return (this.number * 100_003 + at) >>> 0;
  }
}
