import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScoreProps {
  title: string;
  /** The number, or the reason why there is none. */
  value: string;
  /** The maximum value, if there is a number. */
  of?: number;
  children: ReactNode;
}

/** A score and its inputs. */
export function Score({ title, value, of, children }: ScoreProps) {
  const id = `${title.toLowerCase()}-title`;
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        <Text fw={700} size="lg" className="tabular">
          {value}
          {of !== undefined && (
            <Text span size="sm" c="dimmed" fw={400}>
              {' '}
              of {of}
            </Text>
          )}
        </Text>
      </Group>
      {children}
    </Card>
  );
}
