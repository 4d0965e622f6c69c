import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';

interface TestResultProps {
  result: { ok: boolean; message: string };
}

/** The result of a test. */
export function TestResult({ result: { ok, message } }: TestResultProps) {
  return (
    <Alert
      color={ok ? 'teal' : 'red'}
      icon={ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={ok ? 'It works' : 'It does not work'}
      role={ok ? 'status' : 'alert'}
    >
      <Text size="sm" className="breakable">
        {message}
      </Text>
    </Alert>
  );
}
