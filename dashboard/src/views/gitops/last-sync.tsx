import { Alert, Badge, Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { GitopsStatus, SyncReport } from '../../api/paths.gen.ts';
import { duration } from '../../shared/format.ts';
import { Time } from '../../shared/time.tsx';
import { Entries } from './entries.tsx';
import classes from './gitops.module.css';

const triggers: Readonly<Record<SyncReport['trigger'], string>> = {
  startup: 'at the start of the server',
  schedule: 'by schedule',
  push: 'after a push',
  manual: 'on request',
};

/** Some entries failed, and the others succeeded. */
const inPart = { label: 'Synced in part', color: 'orange' };
const results: Readonly<Record<SyncReport['result'], { label: string; color: string }>> = {
  synced: { label: 'Synced', color: 'teal' },
  unchanged: { label: 'Nothing to change', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
};

/** The result of the last sync, and the time of the next one. */
export function LastSync({
  status: { config, lastSync, nextSync, running },
}: {
  status: GitopsStatus;
}) {
  return (
    <Card withBorder component="section" aria-label="Last sync">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2}>Last sync</Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            {running ? (
              <Group component="span" gap={6}>
                <Loader size={14} aria-hidden /> A sync is running
              </Group>
            ) : (
              <Next at={nextSync} enabled={config.enabled} />
            )}
          </Text>
        </Group>
        {lastSync ? <Report report={lastSync} /> : <Text size="sm">No sync yet.</Text>}
      </Stack>
    </Card>
  );
}

function Next({ at, enabled }: { at: string | null; enabled: boolean }) {
  if (at !== null) {
    return (
      <>
        Next <Time at={at} />
      </>
    );
  }
  return enabled ? 'No scheduled sync' : 'Off: Lectern syncs on request only';
}

function Report({ report }: { report: SyncReport }) {
  const { result, trigger, commit, startedAt, finishedAt, counts, entries, error } = report;
  const { label, color } = counts.failed > 0 && !error ? inPart : results[result];
  const took = Date.parse(finishedAt) - Date.parse(startedAt);
  return (
    <>
      <Group gap="xs">
        <Badge color={color} variant="light" size="lg">
          {label}
        </Badge>
        <Text size="sm">
          <Time at={finishedAt} /> {triggers[trigger]}, in {duration(took)}
          {commit !== '' && (
            <>
              , at commit <code title={commit}>{commit.slice(0, 12)}</code>
            </>
          )}
        </Text>
      </Group>
      {error && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problems[error.code]}>
          <Text size="sm" className={classes.lines}>
            {error.message}
          </Text>
        </Alert>
      )}
      {(!error || error.code === 'entries_failed') && <Entries counts={counts} entries={entries} />}
    </>
  );
}

const problems: Readonly<Record<NonNullable<SyncReport['error']>['code'], string>> = {
  manifest_invalid: 'The manifest is wrong; nothing was changed',
  manifest_unreachable: 'The manifest could not be read; nothing was changed',
  entries_failed: 'Some entries could not be applied; they are tried again',
};
