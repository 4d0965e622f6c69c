import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KubeConfig } from '@kubernetes/client-node';
import { KubeClient } from '../../kubernetes/kube-client.ts';
import type { JobObject, PodObject } from './job-objects.ts';
import { StartLimit } from './start-limit.ts';
import { waitingFor } from './waiting.ts';

const limitMs = 300_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const config = new KubeConfig();
const server = { name: 'none', server: 'http://127.0.0.1:1', skipTLSVerify: true };
config.loadFromClusterAndUser(server, { name: 'test' });

const metadata = {
  name: 'widgets',
  uid: 'job',
  resourceVersion: '1',
  creationTimestamp: '2020-01-01T00:00:00Z',
};
const job: JobObject = { metadata };
const pod: PodObject = { metadata: { ...metadata, uid: 'pod' }, status: { phase: 'Pending' } };
const running: PodObject = { ...pod, status: { phase: 'Running' } };
const drained: PodObject = {
  ...running,
  metadata: { ...pod.metadata, deletionTimestamp: '2020-01-01T01:00:00Z' },
};

function startLimit(): (pods: PodObject[], held?: JobObject) => number | undefined {
  const limit = new StartLimit(new KubeClient(config, { fieldManager: 'test' }), limitMs);
  return (pods, held = job) => limit.leftMs(held, waitingFor(held, pods));
}

test('a run has the whole time from when its wait is first seen, also with another Pod', () => {
  const leftMs = startLimit();

  expect(leftMs([])).toBe(limitMs);
  vi.advanceTimersByTime(100_000);
  expect(leftMs([pod])).toBe(200_000);
  vi.advanceTimersByTime(1_000_000);
  expect(leftMs([pod])).toBe(0);
});

test('a drained run has the whole time for its next Pod', () => {
  const leftMs = startLimit();
  leftMs([pod]);
  leftMs([running]);
  vi.advanceTimersByTime(1_000_000);

  expect(leftMs([drained])).toBe(limitMs);
});

test('a run has the whole time after its queue has held it', () => {
  const leftMs = startLimit();
  leftMs([]);
  leftMs([], { ...job, spec: { suspend: true } });
  vi.advanceTimersByTime(1_000_000);

  expect(leftMs([])).toBe(limitMs);
});
