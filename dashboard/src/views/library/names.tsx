import { Card, List, Text, Title } from '@mantine/core';
import type { LibraryStatus } from '../../api/paths.gen.ts';

type ClaimedName = NonNullable<LibraryStatus['names']>[number];

const origins: Record<Exclude<ClaimedName['origin'], 'documents'>, string> = {
  publishes: 'package that it publishes',
  introduces: 'abbreviation that it introduces',
  installs: 'name in its install commands',
  imports: 'name in its imports',
};

/** Shows the names that the content of a library claims. Searches find the library by them. */
export function Names({ library: { names = [] } }: { library: LibraryStatus }) {
  if (names.length === 0) return null;
  const parts = names.filter(({ origin }) => origin === 'documents').map(({ name }) => name);
  return (
    <Card withBorder component="section" aria-labelledby="names-title">
      <Title order={2} size="h3" id="names-title" mb="xs">
        Names in the content
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Searches find the library by these names. A library with such a name as its id, title or
        alias comes first.
      </Text>
      <List size="sm" spacing="xs">
        {names.map(
          ({ name, origin }) =>
            origin !== 'documents' && (
              <List.Item key={`${origin} ${name}`} className="breakable">
                {name}: {origins[origin]}
              </List.Item>
            ),
        )}
        {parts.length > 0 && (
          <List.Item className="breakable">Parts of its API: {parts.join(', ')}</List.Item>
        )}
      </List>
    </Card>
  );
}
