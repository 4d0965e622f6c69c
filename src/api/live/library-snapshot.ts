import {
  annotations,
  type Library,
  type LibrarySource,
  type LibrarySpec,
} from '../../resources/library.ts';
import { requestedAt } from '../../resources/requests.ts';

/**
 * Returns the fields of a Library that lists and events need. Omits lists of folders, patterns and pages, and fields that
 * only a controller reads. Pure.
 */
export function librarySnapshot({ metadata, spec, status }: Library): Library {
  const { name, namespace, uid, generation, resourceVersion, creationTimestamp } = metadata;
  const requested = requestedAt({ metadata });
  const { id, title, description, projectRef, suspend } = spec;
  const { conditions, runs: _, ...shownStatus } = status;
  return {
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(metadata.isForeign && { isForeign: true }),
      uid,
      generation,
      resourceVersion,
      creationTimestamp,
      ...(metadata.deletionTimestamp && { deletionTimestamp: metadata.deletionTimestamp }),
      ...(requested !== undefined && {
        annotations: { [annotations.requestedAt]: requested },
      }),
    },
    spec: {
      id,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...readerFields(spec),
      ...(projectRef && { projectRef }),
      ...(suspend !== undefined && { suspend }),
      source: sourceWithoutLists(spec.source),
    },
    status: {
      ...shownStatus,
      ...(conditions && { conditions: conditions.filter(({ type }) => type === 'Ready') }),
    },
  };
}

/** Returns the fields that, with the status, determine who may read a library. */
function readerFields({
  visibility,
  teamspace,
  secretRef,
  publishCredentialed,
}: LibrarySpec): Partial<LibrarySpec> {
  return {
    ...(visibility && { visibility }),
    ...(teamspace !== undefined && { teamspace }),
    ...(secretRef && { secretRef }),
    ...(publishCredentialed !== undefined && { publishCredentialed }),
  };
}

/** Returns the source without its lists; a request for the library itself returns them. */
function sourceWithoutLists(source: LibrarySource): LibrarySource {
  const withoutLists = Object.entries(source).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !Array.isArray(value))),
  ]);
  return Object.fromEntries(withoutLists) as LibrarySource;
}
