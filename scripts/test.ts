// Runs the static checks, then every level of tests, and prints one closing line. A level that cannot run counts as a
// failure.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { guardedStack, type GuardedStack } from '../test/stack/guarded-stack.ts';
import { addKubernetes, addStores, environmentOf } from '../test/stack/parts.ts';
import { quietly, runChecks, step } from './verify.ts';

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
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface FileTime {
  path: string;
  seconds: number;
}

/** The result of a level: its counts, a heading with the errors for each failure, and the time of each file. */
interface LevelResult {
  counts: Counts;
  failures: string[];
  times: FileTime[];
}

const levels = ['stores', 'kubernetes', 'dashboard', 'e2e', 'cluster'];
/**
 * These run one after the other beside the last level, which often waits for Pods and nodes. The unit tests measure no time but
 * that of the processor.
 */
const beside = ['integration', 'unit'];
/** Levels that share one Elasticsearch, Postgres and API server. */
const shared = ['stores', 'kubernetes', 'dashboard'];
const slowestFiles = 10;

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

async function runLevel(
  level: string,
  reports: string,
  environment: Record<string, string> = {},
): Promise<LevelResult> {
  const report = join(reports, `${level}.json`);
  const name = `${level} tests`;
  const args = ['run', '--project', level, '--reporter=default', '--reporter=json'];
  args.push(`--outputFile.json=${report}`);
  const { passed } = beside.includes(level)
    ? await quietly(name, 'vitest', args)
    : await step(name, 'vitest', args, environment);
  const text = await readFile(report, 'utf8').catch(() => '');
  if (!text) {
    const failures = [`✗ the ${level} tests did not end`];
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failures, times: [] };
  }
  const result = JSON.parse(text) as VitestReport;
  const failures = failuresOf(result);
  // A file that does not load, or an error outside of any test, fails the level although no test of it is counted.
  const unseen = !passed && result.numFailedTests === 0 ? 1 : 0;
  if (unseen && failures.length === 0) {
    failures.push(`✗ the ${level} tests ended with an error outside of any test: see above`);
  }
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unseen,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  const times = result.testResults.map(({ name, startTime, endTime }) => ({
    path: `${level} ${relative(process.cwd(), name)}`,
    seconds: (endTime - startTime) / 1000,
  }));
  return { counts, failures, times };
}

/** Runs levels one after the other. */
async function runLevels(
  names: string[],
  ...rest: [reports: string, environment?: Record<string, string>]
): Promise<LevelResult[]> {
  const results: LevelResult[] = [];
  for (const level of names) results.push(await runLevel(level, ...rest));
  return results;
}

/** Starts the stack that several levels share. If it does not start, each level starts its own and reports the error. */
async function openStack(): Promise<GuardedStack | undefined> {
  process.stdout.write(`\n── stack of the levels ${shared.join(', ')}\n`);
  return guardedStack([], async (made) => {
    await addKubernetes(made);
    await addStores(made);
  }).catch((error: unknown) => {
    process.stdout.write(`${String(error)}\n`);
    return undefined;
  });
}

// Downloads and builds continue during the checks and the first levels. A test that needs one waits for it, and fails if it
// is missing.
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
const times: FileTime[] = [];
let stack: GuardedStack | undefined;
for (const level of levels) {
  if (level === shared[0]) stack = await openStack();
  if (stack && !shared.includes(level)) {
    await stack.close();
    stack = undefined;
  }
  const environment = stack ? environmentOf(stack.stack) : {};
  const running = [runLevels([level], reports, environment)];
  if (level === levels.at(-1)) running.push(runLevels(beside, reports));
  for (const result of (await Promise.all(running)).flat()) {
    allFailures.push(...result.failures);
    times.push(...result.times);
    total.passed += result.counts.passed;
    total.failed += result.counts.failed;
    total.skipped += result.counts.skipped;
  }
}
preparing.kill();
await rm(reports, { recursive: true, force: true });
process.stdout.write('\nSlowest files\n');
for (const { path, seconds } of times
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, slowestFiles)) {
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${path}\n`);
}
// Repeats the failures, because half an hour of output lies between most of them and the closing line.
for (const failure of allFailures) process.stdout.write(`\n${failure}\n`);
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
