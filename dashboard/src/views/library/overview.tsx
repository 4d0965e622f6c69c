import { Card, SimpleGrid, Stack, Title } from '@mantine/core';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { count } from '../../shared/format.ts';
import { Time } from '../../shared/time.tsx';
import { Benchmark } from './benchmark.tsx';
import { ContentWarnings } from './content-warnings.tsx';
import { Fact } from './fact.tsx';
import { Names } from './names.tsx';
import { Readers } from './readers.tsx';
import { RunState } from './run-state.tsx';
import { Trust } from './trust.tsx';
import { UsageNumbers } from './usage-numbers.tsx';

/** An overview of a library. */
export function Overview({ library }: { library: LibraryStatus }) {
  const [isMember, isAdmin] = [useMay('member'), useMay('admin')];
  // The server tells only admins how a public library is used.
  const seesUsage = library.visibility === 'private' ? isMember : isAdmin;
  return (
    <Stack gap="lg">
      <RunState library={library} />
      <Readers library={library} />
      <Facts library={library} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Trust library={library} />
        <Benchmark library={library} />
        <ContentWarnings library={library} />
        <Names library={library} />
        {seesUsage && <UsageNumbers id={library.id} />}
      </SimpleGrid>
    </Stack>
  );
}

function Facts({ library }: { library: LibraryStatus }) {
  const {
    totalSnippets,
    totalTokens,
    embeddedPercent,
    versions,
    stars,
    lastUpdateDate,
    nextRefreshTime,
  } = library;
  return (
    <Card withBorder component="section" aria-labelledby="content-title">
      <Title order={2} size="h3" id="content-title" mb="sm">
        Content
      </Title>
      <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 3, lg: 6 }}>
        <Fact name="Snippets">{count(totalSnippets)}</Fact>
        <Fact name="Tokens">{count(totalTokens)}</Fact>
        {embeddedPercent < 100 && versions.length > 0 && (
          <Fact name="Found by meaning">{`${embeddedPercent} %`}</Fact>
        )}
        <Fact name="Versions">{count(versions.length)}</Fact>
        {stars !== undefined && <Fact name="Stars">{count(stars)}</Fact>}
        <Fact name="Last changed">
          {lastUpdateDate === undefined ? 'never' : <Time at={lastUpdateDate} />}
        </Fact>
        <Fact name="Next refresh">
          {nextRefreshTime === undefined ? 'on request' : <Time at={nextRefreshTime} />}
        </Fact>
      </SimpleGrid>
    </Card>
  );
}
