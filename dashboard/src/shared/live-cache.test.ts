import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { LibraryStatus } from '../api/paths.gen.ts';
import { forgetLibrary, readRunAnew, takeLibrary } from './live-cache.ts';

const keyOf = (id: string) => ['get', '/api/v1/library', { params: { query: { id } } }];

/** A library as a live event shows it: without names and past runs. */
const web: LibraryStatus = {
  id: '/acme/web',
  title: 'Web',
  description: '',
  sourceType: 'git',
  visibility: 'public',
  state: 'processing',
  queued: false,
  suspended: false,
  imported: false,
  mayRun: true,
  message: '',
  totalSnippets: 0,
  totalTokens: 0,
  embeddedPercent: 0,
  failures: 0,
  versions: [],
};

/** A library as the page of one library reads it. */
const opened: LibraryStatus = {
  ...web,
  names: [{ name: 'acme-web', origin: 'publishes' }],
  runs: [],
};

/** Returns the cache of a page that a person opened by a link to the library, so it has no list. */
function openedByLink(): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(keyOf('/acme/web'), opened);
  return cache;
}

const isReadAgain = (cache: QueryClient, id: string): boolean | undefined =>
  cache.getQueryState(keyOf(id))?.isInvalidated;

describe('an event about an open library', () => {
  test('changes what the page shows, and keeps the names and past runs', () => {
    const cache = openedByLink();
    takeLibrary(cache, { ...web, title: 'Web 2' });
    expect(cache.getQueryData(keyOf('/acme/web'))).toEqual({ ...opened, title: 'Web 2' });
  });

  test('causes no request if only the progress of the run has changed', () => {
    const cache = openedByLink();
    takeLibrary(cache, { ...web, totalSnippets: 20 });
    expect(isReadAgain(cache, '/acme/web')).toBe(false);
  });

  test.each([{ state: 'finalized' }, { queued: true }] as const)(
    'reads the library again if it becomes %o',
    (change) => {
      const cache = openedByLink();
      cache.setQueryData(keyOf('/acme/other'), { ...opened, id: '/acme/other' });
      takeLibrary(cache, { ...web, ...change });
      expect(isReadAgain(cache, '/acme/web')).toBe(true);
      expect(isReadAgain(cache, '/acme/other')).toBe(false);
    },
  );

  test('reads the library again if it was deleted or hidden, so that the page says so', () => {
    const cache = openedByLink();
    cache.setQueryData(keyOf('/acme/other'), { ...opened, id: '/acme/other' });
    forgetLibrary(cache, '/acme/web');
    expect(isReadAgain(cache, '/acme/web')).toBe(true);
    expect(isReadAgain(cache, '/acme/other')).toBe(false);
  });
});

test.each(['library', 'library/snippets', 'library/settings'])(
  'the end of a run changes what the page shows of /api/v1/%s',
  (path) => {
    const cache = new QueryClient();
    const key = ['get', `/api/v1/${path}`, { params: { query: { id: '/acme/web' } } }];
    cache.setQueryData(key, {});
    readRunAnew(cache);
    expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
  },
);
