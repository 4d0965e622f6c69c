import { spawn } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { cached, keyOf } from '../stack/cache.ts';
import { run } from '../stack/commands.ts';

const module = new URL('../clients/', import.meta.url).pathname;

/** Installs the published client programs at the versions that test/clients pins. Returns their folder. */
export async function installClients(): Promise<string> {
  const files = ['package.json', 'package-lock.json'];
  const contents = await Promise.all(files.map((file) => readFile(join(module, file), 'utf8')));
  return await cached('clients', keyOf(process.version, ...contents), async (folder) => {
    for (const file of files) await copyFile(join(module, file), join(folder, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    });
  });
}

/** The output of a program. */
export interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of the installed programs with this Node until it ends. */
export async function runProgram(
  script: string,
  args: string[],
  { env = {}, cwd }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Printed> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'close'),
  ]);
  return { code: child.exitCode, stdout, stderr };
}
