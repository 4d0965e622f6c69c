import { isHeldBack } from '../../identity/access/credential-policy.ts';
import { messageOf } from '../../base/errors.ts';
import { possibleCredential } from '../integrations/source-access.ts';
import { tryIntegrations } from '../integrations/settings.ts';
import { keyOf, type Library } from '../../resources/library.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { Registry } from '../../store/registry.ts';
import type { SecretStore } from '../../store/secrets.ts';
import { recordOf } from './record.ts';
import { heldBackEvent, type LibraryEvent } from './library-event.ts';
import { unlessRefused } from '../../store/refused-write.ts';

interface BackfillOptions {
  registry: Pick<Registry, 'patch'>;
  catalog: Pick<Catalog, 'get' | 'put'>;
  secrets: Pick<SecretStore, 'get'>;
  /** Receives an event for every library that becomes private. */
  onEvent: (library: Library, event: LibraryEvent) => void;
  /** Receives every Library that may not be written, or is gone. */
  onError: (key: string, message: string) => void;
}

/** Maximum number of concurrent writes. */
const concurrency = 8;

/**
 * Records the credential of libraries that an older version indexed. A library that may have been read with a credential
 * becomes private, until a run reads it without one. Returns the changed Libraries, also those whose status may not be written.
 */
export async function backfillCredentials(
  libraries: Iterable<Library>,
  { registry, catalog, secrets, onEvent, onError }: BackfillOptions,
): Promise<Library[]> {
  const undecided = [...libraries].filter(isUndecided);
  if (undecided.length === 0) return [];
  const changed: Library[] = [];
  const found = await tryIntegrations(secrets);
  const decide = async (library: Library): Promise<void> => {
    const credential = possibleCredential(library.spec, found);
    const status = { ...library.status, credential };
    const after = { ...library, status };
    const held = await catalog.get(library.spec.id);
    if (held?.id === library.spec.id) {
      await catalog.put(recordOf(after, held));
    }
    const key = keyOf(library.metadata);
    const written = await registry.patch(key, { status }).catch((error: unknown) => {
      unlessRefused(error);
      onError(key, messageOf(error));
    });
    changed.push(written ?? after);
    if (isHeldBack(after)) onEvent(after, heldBackEvent(after));
  };
  const waiting = undecided.values();
  const worker = async (): Promise<void> => {
    for (const library of waiting) await decide(library);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return changed;
}

/** Returns whether a Library is served and its status records no credential. */
function isUndecided({ metadata, status }: Library): boolean {
  const isServed = (status.versions ?? []).length > 0;
  return isServed && status.credential === undefined && !metadata.deletionTimestamp;
}
