import { Stack, Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UsageSum } from '../../api/paths.gen.ts';
import { TableRegion } from '../../shared/table-region.tsx';
import { measured, measures, type Measure } from './measures.ts';

/** The usage of one day, key or client: a bar of a chart, and a row of its table. `name` is its label. */
export type UsageRow = { name: string } & UsageSum;

interface UsageSectionProps {
  title: string;
  /** Heading of the rows. */
  heading: string;
  rows: UsageRow[];
  /** The chart. Screen readers skip it. */
  children: ReactNode;
}

/** A chart, and a table of its numbers that a person can open. */
export function UsageSection({ title, heading, rows, children }: UsageSectionProps) {
  const columns = Object.keys(measures) as Measure[];
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{title}</Title>
      <div aria-hidden>{children}</div>
      <details>
        <summary>{title}, in figures</summary>
        <TableRegion label={`${title}, in figures`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{heading}</Table.Th>
              {columns.map((measure) => (
                <Table.Th key={measure} ta="right">
                  {measures[measure]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              <Table.Tr key={at}>
                <Table.Td className="breakable">{row.name}</Table.Td>
                {columns.map((measure) => (
                  <Table.Td key={measure} ta="right" className="tabular">
                    {measured(measure, row[measure])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableRegion>
      </details>
    </Stack>
  );
}
