import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { chosenWhole, labelOf, type Chosen } from './chosen.ts';
import { LibraryChoice } from './library-choice.tsx';
import { mostLibraries } from './limits.ts';
import { useExport } from './use-export.ts';

/** Chooses public libraries, and downloads them as a bundle. */
export function ExportPanel() {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const exporting = useExport();
  const query = { limit: 100, ...(asked !== '' && { search: asked }) };
  const found = api.useQuery(
    'get',
    '/api/v1/libraries',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.some((one) => one.id === id)
        ? before.filter((one) => one.id !== id)
        : [...before, chosenWhole(id)],
    );
  const change = (changed: Chosen): void =>
    setChosen((before) => before.map((one) => (one.id === changed.id ? changed : one)));
  return (
    <Stack gap="md" maw={860}>
      <Group justify="space-between" align="flex-end">
        <TextInput
          label="Find libraries"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          type="search"
          maxLength={200}
          flex="1 1 240px"
        />
        <Button
          disabled={chosen.length === 0}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(chosen)}
        >
          Download the bundle
        </Button>
      </Group>
      <Group gap="xs">
        <Text size="sm" className="tabular" role="status">
          {chosen.length} of {mostLibraries} chosen
        </Text>
        {chosen.map((one) => (
          <Pill
            key={one.id}
            withRemoveButton
            onRemove={() => toggle(one.id)}
            removeButtonProps={{
              'aria-label': `Remove ${one.id}`,
              tabIndex: 0,
              'aria-hidden': false,
            }}
          >
            {labelOf(one)}
          </Pill>
        ))}
      </Group>
      <Answer of={found}>
        {({ libraries, total }) => (
          <LibraryChoice
            libraries={libraries}
            total={total}
            searching={asked !== ''}
            chosen={chosen}
            onToggle={toggle}
            onChange={change}
          />
        )}
      </Answer>
    </Stack>
  );
}
