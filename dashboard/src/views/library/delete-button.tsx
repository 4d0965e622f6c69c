import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../api/client.ts';
import { navigate } from '../../location.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';

interface DeleteButtonProps {
  id: string;
  title: string;
}

/** Deletes a library after a person has typed its id. */
export function DeleteButton({ id, title }: DeleteButtonProps) {
  const [asks, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={open}
        c="var(--mantine-color-error)"
      >
        Delete
      </Button>
      <Modal opened={asks} onClose={close} title={`Delete ${title}?`} centered>
        <Confirmation id={id} close={close} />
      </Modal>
    </>
  );
}

function Confirmation({ id, close }: { id: string; close: () => void }) {
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === id;
  const remove = api.useMutation('delete', '/api/v1/library', {
    onSuccess({ message }) {
      showSuccess(message);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/libraries'] });
      navigate('/');
    },
    onError: showFailure,
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure) remove.mutate({ params: { query: { id } } });
  };
  return (
    <Stack component="form" onSubmit={onSubmit} gap="md">
      <Text size="sm">
        This deletes its snippets, versions and settings. If a manifest lists the library, the next
        sync adds it again.
      </Text>
      <TextInput
        label={`Type ${id} to delete it`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
        <Button type="submit" color="red" disabled={!isSure} loading={remove.isPending}>
          Delete the library
        </Button>
      </Group>
    </Stack>
  );
}
