import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Overview } from '../../api/paths.gen.ts';
import { nameOf } from './names.ts';

/** The state of the install in one sentence. */
export function Verdict({ overview: { dependencies } }: { overview: Overview }) {
  const down = dependencies.filter(({ ok }) => !ok);
  if (down.length === 0) {
    return (
      <Alert
        color="teal"
        icon={<IconCircleCheck aria-hidden />}
        title="Everything works"
        role="status"
      >
        Every dependency answers.
      </Alert>
    );
  }
  const isNeeded = down.some(({ needed }) => needed);
  return (
    <Alert
      color={isNeeded ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={isNeeded ? 'Lectern cannot answer questions' : 'Answers are less accurate'}
      role="alert"
    >
      {down.map(({ name }) => nameOf(name).name).join(', ')} {down.length === 1 ? 'does' : 'do'} not
      answer.
    </Alert>
  );
}
