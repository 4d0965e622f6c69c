import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { columns, type Column } from './columns.tsx';
import classes from './libraries.module.css';
import type { LibraryRows } from './use-library-rows.ts';
import { queryOf, type Wanted } from './use-wanted.ts';

/** Height of a row and of the row of headings, in pixels. */
const [rowHeight, headHeight] = [53, 40];

interface LibraryTableProps {
  rows: LibraryRows;
  wanted: Wanted;
  onSort: (change: Pick<Wanted, 'sort' | 'order'>) => void;
  /** Whether other libraries load. */
  stale: boolean;
}

/** Libraries as rows. Only the visible rows exist, because a list may have thousands. */
export function LibraryTable({ rows, wanted, onSort, stale }: LibraryTableProps) {
  const region = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => rows.show(first, last), [rows, first, last]);
  const asked = JSON.stringify(queryOf(wanted));
  useEffect(() => {
    region.current?.scrollTo({ top: 0 });
  }, [asked]);
  // Moves the table to its visible rows. Placeholder rows would change the layout while a person scrolls, and Chromium would
  // then stop a scroll by keyboard.
  const top = (items[0]?.start ?? headHeight) - headHeight;
  return (
    <Box
      ref={region}
      className={`table-region ${classes['region']}`}
      role="region"
      aria-label="Libraries"
      aria-busy={stale}
      tabIndex={0}
      data-stale={stale || undefined}
    >
      <div className={classes['rows']} style={{ height: virtual.getTotalSize() }}>
        <table className={classes['table']} style={{ top }} aria-rowcount={rows.total + 1}>
          <colgroup>
            {columns.map(({ label, width }) => (
              <col key={label} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1} style={{ height: headHeight }}>
              {columns.map((column) => (
                <Head key={column.label} column={column} wanted={wanted} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ index }) => (
              <Row key={index} index={index} library={rows.rowAt(index)} />
            ))}
          </tbody>
        </table>
      </div>
    </Box>
  );
}

function Head({
  column,
  wanted,
  onSort,
}: Pick<LibraryTableProps, 'wanted' | 'onSort'> & { column: Column }) {
  const { label, sort, order, numeric } = column;
  if (!sort) return <th scope="col">{label}</th>;
  const current = wanted.sort === sort ? wanted.order : undefined;
  const Icon = current === 'desc' ? IconChevronDown : IconChevronUp;
  const other = current === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      aria-sort={current ? (current === 'asc' ? 'ascending' : 'descending') : 'none'}
      data-numeric={numeric || undefined}
    >
      <UnstyledButton
        className={classes['sort']}
        onClick={() => onSort({ sort, order: current ? other : order })}
      >
        {label}
        {current && <Icon size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

interface RowProps {
  index: number;
  library: LibraryStatus | undefined;
}

/** Rendered again only if its library changes, because most rows stay while a person scrolls. */
const Row = memo(function Row({ index, library }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowHeight }}>
      {library ? (
        columns.map(({ label, numeric, cell }) => (
          <td key={label} data-numeric={numeric || undefined}>
            {cell(library)}
          </td>
        ))
      ) : (
        <td colSpan={columns.length}>
          <Skeleton height={24} aria-label="Loading" role="status" />
        </td>
      )}
    </tr>
  );
});
