import { holderAmong, isRefused } from '../../resources/holder.ts';
import type { Library } from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { ResourceCache } from '../../store/resource-cache.ts';
import type { SnippetIndex } from '../../store/snippet-index.ts';
import { duplicateMistake, unreadMistake } from './validate.ts';

/** What shows which Library holds an id. */
interface IdHolderOptions {
  cache: Pick<ResourceCache<Library>, 'group' | 'lacksNamespaces'>;
  index: Pick<SnippetIndex, 'versions'>;
  catalog: Pick<Catalog, 'get'>;
}

/** Returns why a Library may not use its id: an older one has it, or one that cannot be read now may have it. */
export async function idMistake(
  library: Library,
  options: IdHolderOptions,
): Promise<string | undefined> {
  const holder = olderHolder(library, options);
  if (holder) return duplicateMistake(library, holder);
  return (await isOfUnread(library, options)) ? unreadMistake(library) : undefined;
}

/** Returns the older Library that holds the id of a Library; undefined if this one holds it. */
export function olderHolder(
  library: Library,
  { cache }: Pick<IdHolderOptions, 'cache'>,
): Library | undefined {
  const holder = holderAmong([library, ...cache.group(library.spec.id)]);
  return holder?.metadata.uid === library.metadata.uid ? undefined : holder;
}

/**
 * Returns whether the content or the search record under the id of a Library may be that of another one. The other one is in a
 * namespace that cannot be read now. No run of this Library has written the content, and it had no turn to write the record.
 */
export async function isOfUnread(
  library: Library,
  { cache, index, catalog }: IdHolderOptions,
): Promise<boolean> {
  const { spec, status } = library;
  if (!cache.lacksNamespaces || status.run) return false;
  if ((await index.versions(spec.id)).length > 0) return true;
  // A deletion that is tried again no longer shows whether the Library was refused.
  const hadTurn = status.state !== undefined && status.state !== 'delete' && !isRefused(library);
  return !hadTurn && (await catalog.get(spec.id))?.id === spec.id;
}
