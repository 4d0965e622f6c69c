import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { SimpleGrid } from '@mantine/core';
import type { Usage } from '../../api/paths.gen.ts';
import { everyDay, shortDay } from './days.ts';
import { measured, measures, type Measure } from './measures.ts';
import { UsageSection, type UsageRow } from './usage-section.tsx';

interface UsageChartsProps {
  usage: Usage;
  measure: Measure;
}

const clients = { mcp: 'Tool server', cli: 'Command line', txt: 'API' } as const;
/** Maximum number of bars that remain distinguishable. */
const mostBars = 10;

/** Usage by day, key and client, as charts and tables. */
export function UsageCharts({ usage, measure }: UsageChartsProps) {
  const days = everyDay(usage).map(({ date, ...sum }) => ({ name: shortDay(date), ...sum }));
  const keys = usage.byKey.map(({ keyId, name, ...sum }) => ({
    name: nameOf(keyId, name),
    ...sum,
  }));
  const byClient = usage.byClient.map(({ client, ...sum }) => ({ name: clients[client], ...sum }));
  return (
    <>
      <UsageSection title="By day" heading="Day" rows={days}>
        <Bars rows={days} measure={measure} />
      </UsageSection>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <UsageSection title="By key" heading="Key" rows={keys}>
          <Bars rows={keys.slice(0, mostBars)} measure={measure} across />
        </UsageSection>
        <UsageSection title="By client" heading="Client" rows={byClient}>
          <Bars rows={byClient} measure={measure} across />
        </UsageSection>
      </SimpleGrid>
    </>
  );
}

/** With `across`, bars are horizontal, with room for long names. */
function Bars({
  rows,
  measure,
  across = false,
}: {
  rows: UsageRow[];
  measure: Measure;
  across?: boolean;
}) {
  return (
    <BarChart
      h={across ? 60 + rows.length * 36 : 240}
      data={rows}
      dataKey="name"
      series={[{ name: measure, label: measures[measure], color: 'cyan.7' }]}
      orientation={across ? 'vertical' : 'horizontal'}
      valueFormatter={(value) => measured(measure, value)}
      yAxisProps={{ width: across ? 110 : 70 }}
      barProps={{ isAnimationActive: false, maxBarSize: 28 }}
      tickLine="none"
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}

function nameOf(keyId: string, name: string | undefined): string {
  if (keyId === '') return 'Without a key';
  return name ?? keyId.replace(/^user:/, '');
}
