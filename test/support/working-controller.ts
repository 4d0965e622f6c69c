import { expect } from 'vitest';
import {
  createLibraryController,
  type LibraryControllerOptions,
} from '../../src/libraries/library/controller.ts';
import type { AccessOf } from '../../src/jobs/jobs.ts';
import type { ScriptedJobs } from './scripted-jobs.ts';
import type { ThreadJobs } from '../../src/jobs/thread-jobs.ts';

/** Limits of a run. No test reaches them. */
export const runLimits = {
  maxDocumentBytes: 1e6,
  maxTotalBytes: 1e8,
  maxDocuments: 1e4,
  requestTimeoutMs: 1e4,
};

type Options = Pick<LibraryControllerOptions, 'registry' | 'catalog' | 'index'> &
  Partial<
    Pick<
      LibraryControllerOptions,
      | 'localRoots'
      | 'onRemove'
      | 'onReplacedTokens'
      | 'onError'
      | 'accessOf'
      | 'possibleCredential'
      | 'onEvent'
    >
  > & {
    jobs: ThreadJobs | ScriptedJobs;
  };

/** Reads every Library with the credential that its spec names. */
export const byItsSpec: AccessOf = async ({ spec }) => ({
  credential: spec.secretRef ? 'secret' : 'none',
});

/**
 * Starts a library controller with one run at a time. An error in a reconcile fails the test,
 * unless `onError` handles it.
 */
export function startController({ registry, catalog, index, jobs, ...others }: Options): {
  /** Aborts when the controller stops. */
  signal: AbortSignal;
  stop: () => Promise<void>;
} {
  const ended = new AbortController();
  const { signal } = ended;
  const controller = createLibraryController({
    registry,
    catalog,
    index,
    jobs,
    concurrency: 1,
    hostConcurrency: 1,
    localRoots: [],
    accessOf: byItsSpec,
    onError: (_key, message) => expect.fail(message),
    ...others,
  });
  const working = Promise.all([controller.follow(signal), controller.work(signal)]);
  return {
    signal,
    async stop() {
      ended.abort();
      await jobs.close();
      await working;
    },
  };
}
