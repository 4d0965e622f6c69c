import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { counted, count } from '../../shared/format.ts';
import { progressOf } from '../../shared/library-state.tsx';
import { isBusy } from './refreshable.ts';

/** The end of the message if a tag or branch of the settings does not exist. */
const notIndexed = /\. Not indexed: /;

/** Shows the active run, or why the last run failed. Otherwise, shows nothing. */
export function RunState({ library }: { library: LibraryStatus }) {
  const { state, message, failures, versions, embeddedPercent } = library;
  if (isBusy(library)) return <Busy library={library} />;
  if (state === 'finalized') {
    const isPartly = versions.length > 0 && embeddedPercent < 100;
    if (!isPartly && !notIndexed.test(message)) return null;
    const title = isPartly ? 'Searchable by words' : 'Versions are missing';
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={title}>
        <Text size="sm" className="breakable">
          {message}
        </Text>
      </Alert>
    );
  }
  if (state !== 'error') return null;
  const after =
    versions.length > 0 ? 'The earlier content stays available.' : 'It has no content yet.';
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The last run failed">
      <Text size="sm" className="breakable">
        {message}
      </Text>
      <Text size="sm" mt={4}>
        {after}
        {failures > 1 && ` ${count(failures)} runs in a row have failed.`}
      </Text>
    </Alert>
  );
}

function Busy({ library }: { library: LibraryStatus }) {
  const { run, state, message } = library;
  const part = progressOf(library);
  const isRunning = state === 'processing' && run !== undefined;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status" className="breakable">
        {message}
      </Text>
      {isRunning && (
        <>
          <Progress value={(part ?? 1) * 100} animated={part === undefined} aria-label="Progress" />
          <Text size="xs" c="dimmed" className="tabular">
            {counted(run.documents, 'document')}
            {run.total !== undefined && ` of ${count(run.total)}`} ·{' '}
            {counted(run.snippets, 'snippet')} · {count(run.embedded)} embedded ·{' '}
            {count(run.skipped)} left out
          </Text>
        </>
      )}
    </Stack>
  );
}
