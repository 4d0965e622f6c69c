import { SimpleGrid, Stack, Switch, Title } from '@mantine/core';
import type { Draft } from './draft.ts';
import { kinds } from './labels.ts';

interface SourceKindsProps {
  value: Draft['sourceTypes'];
  onChange: (value: Draft['sourceTypes']) => void;
}

/** Chooses the types of sources that may answer. */
export function SourceKinds({ value, onChange }: SourceKindsProps) {
  return (
    <Stack gap="xs">
      <Title order={2}>Kinds of sources</Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => (
          <Switch
            key={kind}
            label={kinds[kind]}
            checked={value[kind].enabled}
            onChange={(event) =>
              onChange({ ...value, [kind]: { enabled: event.currentTarget.checked } })
            }
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
