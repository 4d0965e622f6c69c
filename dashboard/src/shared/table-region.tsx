import { Box, Table, type TableProps } from '@mantine/core';

interface TableRegionProps extends TableProps {
  /** What the table tells, for those who do not see it. */
  label: string;
}

/** A table that scrolls within itself where it is wider than the window, by keyboard too. */
export function TableRegion({ label, children, ...props }: TableRegionProps) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} className="table-region">
      <Table verticalSpacing="xs" {...props}>
        {children}
      </Table>
    </Box>
  );
}
