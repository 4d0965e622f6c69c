import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { useLibraryChoices } from './use-library-choices.ts';

interface LibrarySelectProps {
  /** Id of the library; '' for none. */
  value: string;
  onChange: (id: string) => void;
}

/** Chooses a library by what one types: parts of its id, title or description. */
export function LibrarySelect({ value, onChange }: LibrarySelectProps) {
  const [typed, setTyped] = useState(value);
  const [searched] = useDebouncedValue(typed, 200);
  // What is chosen stands in the field, and is no search.
  const choices = useLibraryChoices(searched === value ? '' : searched);
  const ids = new Set([...(value === '' ? [] : [value]), ...choices.ids]);
  /** Enter takes what fits best also before the list has come to highlight it. */
  const takeBest = (event: KeyboardEvent<HTMLInputElement>): void => {
    const highlighted = event.currentTarget.hasAttribute('aria-activedescendant');
    const wanted = typed.trim().toLowerCase();
    if (event.key !== 'Enter' || highlighted || wanted === '' || wanted === value) return;
    event.preventDefault();
    const fits = (id: string): boolean =>
      `${id} ${choices.titles.get(id) ?? ''}`.toLowerCase().includes(wanted);
    const best = choices.ids.find(fits);
    if (best !== undefined) onChange(best);
  };
  return (
    <Select
      label="Library"
      placeholder="Type a name"
      data={[...ids]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={takeBest}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          <Text size="sm" className="breakable">
            {option.value}
          </Text>
          <Text size="xs" className="breakable">
            {choices.titles.get(option.value)}
          </Text>
        </div>
      )}
      nothingFoundMessage={choices.pending ? 'Looking…' : 'No library matches'}
      error={choices.problem}
      maxDropdownHeight={320}
      selectFirstOptionOnChange
      required
    />
  );
}
