// The one test command: static checks, then every level of tests, and one closing line over all of it. A level that
// cannot run is a failure, never silence.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** What a level came to, and what of it failed: a heading and the errors under it for each. */
interface LevelResult {
  counts: Counts;
  failures: string[];
}

const levels = ['unit', 'integration', 'stores', 'kubernetes', 'dashboard', 'e2e', 'cluster'];

function failuresOf(report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `✗ ${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    const unloaded = file.status === 'failed' && tests.length === 0;
    return unloaded ? [`✗ ${path}\n${file.message}`] : tests;
  });
}

async function runLevel(level: string, reports: string): Promise<LevelResult> {
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
  if (!text) {
    const failures = [`✗ the ${level} tests did not end`];
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failures };
  }
  const result = JSON.parse(text) as VitestReport;
  const failures = failuresOf(result);
  // A file that does not load, or an error outside of any test, fails the level though no test of it is counted.
  const unseen = status !== 0 && result.numFailedTests === 0 ? 1 : 0;
  if (unseen && failures.length === 0) {
    failures.push(`✗ the ${level} tests ended with an error outside of any test: see above`);
  }
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unseen,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  return { counts, failures };
}

// Whoever needs something of it waits for it, and says so when it cannot be had.
const preparing = spawn('node', ['test/stack/prepare.ts'], { stdio: 'ignore' });
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const allFailures: string[] = [];
if (!process.argv.includes('--no-checks')) {
  for (const { name, passed } of await runChecks()) {
    total[passed ? 'passed' : 'failed'] += 1;
    if (!passed) allFailures.push(`✗ ${name}`);
  }
}
const reports = await mkdtemp(join(tmpdir(), 'lectern-tests-'));
for (const level of levels) {
  const { counts, failures } = await runLevel(level, reports);
  allFailures.push(...failures);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
preparing.kill();
await rm(reports, { recursive: true, force: true });
// Told again at the end: half an hour of output lies between most failures and the line that counts them.
for (const failure of allFailures) process.stdout.write(`\n${failure}\n`);
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
