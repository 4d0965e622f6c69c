import { NumberInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { FieldsProps } from './fields.ts';

/** The fields that choose the part of a website to read. */
export function WebsiteFields({ draft, change, at }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Only pages below"
        description="Empty: all pages under the folder of the address"
        placeholder="https://docs.example.org/guide/"
        value={draft.baseUrl}
        onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        error={at('websiteBaseUrl')}
      />
      <SimpleGrid cols={2}>
        <NumberInput
          label="Page limit"
          placeholder="100"
          value={draft.maxPages}
          onChange={(maxPages) => change({ maxPages })}
          error={at('maxPages')}
          thousandSeparator=","
          allowDecimal={false}
          hideControls
        />
        <NumberInput
          label="Links deep"
          placeholder="3"
          value={draft.maxDepth}
          onChange={(maxDepth) => change({ maxDepth })}
          error={at('maxDepth')}
          allowDecimal={false}
          hideControls
        />
      </SimpleGrid>
      <TagsInput
        label="Pages to leave out"
        description="Paths such as /blog, or with * and **. Press Enter after each."
        value={draft.excludePatterns}
        onChange={(excludePatterns) => change({ excludePatterns })}
        error={at('excludePatterns')}
      />
    </>
  );
}
