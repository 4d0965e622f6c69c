// Builds the image of the program without Docker. `npm run stack:image` prints its path and size.
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { arch } from 'node:process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../scripts/build.ts';
import { buildDashboard } from '../../scripts/build-dashboard.ts';
import { pruneModules } from '../../scripts/prune-modules.ts';
import { cached, cacheFolder, keyOf } from './cache.ts';
import { run, say } from './commands.ts';
import {
  appFolder,
  dataFolder,
  modelPath,
  programPaths,
  runtimeConfig,
  userId,
} from './image/content.ts';
import { packLayer, writeOciArchive, type LayerFile } from './image/oci-archive.ts';
import {
  copyNativeLibraries,
  ensureImageParts,
  makeRootFileSystem,
} from './image/root-file-system.ts';

/** An image that `ctr images import` takes. */
export interface BuiltImage {
  /** The OCI archive. */
  tar: string;
  /** The name that Pods use. No registry has it. */
  name: string;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const node = join(repository, 'node_modules/node/bin/node');

/**
 * Builds the image from the current sources. It has two layers. The lower one changes seldom
 * (system, dependencies, model) and is in the cache, so further builds take seconds. The upper one
 * is the program. The archive is in `folder`, by default the cache, where the next build replaces
 * it.
 */
export async function buildImage(folder = cacheFolder()): Promise<BuiltImage> {
  const base = await baseLayer();
  await mkdir(folder, { recursive: true });
  // In the same file system as the cached layer, so that links work.
  const parts = await mkdtemp(join(cacheFolder(), 'image-'));
  try {
    const image = { tar: join(folder, 'lectern-image.tar'), name: 'lectern.test/lectern:dev' };
    const archive = join(parts, 'lectern-image.tar');
    const layers = [base, await programLayer(parts)];
    await writeOciArchive(archive, {
      name: image.name,
      layers,
      config: runtimeConfig,
      folder: join(parts, 'oci'),
    });
    await move(archive, image.tar);
    return image;
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

async function baseLayer(): Promise<LayerFile> {
  await ensureImageParts();
  const texts = await Promise.all(
    [
      'package-lock.json',
      'scripts/prune-modules.ts',
      `${modelPath}/checksums.txt`,
      'test/stack/image.ts',
      'test/stack/image/content.ts',
      'test/stack/image/oci-archive.ts',
      'test/stack/image/root-file-system.ts',
    ].map((file) => readFile(join(repository, file), 'utf8')),
  );
  const versions = [arch, await run(node, ['--version']), await run('git', ['--version'])];
  const entry = await cached('image-base', keyOf(...versions, ...texts), async (folder) => {
    say("building the image's base: production dependencies from the package registry");
    const root = join(folder, 'root');
    await makeRootFileSystem(root, node);
    const app = join(root, appFolder);
    await copyNativeLibraries(root, await installModules(app));
    await cp(join(repository, modelPath), join(app, modelPath), { recursive: true });
    const data = { path: dataFolder.slice(1), id: userId };
    await packLayer(root, join(folder, 'layer.tar'), [data]);
    await rm(root, { recursive: true });
  });
  return join(entry, 'layer.tar');
}

/** Installs the production dependencies as the Dockerfile does. Returns their folder. */
async function installModules(app: string): Promise<string> {
  await mkdir(app, { recursive: true });
  const files = ['package.json', 'package-lock.json'];
  for (const file of files) await cp(join(repository, file), join(app, file));
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...quiet], { cwd: app });
  for (const file of files) await rm(join(app, file));
  const modules = join(app, 'node_modules');
  await pruneModules(modules);
  return modules;
}

async function programLayer(parts: string): Promise<LayerFile> {
  const root = join(parts, 'program');
  const app = join(root, appFolder);
  await buildDashboard();
  for (const path of programPaths) {
    if (path === 'dist') await buildProgram(join(app, path));
    else await cp(join(repository, path), join(app, path), { recursive: true });
  }
  const layer = join(parts, 'program.tar');
  await packLayer(root, layer);
  return layer;
}

/** Replaces a file or folder at once, also from another file system. */
async function move(from: string, to: string): Promise<void> {
  const near = join(dirname(to), `.${process.pid}.unfinished`);
  await rename(from, near).catch(async () => await cp(from, near));
  await rename(near, to);
}

if (import.meta.main) {
  const started = Date.now();
  const { tar, name } = await buildImage();
  const megabytes = Math.round((await stat(tar)).size / 1_000_000);
  say(`${name}: ${tar}, ${megabytes} MB, in ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}
