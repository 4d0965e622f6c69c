import { Box, Table, type TableProps } from '@mantine/core';

interface TableRegionProps extends TableProps {
  /** Name of the table for screen readers. */
  label: string;
}

/** A table that scrolls if it is wider than the window, also by keyboard. */
export function TableRegion({ label, children, ...props }: TableRegionProps) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} className="table-region">
      <Table verticalSpacing="xs" {...props}>
        {children}
      </Table>
    </Box>
  );
}
