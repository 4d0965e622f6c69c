import type { Library, LibrarySource, LibrarySpec } from '../../resources/library.ts';
import { candidateIds, chooseLibraryId } from '../../indexing/sources/library-id.ts';
import { isSameSource } from '../../indexing/sources/same-source.ts';

export interface SettleOptions {
  /** Ids that no entry names: they follow from its address. */
  derived: ReadonlySet<string>;
  /** Whether this manifest made a Library. */
  isOwn: (library: Library) => boolean;
}

/**
 * Gives entries that name no id theirs, among the Libraries there are: an entry keeps the Library that reads its place,
 * under whatever id an earlier version gave it, and takes no id that another place has. Pure.
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
      // One's own Library that no entry stands for any more may be made into another.
      return library && (kept.has(library) || !isOwn(library)) ? library.spec.source : undefined;
    });
    given.set(id, undefined);
    return id === spec.id ? spec : { ...spec, id };
  });
}
