import { Stack, Textarea, TextInput } from '@mantine/core';
import type { FieldsProps } from './fields.ts';
import { isRepository } from './kinds.ts';
import { RepositoryFields } from './repository-fields.tsx';
import { WebsiteFields } from './website-fields.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';

/** The optional fields. */
export function MoreFields(props: FieldsProps) {
  const { draft, change, at, found } = props;
  const { kind } = draft;
  return (
    <Stack gap="sm">
      <TextInput
        label="Title"
        placeholder={found?.title ?? 'Title of the source'}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={at('title', 'libraryTitle')}
        maxLength={200}
      />
      <Textarea
        label="Description"
        placeholder="Description of the source"
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={at('description')}
        maxLength={1000}
        autosize
        minRows={2}
      />
      {isRepository(kind) && <RepositoryFields {...props} />}
      {kind === 'website' && <WebsiteFields {...props} />}
      {(kind === 'wiki' || kind === 'pages') && <WorkspaceFields {...props} />}
    </Stack>
  );
}
