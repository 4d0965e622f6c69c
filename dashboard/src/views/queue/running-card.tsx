import { Anchor, Badge, Card, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { count, duration } from '../../shared/format.ts';
import { progressOf } from '../../shared/library-state.tsx';
import { CancelButton } from './cancel-button.tsx';
import type { Run } from './pace.ts';
import { usePace } from './use-pace.ts';

const phases: Record<Run['phase'], string> = {
  queued: 'Starting',
  fetching: 'Fetching',
  indexing: 'Indexing',
  activating: 'Activating',
  embedding: 'Embedding',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

interface RunningCardProps {
  library: LibraryStatus;
  run: Run;
}

/** An active run. */
export function RunningCard({ library, run }: RunningCardProps) {
  const { id, title, message, mayRun } = library;
  const { rate, leftMs, now } = usePace(run);
  const progress = progressOf(library);
  const percent = progress === undefined ? undefined : Math.floor(progress * 100);
  const label = `Progress of ${title}`;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Anchor component={Link} href={`/libraries${id}`} fw={600} className="breakable">
              {title}
            </Anchor>
            <Badge variant="light">
              {phases[run.phase]}
              {run.version ? ` ${run.version}` : ''}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed" className="breakable">
            {id}
          </Text>
        </div>
        {mayRun && <CancelButton id={id} title={title} />}
      </Group>
      <Progress
        value={percent ?? 100}
        striped={percent === undefined}
        animated={percent === undefined}
        aria-label={label}
        mb="sm"
      />
      <SimpleGrid cols={{ base: 2, xs: 3, md: 7 }} spacing="sm" verticalSpacing="xs">
        <Fact name="Fetched">
          {count(run.fetched)}
          {run.total === undefined ? '' : ` of ${count(run.total)}`}
        </Fact>
        <Fact name="Documents">{count(run.documents)}</Fact>
        <Fact name="Snippets">{count(run.snippets)}</Fact>
        <Fact name="Embedded">{count(run.embedded)}</Fact>
        <Fact name="Rate">{rate >= 0.1 ? `${count(Math.round(rate * 10) / 10)}/s` : '–'}</Fact>
        <Fact name="Running for">{duration(Math.max(1_000, now - Date.parse(run.startedAt)))}</Fact>
        <Fact name="Time left">{leftMs === undefined ? 'unknown' : leftOf(leftMs)}</Fact>
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="sm" className="breakable">
        {message}
      </Text>
    </Card>
  );
}

function leftOf(ms: number): string {
  return ms < 1_000 ? 'a moment' : `about ${duration(ms)}`;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" fw={500} className="tabular">
        {children}
      </Text>
    </div>
  );
}
