import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** What is asked: "Revoke the key laptop?" */
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** What the button says that does it. */
  action: string;
  /** What the button says that leaves all as it is; "Keep it" when absent. */
  dismiss?: string;
  onConfirm: () => void;
  /** It is being done. */
  pending?: boolean;
}

/** Asks before something is done that cannot be undone. */
export function Confirm({
  opened,
  onClose,
  title,
  children,
  action,
  dismiss = 'Keep it',
  onConfirm,
  pending,
}: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text component="div" size="sm" className="breakable">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {dismiss}
          </Button>
          <Button color="red" onClick={onConfirm} loading={pending ?? false} data-autofocus>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
