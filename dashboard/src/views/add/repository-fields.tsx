import { Autocomplete, Switch, TagsInput } from '@mantine/core';
import type { FieldsProps } from './fields.ts';

/** The fields that choose the part of a repository to read. */
export function RepositoryFields({ draft, change, at, found }: FieldsProps) {
  const groups = [
    { group: 'Branches', items: found?.branches?.names ?? [] },
    { group: 'Tags', items: found?.tags?.names ?? [] },
  ];
  return (
    <>
      <Autocomplete
        label="Branch or tag"
        placeholder={found?.defaultBranch ?? 'The default branch'}
        data={groups.filter(({ items }) => items.length > 0)}
        value={draft.branch}
        onChange={(branch) => change({ branch })}
        error={at('branch')}
        limit={50}
        maxLength={250}
      />
      <TagsInput
        label="Folders"
        description="Leave empty to read all folders. Press Enter after each."
        value={draft.folders}
        onChange={(folders) => change({ folders })}
        error={at('folders')}
      />
      <TagsInput
        label="Excluded folders"
        value={draft.excludeFolders}
        onChange={(excludeFolders) => change({ excludeFolders })}
        error={at('excludeFolders')}
      />
      <TagsInput
        label="Excluded files"
        value={draft.excludeFiles}
        onChange={(excludeFiles) => change({ excludeFiles })}
        error={at('excludeFiles')}
      />
      <TagsInput
        label="Languages"
        description="For documents in several languages, such as en or zh-CN. Empty: English, or the original language."
        value={draft.locales}
        onChange={(locales) => change({ locales })}
        error={at('locales')}
      />
      <Switch
        label="Index source code too"
        description="Signatures and doc comments"
        checked={draft.sourceCode}
        onChange={(event) => change({ sourceCode: event.currentTarget.checked })}
      />
    </>
  );
}
