import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMeets } from '../session/use-session.ts';
import { useLiveState } from '../shared/live.ts';

/** Says that the view shows an earlier state. Callers without access get no updates in any case. */
export function LiveNotice() {
  const maySee = useMeets({ role: 'anonymous', anonymous: 'search' });
  if (useLiveState() !== 'lost' || !maySee) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title="Live updates have stopped"
      mb="md"
    >
      This view may be out of date. It updates itself when the server can be reached again.
    </Alert>
  );
}
