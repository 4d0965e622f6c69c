import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { draftOf } from './settings-draft.ts';
import { SettingsForm } from './settings-form.tsx';

/** The settings of a library. Callers with the right can change them. */
export function Settings({ id }: { id: string }) {
  const settings = api.useQuery('get', '/api/v1/library/settings', { params: { query: { id } } });
  return (
    <Answer of={settings}>
      {(known) => (
        <>
          {!known.mayChange && (
            <Alert color="gray" icon={<IconLock aria-hidden />} title="Read only" mb="md">
              {known.locked ??
                'Only admins can change them. Owners and admins of a teamspace can change those of its private libraries.'}
            </Alert>
          )}
          {/* Runs change other parts of the settings, which must not discard what a person has typed. */}
          <SettingsForm key={JSON.stringify([id, draftOf(known)])} settings={known} />
        </>
      )}
    </Answer>
  );
}
