import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '../../api/client.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';

interface CancelButtonProps {
  id: string;
  title: string;
}

/** Cancels an active or waiting run after a confirmation. */
export function CancelButton({ id, title }: CancelButtonProps) {
  const [asks, { open, close }] = useDisclosure();
  const cancel = api.useMutation('post', '/api/v1/cancel', {
    onSuccess: ({ message }) => showSuccess(message),
    onError: showFailure,
    onSettled: close,
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        flex="none"
        onClick={open}
        aria-label={`Cancel the run of ${title}`}
      >
        Cancel
      </Button>
      <Confirm
        opened={asks}
        onClose={close}
        title={`Cancel the run of ${title}?`}
        action="Cancel the run"
        dismiss="Keep running"
        onConfirm={() => cancel.mutate({ body: { libraryName: id } })}
        pending={cancel.isPending}
      >
        The current content stays. Lectern reads the library again at its next refresh, or when you
        refresh it.
      </Confirm>
    </>
  );
}
