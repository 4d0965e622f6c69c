import { Badge, Stack, Table, Text, Title } from '@mantine/core';
import type { Overview } from '../../api/paths.gen.ts';
import { duration } from '../../shared/format.ts';
import { TableRegion } from '../../shared/table-region.tsx';
import { nameOf } from './names.ts';

/** The dependencies of the program and their state. */
export function Dependencies({ dependencies }: Pick<Overview, 'dependencies'>) {
  const isTold = dependencies.some(({ milliseconds }) => milliseconds !== undefined);
  return (
    <Stack gap="xs">
      <Title order={2}>Dependencies</Title>
      <TableRegion label="Dependencies">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Dependency</Table.Th>
            <Table.Th>State</Table.Th>
            {isTold && <Table.Th ta="right">Answered in</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {dependencies.map(({ name, needed, ok, message, milliseconds }) => (
            <Table.Tr key={name}>
              <Table.Td>
                {nameOf(name).name}
                <Text size="sm" c="dimmed">
                  {nameOf(name).what}
                </Text>
              </Table.Td>
              <Table.Td>
                <Badge
                  color={ok ? 'teal' : needed ? 'red' : 'yellow'}
                  variant="light"
                  miw="max-content"
                >
                  {ok ? 'Answers' : 'Does not answer'}
                </Badge>
                {!ok && message !== undefined && (
                  <Text size="sm" mt={4} className="breakable">
                    {message}
                  </Text>
                )}
              </Table.Td>
              {isTold && (
                <Table.Td ta="right" className="tabular">
                  {milliseconds === undefined ? '' : duration(milliseconds)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableRegion>
    </Stack>
  );
}
