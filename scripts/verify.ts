// Runs every check that does not run the program: generated files, format, lint, types, unused code, links, prose, the
// site. `npm run verify` adds the tests; `npm test` runs these checks first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

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

export async function runChecks(): Promise<Check[]> {
  const before = await fingerprint();
  const checks = [step('generate', 'node', ['scripts/gen.ts'])];
  checks.push({ name: 'generated files are current', passed: before === (await fingerprint()) });
  checks.push(step('lint', 'oxlint', ['--type-aware', '--deny-warnings']));
  checks.push(step('format', 'prettier', ['--check', '--log-level', 'warn', '.']));
  checks.push(step('types', 'tsc', ['--noEmit']));
  checks.push(step('types of the dashboard', 'tsc', ['--noEmit', '--project', 'dashboard']));
  checks.push(step('unused code', 'knip', []));
  checks.push(step('links', 'node', ['scripts/check-links.ts']));
  checks.push(step('prose', 'node', ['scripts/prose.ts']));
  checks.push(step('site', 'vitepress', ['build', 'docs']));
  return checks;
}

export function step(name: string, command: string, args: string[]): Check {
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return { name, passed: status === 0 };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of generated) hash.update(await readFile(file).catch(() => ''));
  return hash.digest('hex');
}

if (import.meta.main) {
  const checks = await runChecks();
  checks.push(step('tests', 'node', ['scripts/test.ts', '--no-checks']));
  for (const { name, passed } of checks) process.stdout.write(`${passed ? '✓' : '✗'} ${name}\n`);
  process.exitCode = checks.every(({ passed }) => passed) ? 0 : 1;
}
