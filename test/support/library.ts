import {
  finalizer,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../src/resources/library.ts';

type Parts = { [Field in keyof Library]?: Partial<Library[Field]> };

/** Returns a Library with a Git source and a finalizer. The given parts replace its defaults. */
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

/** A version as a status of an older release has it: it does not name its model. */
export const servedVersion = {
  name: '',
  revision: 'r',
  documents: 1,
  snippets: 1,
  tokens: 1,
  updatedAt: '2026-01-01T00:00:00Z',
};

/** Returns a Library that serves a version for each of these embedding models. */
export function embeddedLibrary(...models: string[]): Library {
  return makeLibrary({
    status: { versions: models.map((model) => ({ ...servedVersion, model })) },
  });
}

/** Returns a Library whose first run failed, so it serves no version. */
export function failedLibrary(id: string, message: string): Library {
  const condition = {
    type: 'Ready',
    status: 'False' as const,
    reason: 'Unreachable',
    message,
    lastTransitionTime: '2026-01-02T03:04:05Z',
    observedGeneration: 1,
  };
  return makeLibrary({
    spec: { id },
    status: { state: 'error', failures: 1, conditions: [condition] },
  });
}
