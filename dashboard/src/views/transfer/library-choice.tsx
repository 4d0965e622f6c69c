import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count, counted } from '../../shared/format.ts';
import { Empty } from '../../shared/states.tsx';
import type { Chosen } from './chosen.ts';
import { mostLibraries } from './limits.ts';
import { VersionChoice } from './version-choice.tsx';

interface LibraryChoiceProps {
  libraries: LibraryStatus[];
  /** Number of all libraries that match, also of those that the list does not show. */
  total: number;
  searching: boolean;
  chosen: readonly Chosen[];
  onToggle: (id: string) => void;
  onChange: (chosen: Chosen) => void;
}

/** Chooses among the libraries that can be exported. */
export function LibraryChoice({
  libraries,
  total,
  searching,
  chosen,
  onToggle,
  onChange,
}: LibraryChoiceProps) {
  const exportable = libraries.filter(
    ({ visibility, totalSnippets }) => visibility !== 'private' && totalSnippets > 0,
  );
  if (exportable.length === 0) return <Nothing searching={searching} />;
  const full = chosen.length >= mostLibraries;
  return (
    <Stack gap="xs" role="group" aria-label="Libraries">
      {exportable.map((library) => {
        const { id } = library;
        const own = chosen.find((one) => one.id === id);
        return (
          <Stack key={id} gap={4}>
            <Checkbox
              checked={own !== undefined}
              disabled={full && !own}
              onChange={() => onToggle(id)}
              label={<Name library={library} />}
            />
            {own && <VersionChoice library={library} chosen={own} onChange={onChange} />}
          </Stack>
        );
      })}
      {total > libraries.length && (
        <Text size="sm" c="dimmed">
          {count(total)} match; type more of a name to find the others.
        </Text>
      )}
    </Stack>
  );
}

function Name({ library: { id, title, totalSnippets } }: { library: LibraryStatus }) {
  return (
    <Group gap="xs" component="span">
      <Text span size="sm" fw={600} className="breakable">
        {title || id}
      </Text>
      {title && (
        <Text span size="sm" c="dimmed" className="breakable">
          {id}
        </Text>
      )}
      <Text span size="sm" c="dimmed" className="tabular">
        {counted(totalSnippets, 'snippet')}
      </Text>
    </Group>
  );
}

function Nothing({ searching }: { searching: boolean }) {
  return (
    <Empty
      icon={<IconBooks aria-hidden />}
      title={searching ? 'No library matches' : 'Nothing to export yet'}
    >
      {searching ? (
        'No public library with content has this name. Try another word.'
      ) : (
        <>
          You can export a public library after its first run.{' '}
          <Anchor component={Link} href="/add" underline="always">
            Add one
          </Anchor>
          .
        </>
      )}
    </Empty>
  );
}
