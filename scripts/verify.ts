// Runs every check that does not run the program: generated files, format, lint, types, unused code, links, prose.
// `npm run verify` adds the tests, which also build the documentation site; `npm test` runs these checks first.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The outcome of a check. */
export interface Check {
  name: string;
  passed: boolean;
}

const generated = [
  'src/api/description.gen.json',
  'src/api/operations.gen.ts',
  'src/resources/library.gen.ts',
  'src/resources/manifest-sync.gen.ts',
  'charts/lectern/crd-bases/lectern.dev_libraries.yaml',
  'charts/lectern/crd-bases/lectern.dev_manifestsyncs.yaml',
  'charts/lectern/README.md',
  'docs/reference/configuration.md',
  'docs/reference/http.md',
];

/** Checks that change no file of another one. The longest are first. */
const others: [name: string, command: string, args: string[]][] = [
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['prose', 'node', ['scripts/prose.ts']],
  ['types', 'tsc', ['--noEmit']],
  ['types of the dashboard', 'tsc', ['--noEmit', '--project', 'dashboard']],
  ['unused code', 'knip', []],
  ['links', 'node', ['scripts/check-links.ts']],
];

/** Runs all checks but the tests. */
export async function runChecks(): Promise<Check[]> {
  const before = await fingerprint();
  const checks = [await step('generate', 'node', ['scripts/gen.ts'])];
  checks.push({ name: 'generated files are current', passed: before === (await fingerprint()) });
  return [...checks, ...(await inPairs(others))];
}

/** Runs a command and shows its output as it comes. */
export async function step(
  name: string,
  command: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Check> {
  process.stdout.write(`\n── ${name}\n`);
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { stdio: 'inherit', env });
  child.once('error', (error) => process.stdout.write(`${error.message}\n`));
  const passed = await new Promise<boolean>((resolve) => {
    child.once('close', (code) => resolve(code === 0));
  });
  return { name, passed };
}

/** Runs two checks at a time, because most of them use one core. Prints the output of each when it ends. */
async function inPairs(steps: typeof others): Promise<Check[]> {
  const waiting = [...steps];
  const checks: Check[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      checks.push(await quietly(...next));
  };
  await Promise.all([work(), work()]);
  return checks;
}

/** Runs a command beside other work. Prints its output when it ends. */
export async function quietly(name: string, command: string, args: string[]): Promise<Check> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  }
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => resolve(code === 0));
  });
  process.stdout.write(`\n── ${name}\n`);
  process.stdout.write(Buffer.concat(output));
  return { name, passed };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of generated) hash.update(await readFile(file).catch(() => ''));
  return hash.digest('hex');
}

if (import.meta.main) {
  const checks = await runChecks();
  checks.push(await step('tests', 'node', ['scripts/test.ts', '--no-checks']));
  for (const { name, passed } of checks) process.stdout.write(`${passed ? '✓' : '✗'} ${name}\n`);
  process.exitCode = checks.every(({ passed }) => passed) ? 0 : 1;
}
