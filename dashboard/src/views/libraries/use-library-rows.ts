import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { queryOf, type Wanted } from './use-wanted.ts';

/** Number of rows in one request. */
const pageSize = 100;

/** A list of libraries of any length. The page reads only the visible part. */
export interface LibraryRows {
  total: number;
  /** Returns the library of a row; undefined until it is read. */
  rowAt: (index: number) => LibraryStatus | undefined;
  /** Sets the visible rows. */
  show: (first: number, last: number) => void;
}

/** Reads the first rows of a list, and other rows when they become visible. */
export function useLibraryRows(wanted: Wanted) {
  const query = queryOf(wanted);
  const [pages, setPages] = useState<[first: number, last: number]>([0, 0]);
  const initOf = (page: number) => ({
    params: { query: { ...query, limit: pageSize, offset: page * pageSize } },
  });
  const options = { placeholderData: keepPreviousData };
  const first = api.useQuery('get', '/api/v1/libraries', initOf(0), options);
  const numbers = Array.from({ length: pages[1] - pages[0] + 1 }, (_, n) => pages[0] + n);
  const others = useQueries({
    queries: numbers
      .filter((page) => page > 0)
      // Shows no error for these rows, but retries.
      .map((page) => api.queryOptions('get', '/api/v1/libraries', initOf(page), { retry: 5 })),
  });
  const show = (from: number, to: number): void => {
    const next = [Math.floor(from / pageSize), Math.floor(to / pageSize)] as const;
    setPages((now) => (now[0] === next[0] && now[1] === next[1] ? now : [...next]));
  };
  const loaded = new Map(
    numbers.filter((page) => page > 0).map((page, at) => [page, others[at]?.data?.libraries]),
  );
  const rows: LibraryRows = {
    total: first.data?.total ?? 0,
    rowAt: (index) => {
      const page = Math.floor(index / pageSize);
      const libraries = page === 0 ? first.data?.libraries : loaded.get(page);
      return libraries?.[index % pageSize];
    },
    show,
  };
  return { first, rows };
}
