import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count, shortCount } from '../../shared/format.ts';
import { Markers, sourceNames, StateBadge } from '../../shared/library-state.tsx';
import { Time } from '../../shared/time.tsx';
import type { Sort } from './use-wanted.ts';

/** A column of the list. */
export interface Column {
  label: string;
  /** Width in pixels. The first column takes the rest. */
  width?: number;
  sort?: Sort;
  /** The order after the first click on the heading: the best first. */
  order: 'asc' | 'desc';
  numeric: boolean;
  cell: (library: LibraryStatus) => ReactNode;
}

const none = (
  <>
    <span aria-hidden>–</span>
    <VisuallyHidden>none</VisuallyHidden>
  </>
);
const short = (value: number | undefined): ReactNode =>
  value === undefined ? none : <span title={count(value)}>{shortCount(value)}</span>;

const number = (
  label: string,
  sort: Sort,
  width: number,
  valueOf: (library: LibraryStatus) => number | undefined,
): Column => ({
  label,
  sort,
  width,
  order: 'desc',
  numeric: true,
  cell: (library) => short(valueOf(library)),
});

/** The columns of the list. */
export const columns: Column[] = [
  {
    label: 'Library',
    sort: 'title',
    order: 'asc',
    numeric: false,
    cell: (one) => <Name library={one} />,
  },
  {
    label: 'State',
    sort: 'state',
    width: 150,
    order: 'asc',
    numeric: false,
    cell: (library) => <StateBadge library={library} />,
  },
  {
    label: 'Source',
    width: 80,
    order: 'asc',
    numeric: false,
    cell: ({ sourceType, source }) => <span title={source}>{sourceNames[sourceType]}</span>,
  },
  number('Versions', 'versions', 86, ({ versions }) => versions.length),
  number('Snippets', 'snippets', 88, ({ totalSnippets }) => totalSnippets),
  number('Tokens', 'tokens', 78, ({ totalTokens }) => totalTokens),
  number('Stars', 'stars', 68, ({ stars }) => stars),
  number('Trust', 'trust', 64, ({ trustScore }) => trustScore),
  number('Benchmark', 'benchmark', 104, ({ benchmarkScore }) => benchmarkScore),
  {
    label: 'Updated',
    sort: 'updated',
    width: 126,
    order: 'desc',
    numeric: false,
    cell: ({ lastUpdateDate }) => (lastUpdateDate ? <Time at={lastUpdateDate} /> : none),
  },
];

/** The name of a library as a link to its view, and its id. */
export function Name({ library }: { library: LibraryStatus }) {
  const { id, title } = library;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Anchor
          component={Link}
          href={`/libraries${id}`}
          truncate="end"
          size="sm"
          fw={500}
          title={title}
        >
          {title}
        </Anchor>
        <Markers library={library} />
      </Group>
      <Text size="xs" c="dimmed" truncate="end" title={id}>
        {id}
      </Text>
    </>
  );
}
