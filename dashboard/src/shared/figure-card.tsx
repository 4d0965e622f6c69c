import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FigureCardProps {
  label: string;
  /** The number. */
  value: ReactNode;
  /** Explains the number: its parts, or a value to compare with. */
  children?: ReactNode;
}

/** A card with one number of a view. */
export function FigureCard({ label, value, children }: FigureCardProps) {
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600} className="tabular">
        {value}
      </Text>
      {children && (
        <Text component="div" size="sm" c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </Card>
  );
}
