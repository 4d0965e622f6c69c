import { readFile } from 'node:fs/promises';
import { arch, platform } from 'node:process';
import { join } from 'node:path';
import { cached, keyOf } from './cache.ts';
import { run, say, succeeds } from './commands.ts';

/** Programs to build from one Go module of this folder. */
export interface GoBuild {
  /** The module's folder. */
  module: string;
  /** Sources of the module beside go.mod and go.sum, as relative paths. */
  sources: string[];
  /** Packages to build. `tool` stands for the packages that go.mod names as tools. */
  packages: string[];
  /** Flags of the linker. */
  ldflags: string;
  /** Flags of the C compiler, for a module with C code. Its build needs `cc`. */
  cFlags?: string;
  /** Message before the build starts. */
  notice: string;
  /** Adds further files to the folder with the built programs. */
  finish?: (folder: string) => Promise<void>;
}

/**
 * Returns the cache folder with the built programs. The last part of a package's path is the name
 * of its program. Builds at low priority, because a build takes minutes of all processors, and
 * other tests may run.
 */
export async function goBuild(name: string, build: GoBuild): Promise<string> {
  const files = ['go.mod', 'go.sum', ...build.sources].map((file) => join(build.module, file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const { packages, ldflags, cFlags } = build;
  return await cached(
    name,
    keyOf(platform, arch, ldflags, ...packages, ...texts),
    async (folder) => {
      if (!(await succeeds('go', ['version'])))
        throw new Error('The test stack needs Go 1.21 or newer: https://go.dev/dl');
      say(build.notice);
      const env =
        cFlags === undefined ? { CGO_ENABLED: '0' } : { CGO_ENABLED: '1', CGO_CFLAGS: cFlags };
      const started = Date.now();
      const flags = ['-trimpath', '-buildvcs=false', '-mod=readonly', '-gcflags=all=-dwarf=false'];
      await run(
        'nice',
        ['-n', '10', 'go', 'build', ...flags, '-ldflags', ldflags, '-o', `${folder}/`, ...packages],
        { cwd: build.module, env, timeoutMs: 3_600_000 },
      );
      await build.finish?.(folder);
      say(`built in ${Math.round((Date.now() - started) / 1_000)} s`);
    },
  );
}
