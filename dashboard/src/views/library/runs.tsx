import { Badge, Card, Group, Stack, Text, Title, type MantineColor } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count, counted, duration } from '../../shared/format.ts';
import { Empty } from '../../shared/states.tsx';
import { Time } from '../../shared/time.tsx';
import { isBusy } from './refreshable.ts';
import { RunState } from './run-state.tsx';

type Run = NonNullable<LibraryStatus['runs']>[number];

const outcomes: Record<Run['outcome'], { name: string; color: MantineColor }> = {
  done: { name: 'Done', color: 'teal' },
  failed: { name: 'Failed', color: 'red' },
  cancelled: { name: 'Cancelled', color: 'gray' },
};

const triggers: Record<NonNullable<Run['trigger']>, string> = {
  added: 'because it was added',
  edit: 'after a change of its settings',
  request: 'on request',
  schedule: 'by its schedule',
  retry: 'to try again',
  unfinished: 'to finish the one before',
  vectors: 'to embed the rest',
};

/** The active run and the results of the last runs. */
export function Runs({ library }: { library: LibraryStatus }) {
  const { runs = [], run } = library;
  const busy = isBusy(library);
  if (runs.length === 0 && !busy) {
    return (
      <Empty icon={<IconHistory aria-hidden />} title="No runs yet">
        {run === undefined
          ? 'The library has not been read.'
          : 'Lectern kept no history of the earlier runs.'}
      </Empty>
    );
  }
  return (
    <Stack gap="md">
      {busy && (
        <Card withBorder component="section" aria-labelledby="now-title">
          <Title order={2} size="h3" id="now-title" mb="xs">
            Now
          </Title>
          <RunState library={library} />
        </Card>
      )}
      <Stack
        component="ol"
        gap="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="Past runs"
      >
        {runs.map((past) => (
          <PastRun key={past.id} run={past} />
        ))}
      </Stack>
      {run?.warnings && !busy && <LeftOut warnings={run.warnings} />}
    </Stack>
  );
}

function PastRun({ run }: { run: Run }) {
  const { outcome, trigger, startedAt, finishedAt, version, message, changed } = run;
  const { name, color } = outcomes[outcome];
  const took = duration(Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)));
  return (
    <Card withBorder component="li" padding="sm">
      <Group gap="xs">
        <Badge variant="light" color={color}>
          {name}
        </Badge>
        <Text size="sm">
          <Time at={startedAt} />
          {trigger && ` ${triggers[trigger]}`}, took {took}
        </Text>
      </Group>
      {message !== undefined && (
        <Text size="sm" mt={6} className="breakable">
          {version !== undefined && `While reading ${version}: `}
          {message}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={6} className="tabular">
        {changed === false && 'Nothing had changed · '}
        {counted(run.documents, 'document')} · {counted(run.snippets, 'snippet')} ·{' '}
        {count(run.embedded)} embedded · {count(run.skipped)} left out
      </Text>
    </Card>
  );
}

function LeftOut({ warnings }: { warnings: string[] }) {
  return (
    <Card withBorder component="section" aria-labelledby="left-out-title">
      <Title order={2} size="h3" id="left-out-title" mb="xs">
        Left out by the last run
      </Title>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" className="breakable">
          {warning}
        </Text>
      ))}
    </Card>
  );
}
