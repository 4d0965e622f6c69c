import { Group, Code, Anchor, Text } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'wouter';
import { api, queries } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { Markers, sourceNames, StateBadge } from '../../shared/library-state.tsx';
import { readRunAnew } from '../../shared/live-cache.ts';
import { useLive } from '../../shared/live.ts';
import { Page } from '../../shared/page.tsx';
import { Empty } from '../../shared/states.tsx';
import { WebLink } from '../../shared/web-link.tsx';
import { LibraryActions } from './library-actions.tsx';
import { LibraryTabs } from './library-tabs.tsx';
import { whyNoRefresh } from './refreshable.ts';

/** The view of one library: overview, snippets, runs and settings. */
export function LibraryView() {
  useLive();
  const id = `/${useParams()['*'] ?? ''}`;
  const library = api.useQuery('get', '/api/v1/library', { params: { query: { id } } });
  useRunsAnew(library.data);
  const { data, error } = library;
  // The cache may still contain a library that was deleted or hidden.
  if (error instanceof ApiFailure && error.code === 'library_not_found') {
    return <NoSuchLibrary id={id} />;
  }
  return (
    <Page title={data?.title ?? id} actions={data && <LibraryActions library={data} />}>
      <Answer of={library}>
        {(known) => (
          <>
            <Identity library={known} />
            <LibraryTabs library={known} />
          </>
        )}
      </Answer>
    </Page>
  );
}

/** Live updates have no runs, snippets or settings, so the page reads them again after each change of a run. */
function useRunsAnew(library: LibraryStatus | undefined): void {
  const seen = useRef<string>(undefined);
  const { run, state } = library ?? {};
  const now = library && [run?.id, run?.finishedAt, state].join(' ');
  useEffect(() => {
    if (now === undefined || now === seen.current) return;
    if (seen.current !== undefined) readRunAnew(queries);
    seen.current = now;
  }, [now]);
}

function Identity({ library }: { library: LibraryStatus }) {
  const { id, sourceType, source, description } = library;
  const reason = whyNoRefresh(library);
  return (
    <div>
      {description !== '' && (
        <Text size="sm" mb="xs" maw="80ch" className="breakable">
          {description}
        </Text>
      )}
      <Group gap="xs">
        <Code className="breakable">{id}</Code>
        <StateBadge library={library} />
        <Markers library={library} />
        <Text size="sm" c="dimmed" className="breakable" miw={0}>
          {sourceNames[sourceType]}
          {source !== undefined && ' · '}
          {source !== undefined && <WebLink inherit underline="always" address={source} />}
        </Text>
      </Group>
      {reason !== undefined && (
        <Text size="sm" c="dimmed" mt="xs">
          {reason}
        </Text>
      )}
    </div>
  );
}

function NoSuchLibrary({ id }: { id: string }) {
  return (
    <Page title="No such library">
      <Empty icon={<IconBooks aria-hidden />} title="Not found">
        There is no library {id}, or it is not yours to see.{' '}
        <Anchor component={Link} href="/" underline="always">
          See all libraries
        </Anchor>
        .
      </Empty>
    </Page>
  );
}
