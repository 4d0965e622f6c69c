import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBooks, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useMay } from '../../session/use-session.ts';
import { Answer } from '../../shared/answer.tsx';
import { counted } from '../../shared/format.ts';
import { useLive } from '../../shared/live.ts';
import { Page } from '../../shared/page.tsx';
import { Empty, Loading } from '../../shared/states.tsx';
import { Filters } from './filters.tsx';
import { LibraryCards } from './library-cards.tsx';
import { LibraryTable } from './library-table.tsx';
import { useLibraryRows } from './use-library-rows.ts';
import { isFiltered, useWanted } from './use-wanted.ts';

/** All libraries, as they change: sorted, filtered, searched as one types. */
export function LibrariesView() {
  useLive();
  const mayAdd = useMay('member');
  const [wanted, want] = useWanted();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { first, rows } = useLibraryRows(wanted);
  const filtered = isFiltered(wanted);
  const clear = (): void => want({ search: '', states: [], source: undefined });
  const add = mayAdd && (
    <Button component={Link} href="/add" leftSection={<IconPlus size={16} aria-hidden />}>
      Add a library
    </Button>
  );
  return (
    <Page
      title="Libraries"
      about="The documentation that questions are answered from."
      actions={rows.total > 0 && add}
    >
      {(first.data === undefined || rows.total > 0 || filtered) && !first.error && (
        <Filters wanted={wanted} want={want} sortable={narrow} />
      )}
      <Answer of={first} loading={<Loading rows={8} />}>
        {({ total }) => {
          if (total === 0 && filtered) return <NothingFits onClear={clear} />;
          if (total === 0) return <NothingYet>{add}</NothingYet>;
          const stale = first.isPlaceholderData;
          return (
            <>
              <Text size="sm" c="dimmed" aria-live="polite">
                {counted(total, 'library', 'libraries')}
                {filtered ? ' fit' : ''}
              </Text>
              {narrow ? (
                <LibraryCards rows={rows} stale={stale} />
              ) : (
                <LibraryTable rows={rows} wanted={wanted} onSort={want} stale={stale} />
              )}
            </>
          );
        }}
      </Answer>
    </Page>
  );
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <Empty icon={<IconSearchOff aria-hidden />} title="No library fits">
      <Text mb="sm">Parts of words are enough, and every one of them has to be found.</Text>
      <Button variant="default" onClick={onClear}>
        Clear the filters
      </Button>
    </Empty>
  );
}

function NothingYet({ children }: { children: React.ReactNode }) {
  return (
    <Empty icon={<IconBooks aria-hidden />} title="No libraries yet">
      <Text mb="sm">
        {children
          ? 'Add a repository, a website or an API description, and ask it once it is indexed.'
          : 'Somebody with a key can add one: sign in to do it yourself.'}
      </Text>
      {children}
    </Empty>
  );
}
