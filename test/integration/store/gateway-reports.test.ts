import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGatewayMetrics } from '../../../src/store/gateway/gateway-metrics.ts';
import { createGateway } from '../../../src/store/gateway/server.ts';
import type { JournalEntry } from '../../../src/store/run-journal.ts';
import { newRun } from '../../../src/resources/run.ts';

const run = newRun('run-1', new Date());
const grant = {
  key: 'docs/widgets',
  library: '/acme/widgets',
  run: 'run-1',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const unused = (): never => {
  throw new Error('A report needs nothing else');
};
/** What a run reports of a large library. */
const honest = {
  run: { ...run, warnings: Array.from({ length: 10 }, () => `${'a/'.repeat(2_000)}: no text`) },
  topics: '\u6587'.repeat(4_000),
  names: Array.from({ length: 50 }, () => ({ name: 'n'.repeat(300), origin: 'imports' })),
  ownerRules: Array.from({ length: 50 }, () => 'x'.repeat(255)),
  found: { changed: true, facts: { versions: Array.from({ length: 50 }, () => 'v'.repeat(255)) } },
  outcome: { state: 'failed', failure: { message: 'x'.repeat(3_900) } },
};

let reported: JournalEntry[];
let url: string;
const server = createServer(
  createGateway({
    grants: { find: async () => grant, give: unused, end: unused },
    handovers: { take: unused },
    index: { versions: unused, search: unused, read: unused, delete: unused },
    journal: { report: async (entry) => void reported.push(entry) },
    uploads: { open: unused },
    runStore: unused,
    vectorStore: unused,
    isModel: () => true,
    metrics: createGatewayMetrics(new Registry()),
    log: { info: () => undefined, warn: () => undefined },
  }),
);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/report`;
});
afterAll(() => void server.close());

async function report(body: object): Promise<number> {
  reported = [];
  const headers = { authorization: 'Bearer token' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(reported).toHaveLength(response.ok ? 1 : 0);
  return response.status;
}

test('the gateway accepts what a run reports of a large library', async () => {
  expect(await report(honest)).toBe(204);
});

test.each<[string, object, number]>([
  ['progress', { run: { ...run, note: 'x'.repeat(600_000) } }, 413],
  ['a result', { run, found: { note: 'x'.repeat(600_000) } }, 413],
  ['an outcome', { run, outcome: { note: 'x'.repeat(600_000) } }, 413],
  ['topics', { run, topics: 'x'.repeat(20_000) }, 400],
  ['a rule', { run, ownerRules: ['x'.repeat(2_000)] }, 400],
  ['a list of rules', { run, ownerRules: Array.from({ length: 200 }, () => 'x') }, 400],
])('the gateway refuses %s of any size, so that it fills no memory', async (_, body, status) => {
  expect(await report(body)).toBe(status);
});
