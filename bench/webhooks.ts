// Sends a thousand webhook deliveries in bursts, with a real Git server and the manifest controller. Goals: one sync at
// a time, and no missed commit.
import { setTimeout as pause } from 'node:timers/promises';
import { pushDelivery } from '../test/doubles/push-deliveries.ts';
import { manifestOf, startInstall, type Install } from '../test/integration/gitops-http/install.ts';
import { percentile } from './support/measure.ts';

const deliveries = 1_000;
const bursts = 20;
const patienceMs = 60_000;
const secret = 'the secret of the webhooks of this install';
const hosts = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;

const install = await startInstall({ api: { parts: { webhookSecret: secret } } });
try {
  await install.configure({ schedule: 'manual' });
  await run(install);
} finally {
  await install.close();
}

async function run({ push, ids, reports, status }: Install): Promise<void> {
  const names: string[] = [];
  const answers: number[] = [];
  let commit = '';
  let sendingMs = 0;
  for (let burst = 0; burst < bursts; burst += 1) {
    names.push(`part-${burst}`);
    commit = await push(manifestOf(...names));
    const start = performance.now();
    const sent = Array.from({ length: deliveries / bursts }, (_, n) => deliver(commit, n));
    for (const one of await Promise.all(sent)) answers.push(one);
    sendingMs += performance.now() - start;
  }
  const sentAt = performance.now();
  while ((await status()).running || (await status()).lastSync?.commit !== commit) {
    if (performance.now() - sentAt > patienceMs) throw new Error(`${commit} was never synced`);
    await pause(20);
  }
  const waitedMs = performance.now() - sentAt;

  const present = new Set(await ids());
  const missed = names.filter((name) => !present.has(`/acme/${name}`)).length;
  const taken = answers.filter((one) => one === 202).length;
  console.log(
    `${deliveries} deliveries in ${bursts} bursts: ${((deliveries / sendingMs) * 1000).toFixed(0)} a second, ${taken} taken`,
  );
  const times = reports.map(({ startedAt, finishedAt }) => [
    Date.parse(startedAt),
    Date.parse(finishedAt),
  ]);
  const took = times.map(([start = 0, end = 0]) => end - start);
  console.log(
    `${reports.length} syncs, p50 ${percentile(took, 0.5)} ms; the last commit was synced ${waitedMs.toFixed(0)} ms after the last delivery`,
  );
  console.log(`at once: ${atOnce(times)} (to reach: 1); missed: ${missed} (to reach: 0)`);
  if (atOnce(times) !== 1 || missed > 0 || taken !== deliveries) process.exitCode = 1;
}

/** Sends a push event to the server as one of the hosts does. Returns the status of the answer. */
async function deliver(commit: string, n: number): Promise<number> {
  const host = hosts[n % hosts.length]!;
  const after = `${commit} ${n}`;
  const { headers, body } = pushDelivery[host]({ cloneUrl: install.repoUrl, after, secret });
  const url = `${install.api.url}/api/webhooks/${host}`;
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Returns the maximum number of overlapping intervals. An interval that ends when another begins does not overlap it.
 */
function atOnce(intervals: number[][]): number {
  const begun = intervals.map(([start = 0]) => start);
  return Math.max(
    ...begun.map(
      (at) => intervals.filter(([start = 0, end = 0]) => start <= at && at < end).length,
    ),
  );
}
