import { Anchor, Code, Table, Text } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count } from '../../shared/format.ts';
import { Empty } from '../../shared/states.tsx';
import { TableRegion } from '../../shared/table-region.tsx';
import { Time } from '../../shared/time.tsx';

/** The served versions of a library. */
export function Versions({ library }: { library: LibraryStatus }) {
  const { id, versions, sourceType } = library;
  if (versions.length === 0) {
    return (
      <Empty icon={<IconVersions aria-hidden />} title="No versions yet">
        Versions appear here after the first successful run.
      </Empty>
    );
  }
  return (
    <>
      <TableRegion label="Versions" miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Revision</Table.Th>
            <Table.Th ta="right">Documents</Table.Th>
            <Table.Th ta="right">Snippets</Table.Th>
            <Table.Th ta="right">Tokens</Table.Th>
            <Table.Th>Changed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {versions.map((version) => (
            <Table.Tr key={version.name}>
              <Table.Td>
                <Anchor component={Link} href={snippetsOf(id, version.name)} inherit>
                  {version.name === '' ? 'The default version' : version.name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Code title={version.revision}>{version.revision.slice(0, 12)}</Code>
              </Table.Td>
              <Table.Td ta="right">{count(version.documents)}</Table.Td>
              <Table.Td ta="right">{count(version.snippets)}</Table.Td>
              <Table.Td ta="right">{count(version.tokens)}</Table.Td>
              <Table.Td>
                <Time at={version.updatedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableRegion>
      {sourceType === 'git' && (
        <Text size="sm" c="dimmed" mt="sm">
          To ask another version than the default one, add it to the id: {id}/v1.2 or {id}@v1.2. An
          admin adds tags and branches in the settings.
        </Text>
      )}
    </>
  );
}

function snippetsOf(id: string, version: string): string {
  const query = new URLSearchParams({ tab: 'snippets', ...(version !== '' && { version }) });
  return `/libraries${id}?${query.toString()}`;
}
