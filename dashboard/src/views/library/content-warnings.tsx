import { Anchor, Card, List, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count, counted } from '../../shared/format.ts';

const none = { injection: 0, secrets: 0, hidden: 0 };

/** Shows the number of suspicious texts in the documents: instructions to models, credentials and hidden text. */
export function ContentWarnings({ library }: { library: LibraryStatus }) {
  const { id, contentWarnings: found = none, ownerRules, versions } = library;
  const isClean = found.injection + found.secrets + found.hidden === 0;
  return (
    <Card withBorder component="section" aria-labelledby="warnings-title">
      <Title order={2} size="h3" id="warnings-title" mb="xs">
        Content warnings
      </Title>
      {isClean && (
        <Text size="sm" c="dimmed">
          {versions.length > 0
            ? 'No instructions to models, no credentials and no hidden text were found.'
            : 'Lectern checks documents while it indexes them.'}
        </Text>
      )}
      {(!isClean || ownerRules) && (
        <List size="sm" spacing="xs">
          <Found id={id} found={found} />
          {ownerRules && <Rules rules={ownerRules} />}
        </List>
      )}
    </Card>
  );
}

function Found({
  id,
  found,
}: {
  id: string;
  found: NonNullable<LibraryStatus['contentWarnings']>;
}) {
  const { injection, secrets, hidden } = found;
  return (
    <>
      {injection > 0 && (
        <List.Item>
          <Anchor
            component={Link}
            href={`/libraries${id}?tab=snippets&flagged=true`}
            inherit
            underline="always"
          >
            {counted(injection, 'snippet')} with instructions to a model
          </Anchor>
          . Answers mark these snippets or leave them out.
        </List.Item>
      )}
      {secrets > 0 && (
        <List.Item>
          {counted(secrets, 'credential')} that looked live. Lectern masked them before it stored
          anything. Ask the owner of the source to revoke them.
        </List.Item>
      )}
      {hidden > 0 && (
        <List.Item>
          {counted(hidden, 'document')} with hidden text, which Lectern left out.
        </List.Item>
      )}
    </>
  );
}

function Rules({ rules: { found, served } }: { rules: NonNullable<LibraryStatus['ownerRules']> }) {
  return (
    <List.Item>
      {counted(found, 'rule')} of the repository’s own configuration,{' '}
      {served > 0 ? `${count(served)} of them in answers` : 'none of them in answers'}. An admin
      allows them in the settings.
    </List.Item>
  );
}
