import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactProps {
  name: string;
  children: ReactNode;
}

/** A number or word with its name, for a `dl`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500} className="tabular breakable">
        {children}
      </Text>
    </div>
  );
}
