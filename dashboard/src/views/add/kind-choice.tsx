import { Chip, Fieldset, Group, Text } from '@mantine/core';
import { kinds, type Kind } from './kinds.ts';

interface KindChoiceProps {
  value: Kind;
  onChange: (kind: Kind) => void;
}

/** Chooses the kind of source. The page recognizes it by the address, and a person can correct it. */
export function KindChoice({ value, onChange }: KindChoiceProps) {
  return (
    <Fieldset
      legend={
        <Text size="sm" fw={600}>
          Kind of source
        </Text>
      }
      variant="unstyled"
      m={0}
      p={0}
    >
      <Chip.Group value={value} onChange={(chosen) => onChange(chosen)}>
        <Group gap="xs" mt={4}>
          {kinds.map(({ value: kind, label }) => (
            <Chip key={kind} value={kind} size="sm" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Fieldset>
  );
}
