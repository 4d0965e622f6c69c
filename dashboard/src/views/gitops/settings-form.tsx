import {
  Alert,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import type { GitopsStatus } from '../../api/paths.gen.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { ManifestCheck } from './manifest-check.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { useSave } from './use-gitops.ts';
import { isElsewhere, useSettings } from './use-settings.ts';

/** The form of the six settings. Validates them while a person types, and stores them on request. */
export function SettingsForm({ status }: { status: GitopsStatus }) {
  const settings = useSettings(status);
  const { values, edits, check, change, mistakeOf } = settings;
  const [asking, ask] = useDisclosure();
  const save = useSave(settings.discard);
  const store = (): void => {
    ask.close();
    save.mutate({ body: edits });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    settings.showAll();
    // If the validation has not ended, the request to save reports the mistakes.
    if (check?.valid === false) return;
    if (edits.prune === true) ask.open();
    else store();
  };
  const elsewhere = isElsewhere(status) && values.repoUrl.trim() === '';
  return (
    <Card withBorder component="form" onSubmit={submit} aria-label="Settings" noValidate>
      <Stack gap="md">
        <Title order={2}>Settings</Title>
        {elsewhere && (
          <Alert color="cyan">
            The manifest is {status.config.path} of the server. Name a repository to follow that
            instead.
          </Alert>
        )}
        <TextInput
          label="Manifest repository URL"
          description="Git repository that holds the manifest; https, ssh, or git@host:path"
          placeholder="https://git.example.org/team/manifest"
          value={values.repoUrl}
          onChange={(event) => change({ repoUrl: event.currentTarget.value })}
          error={mistakeOf('repoUrl')}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Manifest path"
            description="Path within the repository"
            placeholder="repos.yaml"
            value={values.path}
            onChange={(event) => change({ path: event.currentTarget.value })}
            error={mistakeOf('path')}
            disabled={elsewhere}
            maxLength={500}
            spellCheck={false}
          />
          <TextInput
            label="Branch"
            description="Empty for the repository's default branch"
            placeholder="main"
            value={values.branch}
            onChange={(event) => change({ branch: event.currentTarget.value })}
            error={mistakeOf('branch')}
            disabled={elsewhere}
            maxLength={250}
            spellCheck={false}
          />
        </SimpleGrid>
        <ScheduleField
          value={values.schedule}
          onChange={(schedule) => change({ schedule })}
          mistake={mistakeOf('schedule')}
          times={check?.nextTimes ?? []}
        />
        <Switch
          label="Enable GitOps sync"
          description="Syncs at start, on schedule and on push. Sync now also works when this is off."
          checked={values.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label="Prune removed repositories"
          description="Deletes libraries that the manifest made and no longer lists, with their snippets"
          color="red"
          checked={values.prune}
          onChange={(event) => change({ prune: event.currentTarget.checked })}
        />
        {values.prune && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            If you remove an entry from the manifest, the next sync deletes its library. Libraries
            that you added by hand stay.
          </Alert>
        )}
        {settings.problem !== undefined && (
          <Text size="sm" c="error" role="alert">
            The settings could not be checked: {settings.problem}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!settings.isChanged}>
            Save
          </Button>
          {settings.isChanged && (
            <Button variant="default" onClick={settings.discard}>
              Discard changes
            </Button>
          )}
        </Group>
        <ManifestCheck key={JSON.stringify(edits)} edits={edits} possible={check?.valid === true} />
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title="Prune removed repositories?"
        action="Save and prune"
        dismiss="Cancel"
        onConfirm={store}
      >
        Every sync, including the next one, deletes libraries that the manifest made and no longer
        lists. Check the manifest first to see which ones.
      </Confirm>
    </Card>
  );
}
