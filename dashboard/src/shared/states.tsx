import { Alert, Button, Center, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../api/failure.ts';
import { signInPath } from '../session/sign-in-path.ts';
import { useSession } from '../session/use-session.ts';

/** Shown while a response loads. */
export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={row === 0 ? 28 : 44} />
      ))}
    </Stack>
  );
}

interface EmptyProps {
  icon: ReactNode;
  title: string;
  /** The next step for the person. */
  children: ReactNode;
}

/** Shown if there is nothing yet. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <Center mih={240}>
      <Stack align="center" gap="sm" ta="center" maw="52ch" miw={0}>
        <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={2}>{title}</Title>
        <Text component="div" c="dimmed" maw="100%" className="breakable">
          {children}
        </Text>
      </Stack>
    </Center>
  );
}

interface FailedProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}

/** Shows why a request failed, with a button to retry. */
export function Failed({ error, title = 'That did not work', onRetry }: FailedProps) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className="breakable">
          {messageOf(error)}
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Shown if the caller may not see a view. Says what the server requires and how to get it. */
export function Refused({ error }: { error: unknown }) {
  const { data } = useSession();
  const signedIn = data !== undefined && data.role !== 'anonymous';
  return (
    <Empty
      icon={<IconLock aria-hidden />}
      title={signedIn ? 'You have no access to this view' : 'Sign in first'}
    >
      <Text mb="sm">{messageOf(error)}</Text>
      <Button component={Link} href={signInPath()} variant={signedIn ? 'default' : 'filled'}>
        {signedIn ? 'Sign in as another person' : 'Sign in'}
      </Button>
    </Empty>
  );
}
