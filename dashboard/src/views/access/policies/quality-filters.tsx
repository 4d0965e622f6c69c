import { NumberInput, SimpleGrid, Stack, Switch, TagsInput } from '@mantine/core';
import type { Draft } from './draft.ts';

type Quality = Draft['libraryFilters']['quality'];

interface QualityFiltersProps {
  value: Quality;
  onChange: (value: Quality) => void;
}

/** Thresholds for public libraries, and the libraries that are always or never allowed. */
export function QualityFilters({ value, onChange }: QualityFiltersProps) {
  const change = (part: Partial<Quality>): void => onChange({ ...value, ...part });
  const { repoFilters } = value;
  return (
    <Stack gap="sm">
      <Switch
        label="Only verified libraries"
        description="With a trust score of 9 or 10"
        checked={value.requireVerified}
        onChange={(event) => change({ requireVerified: event.currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Threshold
          label="Minimum trust score"
          max={10}
          value={value.minTrustScore}
          onChange={(minTrustScore) => change({ minTrustScore })}
        />
        <Threshold
          label="Maximum age in days"
          min={1}
          max={36_500}
          value={value.maxAgeDays}
          onChange={(maxAgeDays) => change({ maxAgeDays })}
        />
        <Threshold
          label="Minimum stars"
          max={1_000_000_000}
          value={repoFilters.minStars}
          onChange={(minStars) => change({ repoFilters: { ...repoFilters, minStars } })}
        />
      </SimpleGrid>
      <TagsInput
        label="Licenses"
        description="SPDX ids such as Apache-2.0. Empty allows any license. For repositories only."
        value={repoFilters.allowedLicenses}
        onChange={(allowedLicenses) => change({ repoFilters: { ...repoFilters, allowedLicenses } })}
      />
      <TagsInput
        label="Blocked libraries"
        description="/owner/name, /owner, or the domain of a website. Answers never use these."
        value={value.blockedLibraries}
        onChange={(blockedLibraries) => change({ blockedLibraries })}
      />
      <TagsInput
        label="Exceptions"
        description="Libraries that the thresholds do not apply to"
        value={value.exceptedLibraries}
        onChange={(exceptedLibraries) => change({ exceptedLibraries })}
      />
    </Stack>
  );
}

interface ThresholdProps {
  label: string;
  min?: number;
  max: number;
  /** Null sets no threshold. */
  value: number | null;
  onChange: (value: number | null) => void;
}

function Threshold({ label, min = 0, max, value, onChange }: ThresholdProps) {
  return (
    <NumberInput
      label={label}
      placeholder="Any"
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  );
}
