/** A library of a bundle with its chosen versions. The default version is always included. */
export interface Chosen {
  id: string;
  /** `some` means the versions in `names`. */
  take: 'all' | 'default' | 'some';
  /** Versions besides the default one. */
  names: string[];
}

/** A library in the request of an export. */
export type Exported = string | { library: string; versions: string[] };

/** A library with all its versions. */
export function chosenWhole(id: string): Chosen {
  return { id, take: 'all', names: [] };
}

/** Returns the part of the request for a chosen library. */
export function exportedOf({ id, take, names }: Chosen): Exported {
  if (take === 'all') return id;
  return { library: id, versions: take === 'some' ? names : [] };
}

/** Returns the description of a chosen library for people. */
export function labelOf({ id, take, names }: Chosen): string {
  if (take === 'all') return id;
  if (take === 'default' || names.length === 0) return `${id}, default version only`;
  return `${id}, default version and ${names.join(', ')}`;
}
