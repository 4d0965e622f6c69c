import { SimpleGrid, Stack, Tabs, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Part {
  id: string;
  title: string;
  content: ReactNode;
}

/** Shows parts beside each other if there is room, otherwise one below the other. */
export function SideBySide({ parts }: { parts: Part[] }) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [first] = parts;
  if (parts.length === 1) return <Hidden part={first!} />;
  if (wide) {
    return (
      <SimpleGrid cols={parts.length} spacing="lg">
        {parts.map(({ id, title, content }) => (
          <Stack key={id} gap="md" miw={0}>
            <Title order={2}>{title}</Title>
            {content}
          </Stack>
        ))}
      </SimpleGrid>
    );
  }
  return (
    <Tabs defaultValue={first!.id}>
      <Tabs.List mb="md">
        {parts.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.id} value={part.id}>
          <Hidden part={part} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A part whose title is only for screen readers. */
function Hidden({ part }: { part: Part }) {
  return (
    <>
      <VisuallyHidden>
        <h2>{part.title}</h2>
      </VisuallyHidden>
      {part.content}
    </>
  );
}
