import { Button, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client.ts';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { Answer } from '../../shared/answer.tsx';
import { count, counted } from '../../shared/format.ts';
import { useLive } from '../../shared/live.ts';
import { Page } from '../../shared/page.tsx';
import { Empty } from '../../shared/states.tsx';
import { Time } from '../../shared/time.tsx';
import { CancelButton } from './cancel-button.tsx';
import { LibraryLine } from './library-line.tsx';
import { RunningCard } from './running-card.tsx';

/** Maximum number of runs and failures in the view. */
const [mostActive, mostFailed] = [200, 20];

/** The view of active runs, waiting runs and the last failures. It updates itself. */
export function QueueView() {
  useLive();
  const active = api.useQuery('get', '/api/v1/libraries', {
    // In descending order, the state `processing` comes first. So only waiting libraries are beyond the limit.
    params: { query: { active: 'true', sort: 'state', order: 'desc', limit: mostActive } },
  });
  const failed = api.useQuery('get', '/api/v1/libraries', {
    params: { query: { state: 'error', sort: 'run', order: 'desc', limit: mostFailed } },
  });
  return (
    <Page title="Queue" about="What is being indexed now, what waits, and what failed.">
      <Answer of={active}>
        {({ libraries, total }) => <Active libraries={libraries} total={total} />}
      </Answer>
      <Answer of={failed} loading={null}>
        {({ libraries, total }) => <Failures libraries={libraries} total={total} />}
      </Answer>
    </Page>
  );
}

interface Part {
  libraries: LibraryStatus[];
  /** Total number. The list shows only the first ones. */
  total: number;
}

function Active({ libraries, total }: Part) {
  const running = libraries
    .filter(({ state, run }) => state === 'processing' && run)
    .toSorted((a, b) => (a.run!.startedAt < b.run!.startedAt ? -1 : 1));
  const waiting = libraries
    .filter(({ state, queued }) => state !== 'processing' && queued)
    .toSorted((a, b) => ((a.queuedAt ?? '') < (b.queuedAt ?? '') ? -1 : 1));
  if (running.length + waiting.length === 0) return <Idle />;
  return (
    <>
      {running.length > 0 && (
        <Section title={`Running (${count(running.length)})`}>
          {running.map((library) => (
            <RunningCard key={library.id} library={library} run={library.run!} />
          ))}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={`Waiting (${count(waiting.length + total - libraries.length)})`}>
          {waiting.map((library) => (
            <Waiting key={library.id} library={library} />
          ))}
          {total > libraries.length && (
            <Text size="sm" c="dimmed">
              and {count(total - libraries.length)} more
            </Text>
          )}
        </Section>
      )}
    </>
  );
}

function Waiting({ library }: { library: LibraryStatus }) {
  const { id, title, queuedAt, suspended, mayRun } = library;
  return (
    <LibraryLine library={library} action={mayRun && <CancelButton id={id} title={title} />}>
      {suspended ? 'Suspended, waits until you resume it' : 'Waiting for its turn'}
      {queuedAt && (
        <>
          {', asked for '}
          <Time at={queuedAt} />
        </>
      )}
    </LibraryLine>
  );
}

function Idle() {
  const mayAdd = useMay('member');
  return (
    <Empty icon={<IconCheck aria-hidden />} title="Nothing is being indexed">
      <Text mb="sm">Libraries appear here when they are added or read again.</Text>
      <Button component={Link} href={mayAdd ? '/add' : '/'} variant="default">
        {mayAdd ? 'Add a library' : 'Show the libraries'}
      </Button>
    </Empty>
  );
}

function Failures({ libraries, total }: Part) {
  // Libraries that Lectern retries are in the lists above.
  const shown = libraries.filter(({ state }) => state === 'error');
  if (shown.length === 0) return null;
  return (
    <Section title={`Last run failed (${count(total)})`}>
      {shown.map((library) => (
        <FailedLine key={library.id} library={library} />
      ))}
    </Section>
  );
}

function FailedLine({ library }: { library: LibraryStatus }) {
  const { message, run, failures } = library;
  return (
    <LibraryLine library={library}>
      {message}
      {run?.finishedAt && (
        <>
          {' · '}
          <Time at={run.finishedAt} />
        </>
      )}
      {failures > 1 && ` · ${counted(failures, 'failed run')} in a row`}
    </LibraryLine>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
