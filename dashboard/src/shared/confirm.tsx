import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** The question, such as "Revoke the key laptop?" */
  title: string;
  /** The consequence of the action. */
  children: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  /** Label of the button that cancels. Default: "Keep it". */
  dismiss?: string;
  onConfirm: () => void;
  /** Whether the action is in progress. */
  pending?: boolean;
}

/** Asks for confirmation before an action that destroys something. Enter dismisses the question. */
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
          <Button variant="default" onClick={onClose} data-autofocus>
            {dismiss}
          </Button>
          <Button color="red" onClick={onConfirm} loading={pending ?? false}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
