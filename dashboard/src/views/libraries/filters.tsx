import { CloseButton, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sourceNames, stateNames } from '../../shared/library-state.tsx';
import { columns } from './columns.tsx';
import type { Wanted } from './use-wanted.ts';

/** Milliseconds without a key press before the page sends a request. */
const pauseMs = 150;

const states = Object.entries(stateNames).map(([value, label]) => ({ value, label }));
const sources = Object.entries(sourceNames).map(([value, label]) => ({ value, label }));
const sorts = columns.flatMap(({ label, sort }) => (sort ? [{ value: sort, label }] : []));

interface FiltersProps {
  wanted: Wanted;
  want: (change: Partial<Wanted>) => void;
  /** Cards have no column headings to sort by. */
  sortable: boolean;
}

/** The search and the filters of the list. */
export function Filters({ wanted, want, sortable }: FiltersProps) {
  return (
    <Group gap="sm" align="flex-end">
      <Search wanted={wanted} want={want} />
      <MultiSelect
        label="State"
        placeholder={wanted.states.length === 0 ? 'Any' : ''}
        data={states}
        value={wanted.states}
        onChange={(chosen) => want({ states: chosen as Wanted['states'] })}
        clearable
        w={{ base: '100%', sm: 220 }}
      />
      <Select
        label="Source"
        placeholder="Any"
        data={sources}
        value={wanted.source ?? null}
        onChange={(chosen) => want({ source: (chosen ?? undefined) as Wanted['source'] })}
        clearable
        w={{ base: '100%', sm: 140 }}
      />
      {sortable && (
        <Select
          label="Sort by"
          placeholder="Id, or best match"
          data={sorts}
          value={wanted.sort ?? null}
          onChange={(chosen) => {
            const column = columns.find(({ sort }) => sort === chosen);
            want({ sort: column?.sort, order: column?.order ?? 'asc' });
          }}
          clearable
          w="100%"
        />
      )}
    </Group>
  );
}

/** The search field. It starts the search after a pause. */
function Search({ wanted, want }: Pick<FiltersProps, 'wanted' | 'want'>) {
  const [typed, setTyped] = useState(wanted.search);
  const asked = useRef(wanted.search);
  const search = useDebouncedCallback((text: string) => {
    asked.current = text;
    want({ search: text });
  }, pauseMs);
  useEffect(() => {
    // The person has cleared the filters or followed a link. A search by typing never replaces newer text.
    if (wanted.search !== asked.current) setTyped(wanted.search);
    asked.current = wanted.search;
  }, [wanted.search]);
  const type = (text: string): void => {
    setTyped(text);
    search(text);
  };
  return (
    <TextInput
      label="Search"
      placeholder="Name, id, description or source"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton aria-label="Clear the search" onClick={() => type('')} />
      }
      maxLength={500}
      flex={1}
      miw={{ base: '100%', sm: 220 }}
    />
  );
}
