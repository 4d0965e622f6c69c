import { SegmentedControl, Stack, TagsInput, Text, Title } from '@mantine/core';
import type { Draft } from './draft.ts';
import { modes } from './labels.ts';
import { QualityFilters } from './quality-filters.tsx';

type LibraryFilters = Draft['libraryFilters'];

interface FiltersProps {
  value: LibraryFilters;
  onChange: (value: LibraryFilters) => void;
  disabled: boolean;
}

/** Chooses the public libraries that may answer. */
export function Filters({ value, onChange, disabled }: FiltersProps) {
  const { mode, quality, select } = value;
  return (
    <Stack gap="xs">
      <Title order={2}>Public libraries</Title>
      <SegmentedControl
        aria-label="Which public libraries"
        data={modes}
        value={mode ?? 'all'}
        onChange={(chosen) =>
          onChange({ ...value, mode: chosen === 'all' ? null : (chosen as 'quality' | 'select') })
        }
        disabled={disabled}
      />
      {mode === null && <Text size="sm">Members get answers from every public library.</Text>}
      {mode === 'select' && (
        <TagsInput
          label="Allowed libraries"
          description="/owner/name, /owner, or the domain of a website. Press Enter after each."
          value={select.allowedLibraries}
          onChange={(allowedLibraries) => onChange({ ...value, select: { allowedLibraries } })}
        />
      )}
      {mode === 'quality' && (
        <QualityFilters
          value={quality}
          onChange={(changed) => onChange({ ...value, quality: changed })}
        />
      )}
    </Stack>
  );
}
