import { Button, Group, Modal, Text } from '@mantine/core';

interface ConfirmPruneProps {
  opened: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before pruning, because syncs then delete libraries without further questions. */
export function ConfirmPrune({ opened, onCancel, onConfirm }: ConfirmPruneProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title="Prune removed repositories?">
      <Text size="sm" mb="md">
        Every sync, including the next one, deletes libraries that the manifest made and no longer
        lists. Check the manifest first to see which ones.
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
