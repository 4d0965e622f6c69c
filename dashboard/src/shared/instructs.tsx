import { Badge } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Marks a snippet that contains instructions for a language model (flag `injection`). */
export function InstructsModel() {
  return (
    <Badge color="orange" variant="light" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
      Contains instructions to a model
    </Badge>
  );
}
