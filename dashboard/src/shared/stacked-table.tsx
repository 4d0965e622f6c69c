import { Table, VisuallyHidden, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableRegion } from './table-region.tsx';

interface StackedTableProps {
  /** What the table tells, for those who do not see it. */
  label: string;
  /** Headings; one that is '' is of the actions. */
  columns: readonly string[];
  /** Rows of `StackedRow`. */
  children: ReactNode;
}

/**
 * A table whose rows are cards on a phone, each cell with its heading. Roles are said, since what is laid out as blocks is no
 * table to a browser any more.
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

/** A cell; `label` is its heading on a phone. */
export function StackedCell({ label, ...props }: TableTdProps & { label?: string }) {
  return <Table.Td role="cell" data-label={label} {...props} />;
}
