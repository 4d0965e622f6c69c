import { Button, Group, Modal, Text } from '@mantine/core';

interface ConfirmPruneProps {
  opened: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before libraries may be deleted without anybody asking again. */
export function ConfirmPrune({ opened, onCancel, onConfirm }: ConfirmPruneProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title="Prune removed repositories?">
      <Text size="sm" mb="md">
        From now on each sync deletes the libraries that this manifest made and no longer lists,
        beginning with the sync that follows. Check the manifest first to see which these are.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm}>
          Save and prune
        </Button>
      </Group>
    </Modal>
  );
}
