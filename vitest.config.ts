import { defineConfig } from 'vitest/config';

// Seven levels, one command each: unit tests stand beside their file and touch no server; integration tests use real parts
// (Git, HTTP, SQLite, the model); stores have a real Elasticsearch and Postgres; kubernetes has a real API server without
// nodes; dashboard tests look at the page in a browser; end-to-end tests start the program as a user does; cluster installs
// the chart on a real node. Long tests are a level of their own, which `npm test` leaves out.
// By default, vitest leaves one core idle. Files share no state, so that two of them run side by side on two cores. Only
// the cluster level runs one file at a time, because its files install into one cluster.
const everyCore = '100%';
/** As long as the browser's driver waits for what is to be seen. By default, vitest waits for one second. */
const patient = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    silent: 'passed-only',
    // A cluster takes a while to go on a busy machine.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          // Pure functions leave nothing behind: their modules are loaded once a worker, not once a file.
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
          setupFiles: ['test/support/property-seed.ts'],
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
          testTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: everyCore,
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
          // The API server is for what is kept in Secrets.
          globalSetup: [
            'test/stack/setup-stores.ts',
            'test/stack/setup-control-plane.ts',
            'test/dashboard/setup.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: everyCore,
        },
      },
    ],
  },
});
