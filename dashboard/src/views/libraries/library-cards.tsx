import { Card, Group, Skeleton, Text } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';
import { sourceNames, StateBadge } from '../../shared/library-state.tsx';
import { Time } from '../../shared/time.tsx';
import { Name } from './columns.tsx';
import classes from './libraries.module.css';
import type { LibraryRows } from './use-library-rows.ts';

/** Estimated height of a card with its gap, in pixels. */
const usualHeight = 132;

/** Libraries as cards, for narrow windows. Only the visible cards exist. */
export function LibraryCards({ rows, stale }: { rows: LibraryRows; stale: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useWindowVirtualizer({
    count: rows.total,
    estimateSize: () => usualHeight,
    overscan: 6,
    scrollMargin: offset,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => rows.show(first, last), [rows, first, last]);
  return (
    <ul
      ref={list}
      className={classes['cards']}
      style={{ height: virtual.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      aria-label="Libraries"
      aria-busy={stale}
      data-stale={stale || undefined}
    >
      {items.map(({ index, start }) => (
        <li
          key={index}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={rows.total}
          aria-posinset={index + 1}
          className={classes['card']}
          style={{ transform: `translateY(${start - offset}px)` }}
        >
          <LibraryCard library={rows.rowAt(index)} />
        </li>
      ))}
    </ul>
  );
}

/** Rendered again only if its library changes. */
const LibraryCard = memo(function LibraryCard({ library }: { library: LibraryStatus | undefined }) {
  if (!library) return <Skeleton height={usualHeight - 12} aria-label="Loading" role="status" />;
  const { sourceType, totalSnippets, versions, trustScore, benchmarkScore, lastUpdateDate } =
    library;
  const facts = [
    sourceNames[sourceType],
    counted(totalSnippets, 'snippet'),
    counted(versions.length, 'version'),
    ...(trustScore === undefined ? [] : [`trust ${trustScore}`]),
    ...(benchmarkScore === undefined ? [] : [`benchmark ${benchmarkScore}`]),
  ];
  return (
    <Card withBorder padding="sm">
      <Name library={library} />
      <Group justify="space-between" mt="xs" gap="xs">
        <StateBadge library={library} />
        {lastUpdateDate && (
          <Text size="xs" c="dimmed">
            updated <Time at={lastUpdateDate} />
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {facts.join(' · ')}
      </Text>
    </Card>
  );
});
