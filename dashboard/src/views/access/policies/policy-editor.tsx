import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../../api/client.ts';
import type { Policies } from '../../../api/paths.gen.ts';
import { counted } from '../../../shared/format.ts';
import { showFailure, showSuccess } from '../../../shared/notify.ts';
import { useManages } from '../../../shared/teamspace-choice.tsx';
import { patchOf, type Draft } from './draft.ts';
import { Filters } from './filters.tsx';
import { Preview } from './preview.tsx';
import { SourceKinds } from './source-kinds.tsx';

interface PolicyEditorProps {
  teamspace: string;
  policies: Policies;
}

/** The policies as a form, and a preview of the libraries that a change would exclude. */
export function PolicyEditor({ teamspace, policies }: PolicyEditorProps) {
  const manages = useManages(teamspace);
  const [changed, setChanged] = useState<Draft>();
  const draft = changed ?? policies;
  const patch = patchOf(policies, draft);
  const params = { query: { teamspace } };
  const save = api.useMutation('patch', '/api/v2/policies', {
    async onSuccess({ accessibleLibraryCount }) {
      await queries.invalidateQueries({ queryKey: ['get', '/api/v2/policies'] });
      setChanged(undefined);
      showSuccess(
        `Saved. Members get answers from ${counted(accessibleLibraryCount, 'library', 'libraries')}.`,
      );
    },
    onError: showFailure,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (patch) save.mutate({ params, body: patch });
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack component="form" onSubmit={submit}>
        {!manages && (
          <Alert color="gray" icon={<IconLock aria-hidden />} title="You can read these">
            Owners and admins of the teamspace can change them. So can admins of the install.
          </Alert>
        )}
        <fieldset className="plain-fieldset" disabled={!manages}>
          <Stack>
            <SourceKinds
              value={draft.sourceTypes}
              onChange={(sourceTypes) => setChanged({ ...draft, sourceTypes })}
            />
            <Filters
              value={draft.libraryFilters}
              onChange={(libraryFilters) => setChanged({ ...draft, libraryFilters })}
              disabled={!manages}
            />
          </Stack>
        </fieldset>
        {manages && (
          <Group>
            <Button type="submit" disabled={!patch} loading={save.isPending}>
              Save
            </Button>
            <Button
              variant="default"
              disabled={!patch || save.isPending}
              onClick={() => setChanged(undefined)}
            >
              Discard
            </Button>
          </Group>
        )}
      </Stack>
      {manages ? (
        <Preview teamspace={teamspace} patch={patch} />
      ) : (
        <Text>
          Members get answers from{' '}
          {counted(policies.accessibleLibraryCount, 'library', 'libraries')}.
        </Text>
      )}
    </SimpleGrid>
  );
}
