import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const entry = new URL('../../../src/cli/processes/index-job.ts', import.meta.url).href;

// The first work of a Job waits for every module that it loads.
test('a Job does not load the client of a store, because it writes through the gateway', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(entry)});
    console.log(JSON.stringify(loaded));
    process.exit(0);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  const loaded = JSON.parse(output) as string[];

  expect(loaded).toContain(entry);
  const clients = /node_modules\/(?:@elastic|pg|better-sqlite3|@kubernetes)\//;
  expect(loaded.filter((url) => clients.test(url))).toEqual([]);
});
