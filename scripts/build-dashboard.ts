// Builds the dashboard for those who run the program from a clone, and for the npm package and the image.
import { spawnSync } from 'node:child_process';
import { constants, brotliCompress, gzip } from 'node:zlib';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeApiTypes } from './api-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes `dashboard/dist`: the page, its files, and a compressed copy of each, because the server never compresses.
 * Throws if the page does not compile.
 */
export async function buildDashboard(): Promise<void> {
  await writeApiTypes();
  const { status, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'dashboard', '--logLevel', 'warn'],
    // With a test runner's NODE_ENV, the page would contain development checks and be twice as large.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'inherit' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error('The dashboard does not compile; its mistakes stand above.');
  const built = join(root, 'dashboard/dist');
  for await (const file of glob('assets/*.{js,css}', { cwd: built })) {
    const path = join(built, file);
    const content = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

if (import.meta.main) await buildDashboard();
