// Removes files that the image never loads from a folder of installed packages: native libraries for other systems and
// processors, their sources, types and source maps. Keeps licenses. Usage: node scripts/prune-modules.ts <node_modules>
import { glob, readdir, rm } from 'node:fs/promises';
import { arch } from 'node:process';
import { join } from 'node:path';

/** Folders of native files. Only the entry for this kind of system is kept. */
const perSystem: [folder: string, kept: RegExp][] = [
  ['onnxruntime-node/bin/napi-v6', /^linux$/],
  ['onnxruntime-node/bin/napi-v6/linux', new RegExp(`^${arch}$`)],
  ['better-sqlite3/prebuilds', new RegExp(`^linux-${arch}\\.node$`)],
];

/** Node runs no TypeScript under node_modules, and nobody debugs there. */
const neverLoaded = ['**/*.{ts,mts,cts}', '**/*.{js,cjs,mjs,ts,mts,cts,css,wasm}.map'];

const sources = ['better-sqlite3/deps', 'better-sqlite3/src'];

/** Prunes the folder for Linux on this processor. Throws if a package keeps its native files in an unknown place. */
export async function pruneModules(modules: string): Promise<void> {
  for (const [folder, kept] of perSystem) {
    const entries = await readdir(join(modules, folder));
    if (!entries.some((entry) => kept.test(entry)))
      throw new Error(`${folder} has nothing that matches ${kept}: did its package change?`);
    const others = entries.filter((entry) => !kept.test(entry));
    await Promise.all(others.map((entry) => remove(join(modules, folder, entry))));
  }
  for (const folder of sources) await remove(join(modules, folder));
  for await (const file of glob(neverLoaded, { cwd: modules })) await remove(join(modules, file));
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

if (import.meta.main) await pruneModules(process.argv[2]!);
