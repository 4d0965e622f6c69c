/** A library of a bundle, and which of its versions go with it. The default version always does. */
export interface Chosen {
  id: string;
  /** `some`: those in `names`. */
  take: 'all' | 'default' | 'some';
  /** Versions besides the default one. */
  names: string[];
}

/** A library as the export takes it. */
export type Exported = string | { library: string; versions: string[] };

/** A library with all its versions. */
export function chosenWhole(id: string): Chosen {
  return { id, take: 'all', names: [] };
}

/** What the request says of a chosen library. */
export function exportedOf({ id, take, names }: Chosen): Exported {
  if (take === 'all') return id;
  return { library: id, versions: take === 'some' ? names : [] };
}

/** What a person reads of a chosen library. */
export function labelOf({ id, take, names }: Chosen): string {
  if (take === 'all') return id;
  if (take === 'default' || names.length === 0) return `${id}, default version only`;
  return `${id}, default version and ${names.join(', ')}`;
}
