import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { api, queries } from '../../api/client.ts';
import type { LibrarySettings, LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { readersNote } from './readers-note.ts';

interface ReadersProps {
  library: LibraryStatus;
}

/** Says who may read a library whose source was read with a credential, and lets admins publish it. */
export function Readers({ library }: ReadersProps) {
  const { id, visibility } = library;
  const isAdmin = useMay('admin');
  const settings = api.useQuery(
    'get',
    '/api/v1/library/settings',
    { params: { query: { id } } },
    // If everyone may read the library, the note is only for callers who can change that.
    { enabled: isAdmin || visibility === 'private' },
  );
  const note = settings.data && readersNote(library, settings.data);
  if (!settings.data || !note) return null;
  const isPrivate = note.readers === 'teamspace';
  return (
    <Alert
      color={isPrivate ? 'blue' : 'gray'}
      icon={isPrivate ? <IconLock aria-hidden /> : <IconWorld aria-hidden />}
      title={note.title}
    >
      <Stack gap="sm">
        <Text size="sm" className="breakable">
          {note.text}
        </Text>
        {settings.data.mayPublish && <Publication library={library} settings={settings.data} />}
        {!isAdmin && <Text size="sm">An admin can let everybody read it.</Text>}
      </Stack>
    </Alert>
  );
}

function Publication({ library, settings }: ReadersProps & { settings: LibrarySettings }) {
  const { id, title } = library;
  const params = { query: { id } };
  const [asks, { open, close }] = useDisclosure();
  const publish = api.useMutation('patch', '/api/v1/library/settings', {
    onSuccess(saved) {
      showSuccess(
        saved.publishCredentialed
          ? 'Saved. Everybody may read the library.'
          : 'Saved. The library is private to its teamspace.',
      );
      queries.setQueryData(['get', '/api/v1/library/settings', { params }], saved);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/library'] });
    },
    onError: showFailure,
    onSettled: close,
  });
  const change = (publishCredentialed: boolean): void =>
    publish.mutate({ params, body: { publishCredentialed } });
  return (
    <>
      <Switch
        label="Everybody may read and export this library"
        checked={settings.publishCredentialed}
        onChange={(event) => (event.currentTarget.checked ? open() : change(false))}
        disabled={publish.isPending}
      />
      <Confirm
        opened={asks}
        onClose={close}
        title={`Let everybody read ${title}?`}
        action="Let everybody read it"
        dismiss="Keep it private"
        onConfirm={() => change(true)}
        pending={publish.isPending}
      >
        Everybody who may use this server can then read what Lectern read with the credential, and
        exports contain it. You can make the library private again, but copies stay with those who
        made them.
      </Confirm>
    </>
  );
}
