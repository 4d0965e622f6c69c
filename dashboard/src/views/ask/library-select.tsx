import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState, type KeyboardEvent } from 'react';
import { queries } from '../../api/client.ts';
import { choicesOf, useLibraryChoices } from './use-library-choices.ts';

interface LibrarySelectProps {
  label?: string;
  /** Whether the form requires a library. Default: true. */
  required?: boolean;
  /** Id of the library; '' for none. */
  value: string;
  onChange: (id: string) => void;
}

/**
 * Chooses a library by what a person types: parts of its id or title. Enter takes the first match. If the server has not
 * answered the search yet and no known library matches, the choice waits for the answer.
 */
export function LibrarySelect({
  label = 'Library',
  required = true,
  value,
  onChange,
}: LibrarySelectProps) {
  const [typed, setTyped] = useState(value);
  const [opened, setOpened] = useState(false);
  // The content of the field when a response arrives.
  const held = useRef(value);
  const [searched] = useDebouncedValue(typed, 200);
  // The chosen id is in the field, but is not a search.
  const isSearch = typed.trim() !== '' && typed !== value;
  const choices = useLibraryChoices(searched === value ? '' : searched);
  const isStale = choices.isStale || searched !== typed;
  const matches = isStale && isSearch ? choices.ids.filter(isMatch) : choices.ids;
  const shown = new Set([...(value === '' || isSearch ? [] : [value]), ...matches]);
  const [best] = matches;

  function isMatch(id: string): boolean {
    const text = `${id} ${choices.titles.get(id) ?? ''}`.toLowerCase();
    return typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }

  const take = (id: string): void => {
    setOpened(false);
    onChange(id);
  };
  const takeFirstOf = async (text: string): Promise<void> => {
    const { libraries } = await queries.fetchQuery(choicesOf(text));
    const [first] = libraries;
    if (first && held.current === text) take(first.id);
  };
  const takeBest = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The component itself takes an option that is selected by the arrow keys.
    const isLedTo = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || isLedTo || !isSearch) return;
    event.preventDefault();
    if (best !== undefined) take(best);
    // The field shows the error of the same request.
    else if (isStale) takeFirstOf(typed).catch(() => undefined);
  };
  return (
    <Select
      label={label}
      placeholder="Type a name"
      data={[...shown]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        held.current = text;
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
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
      nothingFoundMessage={isStale ? 'Searching…' : 'No library matches'}
      error={choices.problem}
      maxDropdownHeight={320}
      selectFirstOptionOnChange
      required={required}
    />
  );
}
