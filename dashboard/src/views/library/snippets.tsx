import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { SnippetList } from './snippet-list.tsx';
import { useBrowsing, type Browsing } from './use-browsing.ts';

/** The stored documents and snippets of a library, as clients get them. */
export function Snippets({ library }: { library: LibraryStatus }) {
  const [browsing, browse] = useBrowsing(library.id);
  return (
    <Stack gap="md">
      <Wanted library={library} browsing={browsing} browse={browse} />
      <SnippetList id={library.id} browsing={browsing} onAll={() => browse(everything)} />
    </Stack>
  );
}

const everything = { search: '', path: '', flagged: false };

const field = { maxLength: 500, autoComplete: 'off', flex: '1 1 220px' };

interface WantedProps {
  library: LibraryStatus;
  browsing: Browsing;
  browse: (change: Partial<Browsing>) => void;
}

function Wanted({ library, browsing, browse }: WantedProps) {
  const { versions } = library;
  const named = versions.map(({ name }) => ({
    value: name,
    label: name === '' ? 'The default version' : name,
  }));
  return (
    <Group align="flex-end" gap="sm" role="search">
      <TextInput
        label="Search"
        placeholder="Words or a question"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={browsing.search}
        onChange={(event) => browse({ search: event.currentTarget.value })}
        {...field}
      />
      <TextInput
        label="Documents below"
        placeholder="docs/guide/"
        value={browsing.path}
        onChange={(event) => browse({ path: event.currentTarget.value })}
        {...field}
      />
      {versions.length > 1 && (
        <Select
          label="Version"
          data={named}
          value={browsing.version}
          onChange={(version) => browse({ version: version ?? '' })}
          allowDeselect={false}
          searchable={versions.length > 10}
        />
      )}
      <Switch
        label="Only with warnings"
        checked={browsing.flagged}
        onChange={(event) => browse({ flagged: event.currentTarget.checked })}
        mb={8}
      />
      {(browsing.search !== '' || browsing.path !== '' || browsing.flagged) && (
        <Button variant="subtle" onClick={() => browse(everything)}>
          Show all
        </Button>
      )}
    </Group>
  );
}
