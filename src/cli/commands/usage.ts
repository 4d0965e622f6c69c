import type { UsageReport } from '../../api/routes/usage.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { moneyText } from '../../identity/usage/money.ts';
import { formatCount, formatTable, printJson, printLine } from './output.ts';

interface UsageOptions extends ClientOptions {
  json?: boolean;
  days?: string;
  teamspace?: string;
}

/** `lectern usage`: shows the requests, tokens and cost of a teamspace, by day, key and client. */
export async function usage({ days, teamspace, ...options }: UsageOptions): Promise<void> {
  const report = await createClient(options).json<UsageReport>('/api/v1/usage', {
    query: { days, teamspace },
  });
  if (options.json) printJson(report);
  else printLine(usageText(report));
}

type Sum = UsageReport['total'];

/** Formats the report for a person. */
export function usageText(report: UsageReport): string {
  const { from, to, total, daily, byKey, byClient, spending } = report;
  const reset = spending.resetsAt.slice(0, 10);
  const most = spending.limit === null ? 'no limit' : `limit ${moneyText(spending.limit)}`;
  const [requests, tokens, cost] = cells(total);
  const head = [
    `Teamspace ${report.teamspace}, ${from} to ${to} (UTC): ${requests} requests, ${tokens} tokens, ${cost}`,
    `This month: ${moneyText(spending.spent)}, ${most}; resets on ${reset}`,
  ];
  if (total.requests === 0) return [...head, '', 'No requests.'].join('\n');
  const table = (name: string, rows: string[][]): string =>
    formatTable([name, 'REQUESTS', 'TOKENS', 'COST'], rows);
  return [
    head.join('\n'),
    table(
      'DAY',
      daily.map(({ date, ...sum }) => [date, ...cells(sum)]),
    ),
    table(
      'KEY',
      byKey.map(({ keyId, name, ...sum }) => [name ?? (keyId || '-'), ...cells(sum)]),
    ),
    table(
      'CLIENT',
      byClient.map(({ client, ...sum }) => [client, ...cells(sum)]),
    ),
  ].join('\n\n');
}

function cells({ requests, tokens, cost }: Sum): string[] {
  return [formatCount(requests), formatCount(tokens), moneyText(cost)];
}
