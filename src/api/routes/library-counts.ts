import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { stateOf, type Library, type LibraryState } from '../../resources/library.ts';
import { isQueued } from '../library-status.ts';

/** Numbers of libraries, runs and snippets. */
export interface LibraryCounts {
  libraries: { total: number; byState: Record<LibraryState, number> };
  /** `failed`: libraries whose last run failed, even if they serve content. */
  queue: { queued: number; running: number; failed: number };
  index: { snippets: number; tokens: number };
}

/** Counts the libraries that a caller may see. Pure. */
export function countsOf(libraries: readonly Library[], caller: Caller): LibraryCounts {
  const byState = { finalized: 0, initial: 0, processing: 0, error: 0, delete: 0 };
  const queue = { queued: 0, running: 0, failed: 0 };
  const index = { snippets: 0, tokens: 0 };
  let total = 0;
  for (const library of libraries) {
    const { status } = library;
    if (!maySee(caller, library)) continue;
    const state = stateOf(library);
    total += 1;
    byState[state] += 1;
    if (state === 'processing') queue.running += 1;
    else if (isQueued(library)) queue.queued += 1;
    if ((status.failures ?? 0) > 0) queue.failed += 1;
    index.snippets += status.totalSnippets ?? 0;
    index.tokens += status.totalTokens ?? 0;
  }
  return { libraries: { total, byState }, queue, index };
}
