import { FileInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { FieldsProps } from './fields.ts';
import { isRepository } from './kinds.ts';
import { useProjects } from './use-projects.ts';

/** The required fields besides the address, by kind of source. */
export function MainFields(props: FieldsProps) {
  const { kind } = props.draft;
  return (
    <>
      {kind === 'upload' && <UploadField {...props} />}
      {kind === 'wiki' && <SpaceField {...props} />}
      {isRepository(kind) && <PrivateFields {...props} />}
      {(isRepository(kind) || kind === 'wiki' || kind === 'pages') && <ProjectField {...props} />}
    </>
  );
}

function UploadField({ draft, change, at }: FieldsProps) {
  return (
    <FileInput
      label="File"
      description="An OpenAPI or Swagger description, JSON or YAML, up to 10 MB"
      placeholder="Choose a file"
      accept=".json,.yaml,.yml"
      value={draft.file}
      onChange={(file) => change({ file })}
      error={at('openapiFile')}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
      required
    />
  );
}

function SpaceField({ draft, change, at }: FieldsProps) {
  return (
    <TextInput
      label="Space key"
      description="From the address of the space: DOC in …/spaces/DOC"
      value={draft.spaceKey}
      onChange={(event) => change({ spaceKey: event.currentTarget.value })}
      error={at('spaceKey')}
      required
    />
  );
}

function PrivateFields({ draft, change, at }: FieldsProps) {
  return (
    <>
      <Switch
        label="Private"
        description="Only your teamspace can read it"
        checked={draft.isPrivate}
        onChange={(event) => change({ isPrivate: event.currentTarget.checked })}
        error={at('private')}
      />
      {draft.isPrivate && (
        <PasswordInput
          label="Access token"
          description="Lectern sends it to the repository's host only. Leave it empty if an integration has credentials for the host."
          value={draft.gitToken}
          onChange={(event) => change({ gitToken: event.currentTarget.value })}
          error={at('gitToken')}
          autoComplete="off"
        />
      )}
    </>
  );
}

function ProjectField({ draft, change, at }: FieldsProps) {
  const projects = useProjects();
  if (projects.length === 0) return null;
  return (
    <Select
      label="Project"
      placeholder="None"
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.projectId}
      onChange={(projectId) => change({ projectId })}
      error={at('projectId')}
      clearable
      clearButtonProps={{ 'aria-label': 'No project' }}
    />
  );
}
