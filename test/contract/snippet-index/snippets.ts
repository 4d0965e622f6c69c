import type { IndexedSnippet } from '../../../src/store/snippet.ts';
import type { SnippetToWrite } from '../../../src/store/snippet-index.ts';
import { emptySnippet } from '../../support/fake-stores.ts';

/** Returns a unit vector of 32 dimensions. It points mostly along one of them. */
export function vectorAlong(dimension: number, spread = 0): Float32Array {
  const vector = new Float32Array(32).fill(0.01);
  vector[dimension % 32] = 1;
  vector[(dimension + 1) % 32]! += spread;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Returns a snippet with harmless values. */
export function snippetOf(
  path: string,
  text: string,
  parts: Partial<IndexedSnippet> = {},
): IndexedSnippet {
  return {
    ...emptySnippet({
      title: text,
      pageTitle: path,
      breadcrumb: [path],
      content: `About ${text}.`,
    }),
    id: `${path}#${text}`,
    path,
    tokens: 10,
    ...parts,
  };
}

/** Returns a snippet with its vectors, as a run writes it. */
export function toWrite(snippet: IndexedSnippet, ...vectors: Float32Array[]): SnippetToWrite {
  return { snippet, embeddingHash: `hash of ${snippet.id}`, vectors };
}
