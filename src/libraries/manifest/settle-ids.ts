import type { Library, LibrarySource, LibrarySpec } from '../../resources/library.ts';
import { candidateIds, chooseLibraryId } from '../../indexing/sources/library-id.ts';
import { isSameSource } from '../../indexing/sources/same-source.ts';

interface SettleOptions {
  /** Ids that Lectern derived from the address of an entry, because the entry names none. */
  derived: ReadonlySet<string>;
  /** Returns whether this manifest created a Library. */
  isOwn: (library: Library) => boolean;
}

/**
 * Chooses the ids of entries that name none. An entry keeps the Library that already reads its address, even if an older
 * version of Lectern derived its id in another way. It never gets an id that belongs to another address. Pure.
 */
export function settleIds(
  specs: LibrarySpec[],
  libraries: Library[],
  { derived, isOwn }: SettleOptions,
): LibrarySpec[] {
  const byId = new Map(libraries.map((library) => [library.spec.id, library]));
  const given = new Map<string, LibrarySource | undefined>();
  for (const { id, source } of specs) if (!derived.has(id)) given.set(id, source);
  const kept = new Set<Library>();
  for (const { id, source } of specs) {
    if (!derived.has(id)) continue;
    const own = candidateIds(source, 'author').map((one) => byId.get(one));
    const held = own.find((one) => one && isSameSource(one.spec.source, source));
    if (held && !given.has(held.spec.id)) kept.add(held);
  }
  return specs.map((spec) => {
    if (!derived.has(spec.id)) return spec;
    const id = chooseLibraryId(spec.source, 'author', (one) => {
      if (given.has(one)) return given.get(one) ?? 'reserved';
      const library = byId.get(one);
      // An entry may take over a Library of this manifest that no other entry names.
      return library && (kept.has(library) || !isOwn(library)) ? library.spec.source : undefined;
    });
    given.set(id, undefined);
    return id === spec.id ? spec : { ...spec, id };
  });
}
