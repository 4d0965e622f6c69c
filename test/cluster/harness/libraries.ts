import { vi } from 'vitest';
import {
  annotations,
  labels,
  type Library,
  type LibrarySpec,
} from '../../../src/resources/library.ts';
import { apply, getLibrary, kubectl, list, type ClusterObject } from './kubectl.ts';

/** Returns the object that a user would write. */
export function libraryObject(name: string, spec: Partial<LibrarySpec>): object {
  return {
    apiVersion: 'lectern.dev/v1alpha1',
    kind: 'Library',
    metadata: { name },
    spec: { id: `/test/${name}`, ...spec },
  };
}

export const applyLibrary = (name: string, spec: Partial<LibrarySpec>): Promise<string> =>
  apply(libraryObject(name, spec));

/** Waits until a Library has all its vectors, which is after it is Ready. */
export const waitReady = (name: string, timeout = '180s'): Promise<string> =>
  kubectl('wait', `library/${name}`, '--for=condition=Embedded', `--timeout=${timeout}`);

/** Polls a Library until it meets the condition. Fails with its last state. */
export async function untilLibrary(
  name: string,
  wanted: (library: Library) => boolean,
  timeoutMs = 180_000,
): Promise<Library> {
  return vi.waitFor(
    async () => {
      const library = await getLibrary(name);
      if (wanted(library)) return library;
      throw new Error(`${name} is ${JSON.stringify(library.status, null, 1)}`);
    },
    { timeout: timeoutMs, interval: 500 },
  );
}

export const isFinalized = ({ status, metadata }: Library): boolean =>
  status.state === 'finalized' && status.observedGeneration === metadata.generation;

/** Requests a run. Returns the token that the status will echo. */
export async function requestRun(name: string): Promise<string> {
  const token = new Date().toISOString();
  const value = `${annotations.requestedAt}=${token}`;
  await kubectl('annotate', `library/${name}`, value, '--overwrite');
  return token;
}

/** Waits until the requested run has succeeded. */
export const untilServed = (name: string, token: string): Promise<Library> =>
  untilLibrary(
    name,
    ({ status }) => status.state === 'finalized' && status.lastHandledReconcileAt === token,
  );

export const jobsOf = (name: string): Promise<ClusterObject[]> =>
  list('jobs', `${labels.library}=${name}`);

export const runPodsOf = (name: string): Promise<ClusterObject[]> =>
  list('pods', `${labels.library}=${name}`);

/** Deletes Libraries and waits until their finalizers are gone. */
export const deleteLibraries = (...names: string[]): Promise<string> =>
  kubectl('delete', 'library', ...names, '--ignore-not-found', '--timeout=120s');
