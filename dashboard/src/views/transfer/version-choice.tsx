import { Group, MultiSelect, Select } from '@mantine/core';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';
import type { Chosen } from './chosen.ts';
import { mostVersions } from './limits.ts';

interface VersionChoiceProps {
  library: LibraryStatus;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** Chooses the versions of a library for the bundle. Shows nothing if the library has only the default version. */
export function VersionChoice({ library, chosen, onChange }: VersionChoiceProps) {
  const names = library.versions.map(({ name }) => name).filter((name) => name !== '');
  if (names.length === 0) return null;
  const { id } = library;
  return (
    <Group gap="xs" align="flex-start" pl={32}>
      <Select
        aria-label={`Versions of ${id}`}
        data={[
          { value: 'all', label: `All ${counted(names.length + 1, 'version')}` },
          { value: 'default', label: 'Default version only' },
          { value: 'some', label: 'Default version and…' },
        ]}
        value={chosen.take}
        onChange={(take) => onChange({ ...chosen, take: take ?? 'all' })}
        allowDeselect={false}
        size="xs"
        w={200}
      />
      {chosen.take === 'some' && (
        <MultiSelect
          aria-label={`Other versions of ${id}`}
          placeholder={chosen.names.length === 0 ? 'Choose versions' : ''}
          data={names}
          value={chosen.names}
          onChange={(picked) => onChange({ ...chosen, names: picked })}
          maxValues={mostVersions}
          searchable
          size="xs"
          flex="1 1 200px"
        />
      )}
    </Group>
  );
}
