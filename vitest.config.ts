import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.ts';

// There are seven levels of tests, with one command each:
// - unit: beside the file that they test, without a server
// - integration: with real parts (Git, HTTP, SQLite, the model)
// - stores: with a real Elasticsearch and Postgres
// - kubernetes: with a real API server without nodes
// - dashboard: the page and the documentation site in a browser
// - e2e: the program as a user starts it
// - cluster: the chart on a real node
// `npm test` runs these levels, but not the long tests.
// By default, vitest leaves one core idle. Files share no state, so they run side by side. Only the cluster level runs one
// file at a time, because its files install into one cluster.
const everyCore = availableParallelism();
/** For tests that often wait for a process, a server or the browser. */
const oneMoreThanCores = everyCore + 1;
/** For tests that wait for the API server most of the time. */
const twiceTheCores = 2 * everyCore;
/** The driver of the browser waits just as long for an element. By default, vitest waits for one second. */
const patient = { poll: { timeout: 30_000 } };
/** Time limit of a test that shares the processor with the servers of the test stack. */
const besideServers = 180_000;

// The processes that tests start keep their compiled modules for the next start, as the program does.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

export default defineConfig({
  test: {
    silent: 'passed-only',
    // On a busy machine, a cluster takes long to stop.
    teardownTimeout: 60_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
          expect: patient,
          setupFiles: ['test/support/property-seed.ts'],
          // Pure functions leave no state behind, so a worker loads their modules once, and not for each file.
          isolate: false,
          maxWorkers: everyCore,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          expect: patient,
          setupFiles: ['test/support/property-seed.ts', 'test/support/process-state.ts'],
          // Each file closes what it opens and leaves the process as it found it, so a worker loads the modules once for all of them.
          isolate: false,
          maxWorkers: everyCore,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'stores',
          include: ['test/stores/**/*.test.ts'],
          expect: patient,
          globalSetup: ['test/stack/setup-stores.ts'],
          testTimeout: besideServers,
          hookTimeout: 60_000,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          name: 'kubernetes',
          include: ['test/kubernetes/**/*.test.ts'],
          expect: patient,
          globalSetup: ['test/stack/setup-control-plane.ts'],
          testTimeout: besideServers,
          hookTimeout: 60_000,
          maxWorkers: twiceTheCores,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          expect: patient,
          globalSetup: ['test/stack/setup-cluster.ts', 'test/cluster/setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/long/*.test.ts'],
          globalSetup: ['test/stack/setup-cluster.ts', 'test/cluster/setup.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-stores',
          include: ['test/long/stores/*.test.ts'],
          globalSetup: ['test/stack/setup-stores.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long-laptop',
          include: ['test/long/laptop/*.test.ts'],
        },
      },
      {
        test: {
          name: 'dashboard',
          include: ['test/dashboard/**/*.test.ts'],
          // The API server stores the Secrets.
          globalSetup: [
            'test/stack/setup-stores.ts',
            'test/stack/setup-control-plane.ts',
            'test/dashboard/setup.ts',
          ],
          setupFiles: ['test/support/process-state.ts'],
          // The files of a worker share its modules and its browser.
          isolate: false,
          testTimeout: besideServers,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: oneMoreThanCores,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: oneMoreThanCores,
        },
      },
    ],
  },
});
