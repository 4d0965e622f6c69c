import { posix } from 'node:path';
import { gitPart } from './git-dependency.ts';
import { nearest, pathIn, projectFolders } from './paths.ts';
import type { Reading } from './reading.ts';
import { elements, field, parseJson, tableAt, textAt, type Table } from './texts.ts';
import { gitReason, outsideReason } from './reasons.ts';

/** Parses composer.lock: its packages by their name. Throws a FileProblem. */
function parseComposerLock(text: string): ReadonlyMap<string, Table> {
  const lock = parseJson(text);
  const packages = [...elements(lock, 'packages'), ...elements(lock, 'packages-dev')];
  return new Map(packages.map((item) => [textAt(item, 'name').toLowerCase(), item]));
}

/** Reads composer.json and composer.lock. */
export function readComposer(reading: Reading): void {
  const manifests = reading.parseAll(parseJson, 'composer.json');
  const locks = reading.parseAll(parseComposerLock, 'composer.lock');
  reading.nameProject(textAt(manifests.get(''), 'name'));
  for (const folder of projectFolders([...manifests.keys()], new Set(locks.keys()))) {
    const manifest = manifests.get(folder)!;
    const file = posix.join(folder, 'composer.json');
    const lock = nearest(locks, folder)?.value;
    for (const group of ['require', 'require-dev']) {
      const packages = Object.entries(tableAt(manifest, group));
      // A name without a slash is the platform: php, ext-json, composer-runtime-api.
      for (const [name, range] of packages.filter(([key]) => key.includes('/'))) {
        const locked = lock?.get(name.toLowerCase());
        const text = typeof range === 'string' ? range : '';
        readPackage(
          { reading, folder, file },
          { name, range: text, dev: group !== 'require', locked },
        );
      }
    }
  }
}

function readPackage(
  { reading, folder, file }: { reading: Reading; folder: string; file: string },
  entry: { name: string; range: string; dev: boolean; locked: Table | undefined },
): void {
  const { name: given, range, dev, locked } = entry;
  const name = given.toLowerCase();
  const [source, dist] = [field(locked, 'source'), field(locked, 'dist')];
  if (textAt(dist, 'type') === 'path') {
    const inside = pathIn(folder, textAt(dist, 'url')) !== undefined;
    if (!inside) reading.refuse(file, given, outsideReason);
    return;
  }
  const version = textAt(locked, 'version') || exact(range);
  const isBranch = /^dev-|-dev$/.test(version);
  const isGit = textAt(source, 'type') === 'git';
  const git = isGit ? gitPart(textAt(source, 'url'), textAt(source, 'reference')) : undefined;
  if (!isBranch || !isGit) {
    reading.add({ name, version: isBranch ? '' : version, range, dev, file, source: git });
    return;
  }
  if (git) reading.add({ name, version: '', range, dev, file, git });
  else reading.refuse(file, given, gitReason);
}

function exact(range: string): string {
  return /^=?v?(\d+\.\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)$/.exec(range.trim())?.[1] ?? '';
}
