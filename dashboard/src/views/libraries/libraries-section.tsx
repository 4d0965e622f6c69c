import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBooks, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { signInPath } from '../../session/sign-in-path.ts';
import { useMay } from '../../session/use-session.ts';
import { Answer } from '../../shared/answer.tsx';
import { counted } from '../../shared/format.ts';
import { useLive } from '../../shared/live.ts';
import { Empty, Loading } from '../../shared/states.tsx';
import { Filters } from './filters.tsx';
import { LibraryCards } from './library-cards.tsx';
import { LibraryTable } from './library-table.tsx';
import { useLibraryRows } from './use-library-rows.ts';
import { isFiltered, useWanted } from './use-wanted.ts';

interface LibrariesSectionProps {
  /** Shown above the list if there are libraries. */
  above: ReactNode;
}

/** The list of all libraries with search, filters and order. It updates itself. */
export function LibrariesSection({ above }: LibrariesSectionProps) {
  useLive();
  const mayAdd = useMay('member');
  const [wanted, want] = useWanted();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { first, rows } = useLibraryRows(wanted);
  const filtered = isFiltered(wanted);
  const stale = first.isPlaceholderData;
  const clear = (): void => want({ search: '', states: [], source: undefined });
  const add = mayAdd && (
    <Button component={Link} href="/add" leftSection={<IconPlus size={16} aria-hidden />}>
      Add a library
    </Button>
  );
  // Only a failed first read replaces the view. After a later one, the question, its answer and the filters stay.
  const [wasRead, setWasRead] = useState(false);
  if (first.data !== undefined && !wasRead) setWasRead(true);
  const failed = first.error !== null && !wasRead;
  const hasAny = (first.data === undefined || rows.total > 0 || filtered) && !failed;
  return (
    <>
      {hasAny && (
        <>
          {above}
          <Group justify="space-between">
            <Title order={2}>Libraries</Title>
            {rows.total > 0 && add}
          </Group>
          <Filters wanted={wanted} want={want} sortable={narrow} />
          <Text size="sm" c="dimmed" role="status">
            {stale ? 'Loading…' : first.data && numberOf(rows.total, filtered)}
          </Text>
        </>
      )}
      <Answer of={first} loading={<Loading rows={8} />}>
        {({ total }) => {
          if (total === 0 && filtered) return <NothingFits onClear={clear} />;
          if (total === 0) return <NothingYet>{add}</NothingYet>;
          return narrow ? (
            <LibraryCards rows={rows} stale={stale} />
          ) : (
            <LibraryTable rows={rows} wanted={wanted} onSort={want} stale={stale} />
          );
        }}
      </Answer>
    </>
  );
}

function numberOf(total: number, filtered: boolean): string {
  const libraries = counted(total, 'library', 'libraries');
  if (!filtered) return libraries;
  return `${libraries} ${total === 1 ? 'matches' : 'match'}`;
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <Empty icon={<IconSearchOff aria-hidden />} title="No library matches">
      <Text mb="sm">Parts of words are enough, but a library must match all of them.</Text>
      <Button variant="default" onClick={onClear}>
        Clear the filters
      </Button>
    </Empty>
  );
}

function NothingYet({ children }: { children: ReactNode }) {
  return (
    <Empty icon={<IconBooks aria-hidden />} title="No libraries yet">
      <Text mb="sm">
        {children
          ? 'Add a repository, a website or an API description. You can ask questions when it is indexed.'
          : 'Sign in to add the first one.'}
      </Text>
      {children || (
        <Button component={Link} href={signInPath()}>
          Sign in
        </Button>
      )}
    </Empty>
  );
}
