import {
  ownCredential,
  readersOf,
  type Credential,
} from '../../identity/access/credential-policy.ts';
import type { Library, LibrarySpec } from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { SnippetIndex } from '../../store/snippet-index.ts';

/** What tells how content was read whose Library does not know it. */
export interface KeptCredentialOptions {
  catalog: Pick<Catalog, 'get'>;
  index: Pick<SnippetIndex, 'versions'>;
  /** Returns the credential that earlier runs may have read a source with. Absent: none. */
  possibleCredential?: (spec: LibrarySpec) => Promise<Credential>;
}

/**
 * Returns the credential to record for a Library that somebody created again: its status has no run and no credential, which would open
 * content of its teamspace. The content stays private until a run has read all of it. The search record under its id tells who
 * could read the content. If the record is lost, too, content counts as private if a credential may have read it.
 */
export async function keptCredential(
  { spec, status, metadata }: Library,
  { catalog, index, possibleCredential }: KeptCredentialOptions,
): Promise<Exclude<Credential, 'none'> | undefined> {
  if (status.run || status.credential !== undefined) return undefined;
  const { visibility, teamspace } = readersOf({ spec, status, metadata });
  const shown = await catalog.get(spec.id);
  if (shown?.id === spec.id) {
    const opens = shown.visibility === 'private' && visibility === 'public';
    return opens && shown.teamspace === teamspace
      ? (ownCredential(spec) ?? 'integration')
      : undefined;
  }
  const isServed = (await index.versions(spec.id)).length > 0;
  const possible = isServed ? await possibleCredential?.(spec) : undefined;
  return possible === 'none' ? undefined : possible;
}
