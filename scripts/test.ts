// The one test command: static checks, then every level of tests, and one closing line over all of it. A level that
// cannot run is a failure, never silence.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './verify.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
}

const levels = ['unit', 'integration', 'stores', 'kubernetes', 'e2e', 'cluster'];

async function runLevel(level: string, reports: string): Promise<Counts> {
  process.stdout.write(`\n── ${level} tests\n`);
  const report = join(reports, `${level}.json`);
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      '--project',
      level,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: 'inherit' },
  );
  const text = await readFile(report, 'utf8').catch(() => '');
  if (!text) return { passed: 0, failed: 1, skipped: 0 };
  const counts = JSON.parse(text) as VitestReport;
  // A file that does not load, or an error outside of any test, fails the level though no test of it is counted.
  const unseen = status !== 0 && counts.numFailedTests === 0 ? 1 : 0;
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + unseen,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

// Whoever needs something of it waits for it, and says so when it cannot be had.
const preparing = spawn('node', ['test/stack/prepare.ts'], { stdio: 'ignore' });
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
if (!process.argv.includes('--no-checks')) {
  for (const { name, passed } of await runChecks()) {
    total[passed ? 'passed' : 'failed'] += 1;
    if (!passed) process.stdout.write(`✗ ${name}\n`);
  }
}
const reports = await mkdtemp(join(tmpdir(), 'lectern-tests-'));
for (const level of levels) {
  const counts = await runLevel(level, reports);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
preparing.kill();
await rm(reports, { recursive: true, force: true });
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
