import { Stack, Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview } from '../../api/paths.gen.ts';
import { duration, moment } from '../../shared/format.ts';
import { TableRegion } from '../../shared/table-region.tsx';

/** Versions, license and models. */
export function Install({ overview }: { overview: Overview }) {
  const { version, uptime, stores = [], migration, models = [] } = overview;
  return (
    <Stack gap="xs">
      <Title order={2}>This install</Title>
      <TableRegion label="This install">
        <Table.Tbody>
          <Fact name="Lectern">{version}</Fact>
          <Fact name="Running for">{duration(uptime * 1_000)}</Fact>
          <Fact name="License">{licenseOf(overview)}</Fact>
          {stores.map(({ name, product, version: running }) => (
            <Fact key={name} name={name === 'metadata' ? 'Metadata' : 'Snippets'}>
              {product} {running ?? '(does not answer)'}
            </Fact>
          ))}
          {migration !== undefined && <Fact name="Schema">{migration}</Fact>}
          {models.map(({ use, model, host, dimensions, lastCall }) => (
            <Fact key={use} name={use === 'embedding' ? 'Embedding model' : 'Reranking model'}>
              {model}
              {host !== undefined && ` at ${host}`}
              {dimensions !== undefined && `, ${dimensions} dimensions`}
              {lastCall === 'failed' && ' (its last call failed)'}
            </Fact>
          ))}
        </Table.Tbody>
      </TableRegion>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={{ base: 130, sm: 200 }} fw={500}>
        {name}
      </Table.Th>
      <Table.Td className="breakable">{children}</Table.Td>
    </Table.Tr>
  );
}

function licenseOf({ license, licenseInfo: { valid, teamSize, expiresAt } }: Overview): string {
  if (license === 'none') return 'None';
  if (!valid) return 'Not valid, or expired';
  const people = teamSize === null ? 'any number of people' : `${teamSize} people`;
  const until = expiresAt === null ? '' : `, until ${moment(Date.parse(expiresAt))}`;
  return `For ${people}${until}`;
}
