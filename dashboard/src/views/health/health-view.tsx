import { Stack } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../shared/page.tsx';
import { Counts } from './counts.tsx';
import { Dependencies } from './dependencies.tsx';
import { Install } from './install.tsx';
import { Verdict } from './verdict.tsx';

/** Milliseconds between two reads. */
const everyMs = 10_000;

/** The view of the dependencies, counts, versions and models of the install. */
export function HealthView() {
  const overview = api.useQuery('get', '/api/v1/overview', {}, { refetchInterval: everyMs });
  return (
    <Page title="Health" about="State of Lectern and its dependencies. Updates every 10 seconds.">
      <Answer of={overview} current>
        {(data) => (
          <Stack gap="lg">
            <Verdict overview={data} />
            <Counts overview={data} />
            <Dependencies dependencies={data.dependencies} />
            <Install overview={data} />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}
