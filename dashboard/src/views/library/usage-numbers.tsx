import { Card, SimpleGrid, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { count } from '../../shared/format.ts';
import { Loading } from '../../shared/states.tsx';
import { Fact } from './fact.tsx';

/** The number of questions to a library. */
export function UsageNumbers({ id }: { id: string }) {
  const metrics = api.useQuery('get', '/api/v2/libs/metrics', {
    params: { query: { libraryId: id } },
  });
  return (
    <Card withBorder component="section" aria-labelledby="asked-title">
      <Title order={2} size="h3" id="asked-title" mb="xs">
        Questions answered from it
      </Title>
      <Answer of={metrics} loading={<Loading rows={1} />}>
        {({ total: { mcp, cli, txt, page }, daily }) => (
          <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 4 }}>
            <Fact name={`Last ${daily.length} days`}>{count(mcp + cli + txt + page)}</Fact>
            <Fact name="Tool server">{count(mcp)}</Fact>
            <Fact name="Command line">{count(cli)}</Fact>
            <Fact name="Programs">{count(txt)}</Fact>
          </SimpleGrid>
        )}
      </Answer>
    </Card>
  );
}
