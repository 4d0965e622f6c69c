import { expect, test } from 'vitest';
import type { Caller } from '../../identity/access/caller.ts';
import { makeLibrary } from '../../../test/support/library.ts';
import { countsOf } from './library-counts.ts';

const member: Caller = { role: 'member', teamspace: 'docs' };
const admin: Caller = { role: 'admin', teamspace: 'default' };
const hidden = { visibility: 'private', teamspace: 'other' } as const;

const libraries = [
  makeLibrary({ spec: { id: '/a/served' }, status: { totalSnippets: 3, totalTokens: 40 } }),
  makeLibrary({ spec: { id: '/a/new' }, status: { state: 'initial' } }),
  makeLibrary({ spec: { id: '/a/runs' }, status: { state: 'processing', totalSnippets: 2 } }),
  makeLibrary({ spec: { id: '/a/broken' }, status: { state: 'error', failures: 2 } }),
  makeLibrary({ spec: { id: '/a/stale', ...hidden }, status: { failures: 1, totalTokens: 5 } }),
  makeLibrary({ spec: { id: '/a/gone' }, metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
];

test('libraries are counted by state, with queued, active and failed runs', () => {
  expect(countsOf(libraries, admin)).toEqual({
    libraries: {
      total: 6,
      byState: { finalized: 2, initial: 1, processing: 1, error: 1, delete: 1 },
    },
    queue: { queued: 1, running: 1, failed: 2 },
    index: { snippets: 5, tokens: 45 },
  });
});

test('libraries that a caller may not see are not counted', () => {
  const { libraries: seen, queue, index } = countsOf(libraries, member);
  expect([seen.total, queue.failed, index.tokens]).toEqual([5, 1, 40]);
});
