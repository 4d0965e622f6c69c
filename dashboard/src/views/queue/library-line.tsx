import { Anchor, Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';

interface LibraryLineProps {
  library: LibraryStatus;
  /** Content at the end of the line. */
  action?: ReactNode;
  /** Text below the name. */
  children: ReactNode;
}

/** A library in a list, with a text and actions. */
export function LibraryLine({ library, action, children }: LibraryLineProps) {
  const { id, title } = library;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} href={`/libraries${id}`} fw={500} className="breakable">
            {title}
          </Anchor>
          <Text size="sm" c="dimmed" className="breakable" component="div">
            {children}
          </Text>
        </div>
        {action}
      </Group>
    </Card>
  );
}
