/** A list of names that may be cut off. */
export interface Listed {
  /** Number of names; the least number if `more` is true. */
  total: number;
  more: boolean;
  /** The first names. */
  names: string[];
}

/** Maximum number of names in one list. */
const maxNames = 100;

/** Returns a list whose names are all known. */
export function listOf(names: readonly string[]): Listed {
  return { total: names.length, more: false, names: names.slice(0, maxNames) };
}

/** Reads up to `max` distinct names from a stream. */
export async function firstOf(names: AsyncIterable<string>, max: number): Promise<Listed> {
  const seen = new Set<string>();
  for await (const name of names) {
    if (!seen.has(name) && seen.size >= max) return { ...listOf([...seen]), more: true };
    seen.add(name);
  }
  return listOf([...seen]);
}
