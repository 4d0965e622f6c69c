import { expect } from 'vitest';
import {
  createLibraryController,
  type LibraryControllerOptions,
} from '../../src/libraries/library/controller.ts';
import type { AccessOf } from '../../src/jobs/jobs.ts';
import type { ScriptedJobs } from './scripted-jobs.ts';
import type { ThreadJobs } from '../../src/jobs/thread-jobs.ts';

/** What a run may read; more than tests have. */
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
      'localRoots' | 'onRemove' | 'onReplacedTokens' | 'onError' | 'accessOf' | 'onEvent'
    >
  > & {
    jobs: ThreadJobs | ScriptedJobs;
  };

/** Every Library is read with what its spec names, whatever its host would show to anybody. */
export const byItsSpec: AccessOf = async ({ spec }) => ({
  credential: spec.secretRef ? 'secret' : 'none',
});

/** Library controller and runs at work, one at a time; a reconcile that fails fails the test, unless `onError` says otherwise. */
export function startController({ registry, catalog, index, jobs, ...others }: Options): {
  /** Aborts when they end. */
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
