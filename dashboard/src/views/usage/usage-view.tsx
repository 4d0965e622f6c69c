import { Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../shared/page.tsx';
import { Empty, Loading } from '../../shared/states.tsx';
import { TeamspaceChoice, useTeamspace } from '../../shared/teamspace-choice.tsx';
import { measures, type Measure } from './measures.ts';
import { SpendingCard } from './spending-card.tsx';
import { Totals } from './totals.tsx';

// Loaded only if there is data, because the charts are most of the view's size.
const UsageCharts = lazy(async () => ({
  default: (await import('./usage-charts.tsx')).UsageCharts,
}));

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
];

/** The view of the usage and spending of a teamspace. */
export function UsageView() {
  const teamspace = useTeamspace();
  const [days, setDays] = useState('30');
  const [measure, setMeasure] = useState<Measure>('requests');
  const query = { teamspace, days: Number(days) };
  const usage = api.useQuery(
    'get',
    '/api/v1/usage',
    { params: { query } },
    // The old data stays until the new period has loaded, so that the selected control keeps the focus. The data of another
    // teamspace does not stay.
    { placeholderData: (previous) => (previous?.teamspace === teamspace ? previous : undefined) },
  );
  return (
    <Page
      title="Usage"
      about="Answered searches and questions per day (UTC)."
      actions={<TeamspaceChoice />}
    >
      <Answer of={usage}>
        {(data) => (
          <Stack gap="lg">
            <SpendingCard key={teamspace} teamspace={teamspace} spending={data.spending} />
            <Group justify="space-between" align="flex-end">
              <Select
                label="Period"
                data={periods}
                value={days}
                onChange={(value) => setDays(value ?? '30')}
                allowDeselect={false}
                size="xs"
                w={160}
              />
              <SegmentedControl
                aria-label="What is counted"
                data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
                value={measure}
                onChange={(value) => setMeasure(value as Measure)}
              />
            </Group>
            <Totals total={data.total} />
            {data.total.requests === 0 ? (
              <Empty icon={<IconChartBar aria-hidden />} title="No questions in this period">
                Connect an editor or assistant, or ask a question on the first view.
              </Empty>
            ) : (
              <Suspense fallback={<Loading />}>
                <UsageCharts usage={data} measure={measure} />
              </Suspense>
            )}
          </Stack>
        )}
      </Answer>
    </Page>
  );
}
