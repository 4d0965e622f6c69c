import { Alert, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';
import type { LibrarySettings } from '../../api/paths.gen.ts';
import { showSuccess } from '../../shared/notify.ts';
import { BehaviorFields } from './behavior-fields.tsx';
import { changeOf, draftOf, type FieldsProps, type SettingsDraft } from './settings-draft.ts';
import { SourceFields } from './source-fields.tsx';

/** The settings as a form. It sends only the changed fields. */
export function SettingsForm({ settings }: { settings: LibrarySettings }) {
  const { id, mayChange } = settings;
  const [draft, setDraft] = useState(() => draftOf(settings));
  const save = api.useMutation('patch', '/api/v1/library/settings', {
    onSuccess(saved) {
      showSuccess('Settings saved; the library is read again.');
      const key = ['get', '/api/v1/library/settings', { params: { query: { id } } }];
      queries.setQueryData(key, saved);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/library'] });
    },
  });
  const changed = changeOf(settings, draft);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed) save.mutate({ params: { query: { id } }, body: changed });
  };
  const fields = {
    settings,
    draft,
    change: (parts: Partial<SettingsDraft>) => setDraft({ ...draft, ...parts }),
  };
  return (
    <form onSubmit={onSubmit} aria-label="Settings">
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md" maw={640}>
          <NamingFields {...fields} />
          <SourceFields {...fields} />
          <BehaviorFields {...fields} />
          {save.error && (
            <Alert
              color="red"
              role="alert"
              icon={<IconAlertTriangle aria-hidden />}
              title="Not saved"
            >
              <Text size="sm" className="breakable">
                {messageOf(save.error)}
              </Text>
            </Alert>
          )}
          {mayChange && (
            <Group>
              <Button type="submit" disabled={!changed} loading={save.isPending}>
                Save
              </Button>
              {changed && (
                <Button variant="default" onClick={() => setDraft(draftOf(settings))}>
                  Undo the changes
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

function NamingFields({ draft, change }: FieldsProps) {
  return (
    <>
      <Title order={2} size="h3">
        Naming
      </Title>
      <TextInput
        label="Title"
        description="Empty: the title of the source."
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        maxLength={200}
      />
      <Textarea
        label="Description"
        description="People and models choose a library by it. Empty: the description of the source."
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </>
  );
}
