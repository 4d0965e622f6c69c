import { Anchor, Badge, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';
import type { Imported } from './use-import.ts';

/** Milliseconds between reads of active runs. */
const lookMs = 3_000;

/** The queued libraries with their states, and the skipped ones with the reasons. */
export function ImportResult({ of: { queued, skipped } }: { of: Imported }) {
  const states = useStates(queued);
  return (
    <Stack gap="xs">
      <Title order={2}>
        {counted(queued.length, 'library', 'libraries')} queued, {skipped.length} skipped
      </Title>
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label="Result of the import" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Library</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queued.map((id) => (
              <Table.Tr key={id}>
                <Table.Td className="breakable">
                  <Named project={id} />
                </Table.Td>
                <Table.Td>
                  <Became library={states.get(id)} />
                </Table.Td>
              </Table.Tr>
            ))}
            {skipped.map(({ project, reason }) => (
              <Table.Tr key={project}>
                <Table.Td className="breakable">
                  <Named project={project} />
                </Table.Td>
                <Table.Td>
                  <Badge color="orange" variant="outline">
                    Skipped
                  </Badge>
                  <Text size="sm" mt={4} className="breakable">
                    {reason}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

/** A library by its id, or the name of a file that is not a library. */
function Named({ project }: { project: string }) {
  if (!project.startsWith('/')) return project;
  return (
    <Anchor component={Link} href={`/libraries${project}`} size="sm">
      {project}
    </Anchor>
  );
}

function Became({ library }: { library: LibraryStatus | undefined }) {
  if (!library || isWaiting(library)) return <Text size="sm">Queued</Text>;
  if (library.state === 'processing') return <Text size="sm">Being indexed</Text>;
  if (library.state !== 'error')
    return <Text size="sm">{counted(library.totalSnippets, 'snippet')} served</Text>;
  return (
    <Text size="sm" c="red" className="breakable">
      {library.message}
    </Text>
  );
}

function isWaiting({ queued, state }: LibraryStatus): boolean {
  return state === 'initial' || (queued && state !== 'processing');
}

/** Returns the imported libraries by their ids. Reads them until their runs have ended. */
function useStates(queued: readonly string[]): Map<string, LibraryStatus> {
  const query = api.useQuery(
    'get',
    '/api/v1/libraries',
    { params: { query: { source: 'import', limit: 500 } } },
    {
      enabled: queued.length > 0,
      refetchInterval({ state }) {
        const own = state.data?.libraries.filter(({ id }) => queued.includes(id)) ?? [];
        const ended = own.filter((one) => !isWaiting(one) && one.state !== 'processing');
        return ended.length === queued.length ? false : lookMs;
      },
    },
  );
  return new Map(query.data?.libraries.map((library) => [library.id, library]));
}
