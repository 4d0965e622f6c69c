import { Badge, Group, type MantineColor } from '@mantine/core';
import type { LibraryStatus } from '../api/paths.gen.ts';

/** Names of the states in lists and filters. */
export const stateNames: Record<LibraryStatus['state'], string> = {
  finalized: 'Served',
  initial: 'New',
  processing: 'Indexing',
  error: 'Failed',
  delete: 'Deleting',
};

const colors: Record<LibraryStatus['state'], MantineColor> = {
  finalized: 'teal',
  initial: 'gray',
  processing: 'blue',
  error: 'red',
  delete: 'gray',
};

/** Names of the kinds of sources. */
export const sourceNames: Record<LibraryStatus['sourceType'], string> = {
  git: 'Git',
  website: 'Website',
  llmstxt: 'llms.txt',
  openapi: 'OpenAPI',
  wiki: 'Wiki',
  pages: 'Pages',
  import: 'Import',
};

/** Returns how far a run is, 0 to 1; undefined if the number of documents is unknown. */
export function progressOf({ run }: Pick<LibraryStatus, 'run'>): number | undefined {
  if (run?.phase === 'embedding') return (run.embeddedPercent ?? 0) / 100;
  if (!run?.total) return undefined;
  return Math.min(1, run.documents / run.total);
}

/** A badge with the state of a library. */
export function StateBadge({ library }: { library: LibraryStatus }) {
  const { state, queued, message, run } = library;
  const progress = state === 'processing' ? progressOf(library) : undefined;
  const percent = progress === undefined ? '' : ` ${Math.floor(progress * 100)} %`;
  const name =
    state === 'processing' && run?.phase === 'embedding' ? 'Embedding' : stateNames[state];
  return (
    <Badge variant="light" color={queued ? 'blue' : colors[state]} title={message}>
      {queued ? 'Queued' : `${name}${percent}`}
    </Badge>
  );
}

/** Badges with further facts about a library. */
export function Markers({ library }: { library: LibraryStatus }) {
  const { imported, visibility, suspended } = library;
  const shown = [
    ...(imported ? ['Imported'] : []),
    ...(visibility === 'private' ? ['Private'] : []),
    ...(suspended ? ['Suspended'] : []),
  ];
  if (shown.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ flexShrink: 0 }}>
      {shown.map((name) => (
        <Badge key={name} size="xs" variant="outline" color="gray">
          {name}
        </Badge>
      ))}
    </Group>
  );
}
