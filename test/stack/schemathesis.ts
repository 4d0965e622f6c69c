import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, keyOf } from './cache.ts';
import { run, say } from './commands.ts';
import { ensurePackages } from './packages.ts';

const requirements = join(import.meta.dirname, '../fuzz/requirements.txt');

/** A program with its first arguments and its environment. */
export interface PythonProgram {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Returns the fuzzer of HTTP APIs, at the version that test/fuzz pins. Downloads it from PyPI the
 * first time.
 */
export async function schemathesis(): Promise<PythonProgram> {
  const command = await python();
  const version = await run(command, ['--version']);
  const key = keyOf(version, await readFile(requirements, 'utf8'));
  // A virtual environment would not work. Its programs contain the path of their folder, and the
  // cache renames a complete entry.
  const folder = await cached('schemathesis', key, async (unfinished) => {
    say('fetching schemathesis, once: 25 MB');
    const install = ['install', '--quiet', '--no-deps', '--only-binary', ':all:'];
    const quiet = ['--disable-pip-version-check', '--root-user-action', 'ignore'];
    const what = ['--target', unfinished, '--requirement', requirements];
    await run(command, ['-m', 'pip', ...install, ...quiet, ...what]);
  });
  return { command, args: [join(folder, 'bin', 'schemathesis')], env: { PYTHONPATH: folder } };
}

/** Returns the path of a Python with pip. */
async function python(): Promise<string> {
  const own = await run('python3', ['-m', 'pip', '--version']).catch(() => '');
  if (own === '') {
    await ensurePackages([
      { file: 'python3', package: 'python3' },
      { file: '/usr/lib/python3/dist-packages/pip/__init__.py', package: 'python3-pip' },
    ]);
  }
  return 'python3';
}
