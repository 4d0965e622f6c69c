import { TagsInput, TextInput } from '@mantine/core';
import type { FieldsProps } from './fields.ts';

/** The fields that choose the pages of a wiki or workspace to read. */
export function WorkspaceFields({ draft, change, at }: FieldsProps) {
  const isWiki = draft.kind === 'wiki';
  return (
    <>
      <TagsInput
        label={isWiki ? 'Pages' : 'Further pages'}
        description={
          isWiki
            ? 'Ids of pages. Press Enter after each. Empty: the whole space.'
            : 'Addresses or ids; the pages below them are read too. Press Enter after each.'
        }
        value={draft.pageIds}
        onChange={(pageIds) => change({ pageIds })}
        error={isWiki ? at('pageIds') : undefined}
      />
      {!isWiki && (
        <TextInput
          label="Name of the workspace"
          description="The id comes from this title. Empty: from the title of the first page."
          value={draft.workspaceName}
          onChange={(event) => change({ workspaceName: event.currentTarget.value })}
          error={at('workspaceName')}
        />
      )}
    </>
  );
}
