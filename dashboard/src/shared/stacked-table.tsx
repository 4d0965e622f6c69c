import { Table, VisuallyHidden, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableRegion } from './table-region.tsx';

interface StackedTableProps {
  /** Name of the table for screen readers. */
  label: string;
  /** Headings of the columns. '' is the column of actions. */
  columns: readonly string[];
  /** Rows of `StackedRow`. */
  children: ReactNode;
}

/**
 * A table whose rows are cards on a phone, with a heading in each cell. The roles are explicit, because browsers do not
 * treat elements with block layout as a table.
 */
export function StackedTable({ label, columns, children }: StackedTableProps) {
  return (
    <TableRegion label={label} className="stacked" role="table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column} role="columnheader">
              {column === '' ? <VisuallyHidden>Actions</VisuallyHidden> : column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </TableRegion>
  );
}

/** A row of a stacked table. */
export function StackedRow({ children }: { children: ReactNode }) {
  return <Table.Tr role="row">{children}</Table.Tr>;
}

/** A cell. `label` is its heading on a phone. */
export function StackedCell({ label, ...props }: TableTdProps & { label?: string }) {
  return <Table.Td role="cell" data-label={label} {...props} />;
}
