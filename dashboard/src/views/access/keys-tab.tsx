import { Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Empty } from '../../shared/states.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

/** The keys of a teamspace that the caller may see. */
export function KeysTab({ teamspace }: { teamspace: string }) {
  const keys = api.useQuery('get', '/api/v1/keys');
  const [opened, { open, close }] = useDisclosure();
  const [ended, setEnded] = useState(false);
  return (
    <Answer of={keys}>
      {({ keys: all }) => {
        const own = all.filter((key) => key.teamspace === teamspace);
        const shown = own.filter(({ state }) => ended || state === 'active');
        return (
          <Stack>
            <Group justify="space-between">
              <Switch
                label="Show ended keys"
                checked={ended}
                onChange={(event) => setEnded(event.currentTarget.checked)}
              />
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
                New key
              </Button>
            </Group>
            {shown.length === 0 ? (
              <Empty icon={<IconKey aria-hidden />} title="No keys">
                Create a key for each person and program. You can then tell them apart and revoke
                each one.
              </Empty>
            ) : (
              <KeyTable keys={shown} />
            )}
            <Modal
              opened={opened}
              onClose={close}
              title="New key"
              // The dialog shows the key only once, so a click beside it must not close it.
              closeOnClickOutside={false}
            >
              <NewKey teamspace={teamspace} onDone={close} />
            </Modal>
          </Stack>
        );
      }}
    </Answer>
  );
}
