import { setImmediate as nextTick } from 'node:timers/promises';

/** Rows that one scan compares before it lets other work run. They take about 15 ms. */
const sliceRows = 20_000;
/** Rows of a new table. It doubles when it is full. */
const firstRows = 256;

/** Vectors of unit length in memory, one byte for each dimension, in one block. A scan of 10,000 takes about 4 ms. */
export class VectorTable {
  private readonly rows = new Map<string, number>();
  private readonly ids: string[] = [];
  private dimensions = 0;
  private block = new Int8Array(0);
  /** 1 / length of each row. */
  private scales = new Float64Array(0);

  /** Adds or replaces a vector. A vector of another length than the ones before replaces them all. */
  put(id: string, vector: Int8Array): void {
    if (vector.length !== this.dimensions) this.clear(vector.length);
    const row = this.rows.get(id) ?? this.ids.length;
    if (row === this.scales.length) this.grow();
    this.rows.set(id, row);
    this.ids[row] = id;
    this.block.set(vector, row * this.dimensions);
    this.scales[row] = 1 / (Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0)) || 1);
  }

  /** Returns the cosines that are at least `least`, by id; none for a vector of another length. */
  async near(vector: Float32Array, least: number): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let from = 0; from < this.ids.length; from += sliceRows) {
      if (from > 0) await nextTick();
      this.scan(vector, { from, to: from + sliceRows, least }, found);
    }
    return found;
  }

  private scan(
    vector: Float32Array,
    { from, to, least }: { from: number; to: number; least: number },
    found: Map<string, number>,
  ): void {
    const { block, dimensions, scales, ids } = this;
    if (vector.length !== dimensions) return;
    const end = Math.min(to, ids.length);
    for (let row = from, at = from * dimensions; row < end; row++) {
      let dot = 0;
      for (let dimension = 0; dimension < dimensions; dimension++, at++) {
        dot += block[at]! * vector[dimension]!;
      }
      const cosine = dot * scales[row]!;
      if (cosine >= least) found.set(ids[row]!, cosine);
    }
  }

  private clear(dimensions: number): void {
    this.rows.clear();
    this.ids.length = 0;
    this.dimensions = dimensions;
    this.block = new Int8Array(0);
    this.scales = new Float64Array(0);
  }

  private grow(): void {
    const rows = Math.max(firstRows, this.scales.length * 2);
    const block = new Int8Array(rows * this.dimensions);
    block.set(this.block);
    const scales = new Float64Array(rows);
    scales.set(this.scales);
    this.block = block;
    this.scales = scales;
  }
}

/** Returns a vector with one byte for each dimension. Only its direction stays. Pure. */
export function toBytes(vector: Float32Array): Int8Array {
  const most = vector.reduce((max, one) => Math.max(max, Math.abs(one)), 0) || 1;
  return Int8Array.from(vector, (one) => Math.round((one / most) * 127));
}
