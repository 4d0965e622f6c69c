import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/failure.ts';

/** Says what was done. */
export function told(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Says why something was not done, in the server's words; it stays until it is closed. */
export function refused(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
  });
}
