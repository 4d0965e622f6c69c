import { keyOf, type Library } from './library.ts';

/** Returns which of these Libraries with one id holds the id: the oldest. Undefined if there are none. Pure. */
export function holderAmong(libraries: Iterable<Library>): Library | undefined {
  let holder: Library | undefined;
  for (const library of libraries) holder = older(holder, library);
  return holder;
}

/**
 * Returns the Library that holds each id. Other Libraries with the id say nothing about the content that is served under it, nor
 * about its readers. Pure.
 */
export function holdersOf(libraries: Iterable<Library>): Map<string, Library> {
  const holders = new Map<string, Library>();
  for (const library of libraries) {
    const { id } = library.spec;
    holders.set(id, older(holders.get(id), library));
  }
  return holders;
}

/** Returns whether a Library was refused, because another one holds its id. Pure. */
export function isRefused({ status }: Pick<Library, 'status'>): boolean {
  return (status.conditions ?? []).some(
    ({ type, reason }) => type === 'Stalled' && reason === 'DuplicateId',
  );
}

function older(held: Library | undefined, other: Library): Library {
  return held && !precedes(other, held) ? held : other;
}

/** Returns whether `a` was created before `b`. */
function precedes({ metadata: a }: Library, { metadata: b }: Library): boolean {
  if (a.creationTimestamp !== b.creationTimestamp) return a.creationTimestamp < b.creationTimestamp;
  return keyOf(a) < keyOf(b);
}
