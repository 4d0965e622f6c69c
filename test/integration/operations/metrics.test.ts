import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '../../../src/api/metrics.ts';
import { createLibraryController } from '../../../src/libraries/library/controller.ts';
import {
  createRunMetrics,
  measureLibraries,
} from '../../../src/libraries/metrics/library-metrics.ts';
import { createModelMetrics } from '../../../src/models/model-metrics.ts';
import { createGatewayMetrics } from '../../../src/store/gateway/gateway-metrics.ts';
import { createSyncMetrics } from '../../../src/libraries/metrics/sync-metrics.ts';
import { createRuntimeMetrics } from '../../../src/kubernetes/metrics.ts';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { byItsSpec } from '../../support/working-controller.ts';
import { openStores } from '../../support/stores.ts';
import { apiServer } from '../api/api-server.ts';

const root = new URL('../../../', import.meta.url).pathname;

/** Returns the value of a metric with these labels from the text of the response. */
function valueOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}

/** Returns all metrics of Lectern and of its controllers. */
function allMetrics(): Registry {
  const { registry } = createMetrics();
  createRuntimeMetrics(registry);
  createRunMetrics(registry);
  measureLibraries(registry, () => []);
  createSyncMetrics(registry);
  createModelMetrics(registry);
  createGatewayMetrics(registry);
  return registry;
}

describe('metrics', () => {
  test('count webhooks by host and by outcome', async () => {
    const { get, send } = await apiServer({ parts: { webhookSecret: 'a secret of webhooks' } });

    await send('POST', '/api/github/webhook', {}, { 'x-hub-signature-256': 'sha256=00' });
    await send(
      'POST',
      '/api/webhooks/gitlab',
      {},
      {
        'x-gitlab-token': 'a secret of webhooks',
        'x-gitlab-event': 'Issue Hook',
      },
    );

    const { text } = await get('/metrics');
    const name = 'lectern_webhook_deliveries_total';
    expect(valueOf(text, `${name}{host="github",outcome="refused"}`)).toBe(1);
    expect(valueOf(text, `${name}{host="gitlab",outcome="ignored"}`)).toBe(1);
  });

  test('count a run when its outcome is in the status, and show its snippets', async () => {
    const stores = await openStores();
    const jobs = new ScriptedJobs();
    const metrics = new Registry();
    const controller = createLibraryController({
      ...stores,
      jobs,
      concurrency: 1,
      hostConcurrency: 1,
      localRoots: [],
      accessOf: byItsSpec,
      onRun: createRunMetrics(metrics),
      onError: () => undefined,
    });
    measureLibraries(metrics, () => controller.cache.list());
    const ended = new AbortController();
    const running = [controller.follow(ended.signal), controller.work(ended.signal)];
    onTestFinished(async () => {
      ended.abort();
      await Promise.all(running);
      await stores.close();
    });
    for (const name of ['anvil', 'bellows']) {
      const source = { git: { url: `https://example.org/acme/${name}` } };
      await stores.registry.create({ metadata: { name }, spec: { id: `/acme/${name}`, source } });
    }
    await vi.waitFor(() => expect(jobs.started).toHaveLength(1), 30_000);
    const untilShown = (metric: string, value: number): Promise<void> =>
      vi.waitFor(async () => expect(valueOf(await metrics.metrics(), metric)).toBe(value), 30_000);

    await untilShown('lectern_runs_active', 1);
    await untilShown('lectern_runs_waiting', 1);
    const failure = { reason: 'NotFound', message: 'gone', retry: 'never' } as const;
    jobs.end(jobs.started[0]!.library, failure);
    await vi.waitFor(() => expect(jobs.started).toHaveLength(2), 30_000);
    jobs.end(jobs.started[1]!.library);

    await untilShown('lectern_run_failures_total{reason="NotFound"}', 1);
    await untilShown('lectern_run_duration_seconds_count{outcome="succeeded"}', 1);
    await untilShown('lectern_libraries{state="error"}', 1);
    await untilShown('lectern_libraries{state="finalized"}', 1);
    await untilShown('lectern_runs_active', 0);
    await untilShown('lectern_runs_waiting', 0);
  });

  test('are all in the reference, with their labels', async () => {
    const page = await readFile(join(root, 'docs/reference/metrics.md'), 'utf8');
    const metrics = await allMetrics().getMetricsAsJSON();
    const own = metrics.filter(({ name }) => !/^(process|nodejs)_/.test(name));

    const missing = own.filter(({ name }) => !page.includes(`\`${name}\``));

    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(own.length).toBeGreaterThan(25);
  });

  test('include those of the dashboard and the alerts of the chart', async () => {
    const chart = join(root, 'charts/lectern');
    const asked = await Promise.all(
      ['files/dashboard.json', 'templates/monitoring/prometheus-rule.yaml'].map((file) =>
        readFile(join(chart, file), 'utf8'),
      ),
    );
    const names = new Set((await allMetrics().getMetricsAsJSON()).map(({ name }) => name));

    const pattern =
      /\b(?:lectern|workqueue|rest_client|leader_election|controller_runtime)_\w+(?=\{)/g;
    const used = new Set(asked.join('\n').match(pattern));
    const unknown = [...used]
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !names.has(name));

    expect(used.size).toBeGreaterThan(15);
    expect(unknown).toEqual([]);
  });
});
