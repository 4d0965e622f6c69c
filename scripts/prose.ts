// Runs the prose linter over documentation, READMEs and changelog (npm run prose). Its rules are in
// scripts/prose/Lectern.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { goBuild } from '../test/stack/go-build.ts';
import { ensurePackages } from '../test/stack/packages.ts';

const everything = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'charts/lectern/README.md',
  'dashboard/README.md',
  'models',
  'test/eval/README.md',
  'test/stack/README.md',
];

// Vale contains parsers in C, so the build needs a C compiler. Their speed does not matter here.
await ensurePackages([
  { file: 'cc', package: 'gcc' },
  { file: '/usr/include/stdlib.h', package: 'libc6-dev' },
]);
const folder = await goBuild('vale', {
  module: join(import.meta.dirname, '../test/stack/vale'),
  sources: [],
  packages: ['tool'],
  ldflags: '-s -w',
  cFlags: '-O0',
  notice: 'building the prose linter, once: a minute',
});
const paths = process.argv.slice(2);
const { status } = spawnSync(
  join(folder, 'vale'),
  ['--output=line', ...(paths.length > 0 ? paths : everything)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
