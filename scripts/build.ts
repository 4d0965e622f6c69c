// Compiles the program for the npm package and the image. They need JavaScript, because Node strips no types under
// node_modules. A clone runs src directly (see bin/lectern.js).
import { spawnSync } from 'node:child_process';
import { cp, glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes the program as JavaScript to a folder, and empties the folder first. The folder must be beside `src`, one
 * level below package.json and models/, because the program finds both by relative URLs. Throws on a syntax error. Only
 * `npm run verify` checks types.
 */
export async function buildProgram(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '--project',
      join(root, 'tsconfig.build.json'),
      '--noCheck',
      '--outDir',
      folder,
    ],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`The program does not compile:\n${stdout}`);
  // The program reads the other files at run time, by a URL relative to the module that needs them.
  const source = join(root, 'src');
  for await (const file of glob('**/*', { cwd: source, withFileTypes: true })) {
    // description.gen.json has what the YAML files describe.
    if (!file.isFile() || /\.(ts|yaml)$/.test(file.name)) continue;
    const from = join(file.parentPath, file.name);
    await cp(from, join(folder, from.slice(source.length)));
  }
}

if (import.meta.main) await buildProgram(join(root, 'dist'));
