import type { LibrarySource } from '../../resources/library.ts';
import { derivedIds, earlierId, type Author } from './library-id.ts';
import { isSamePlace } from './same-place.ts';

/** What has an id already: the source of its library, or `reserved` where the id is kept for something else. */
export type IdHolder = LibrarySource | 'reserved' | undefined;

/** The ids whose holders decide which one a source gets. Pure. */
export function idsInQuestion(source: LibrarySource, author: Author): string[] {
  return [...new Set([...derivedIds(source, author), earlierId(source)])];
}

/**
 * The id of a source that names none, among the libraries there are: the one that a library of the same place has, or else
 * the best one that is free. A library of another place never takes a source's last id from it. Pure.
 */
export function settledId(
  source: LibrarySource,
  author: Author,
  holderOf: (id: string) => IdHolder,
): string {
  const own = idsInQuestion(source, author).find((id) => {
    const holder = holderOf(id);
    return holder !== undefined && holder !== 'reserved' && isSamePlace(holder, source);
  });
  if (own !== undefined) return own;
  const ids = derivedIds(source, author);
  return ids.find((id) => holderOf(id) === undefined) ?? ids.at(-1)!;
}
