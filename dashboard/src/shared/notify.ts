import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/failure.ts';

/** Shows a message about a completed action. */
export function showSuccess(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Shows why an action failed. The message stays until a person closes it. */
export function showFailure(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
  });
}
