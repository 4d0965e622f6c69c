import {
  finalizer,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../src/resources/library.ts';

type Parts = { [Field in keyof Library]?: Partial<Library[Field]> };

/** A finalized Library over a Git source; parts replace what a test is about. */
export function makeLibrary({ spec = {}, status = {}, metadata = {} }: Parts = {}): Library {
  const id = spec.id ?? '/acme/anvil';
  const base: LibrarySpec = { id, source: { git: { url: `https://example.org${id}.git` } } };
  return {
    metadata: {
      name: resourceName(id),
      uid: 'uid',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00.000Z',
      finalizers: [finalizer],
      ...metadata,
    },
    spec: { ...base, ...spec },
    status: { state: 'finalized', observedGeneration: 1, ...status },
  };
}
