import { posix } from 'node:path';
import { isName } from './names.ts';
import { npmTarget, type NpmTarget } from './npm-spec.ts';
import { parseBunLock, parseNpmLock, type NpmLock } from './npm-lock.ts';
import { parsePnpmLock } from './pnpm-lock.ts';
import { parseYarnLock } from './yarn-lock.ts';
import { nearest, projectFolders, relativeTo, withMembers } from './paths.ts';
import type { Reading } from './reading.ts';
import { field, parseJson, parseYamlTable, tableAt, textAt, textsAt, type Table } from './texts.ts';

/** Lock files, and their parsers. If a folder has several, the first wins. */
const locks: readonly (readonly [name: string, parse: (text: string) => NpmLock])[] = [
  ['npm-shrinkwrap.json', parseNpmLock],
  ['package-lock.json', parseNpmLock],
  ['pnpm-lock.yaml', parsePnpmLock],
  ['bun.lock', parseBunLock],
  ['yarn.lock', parseYarnLock],
];
const groups = ['dependencies', 'optionalDependencies', 'devDependencies'];
const exactVersion = /^[=v]{0,2}(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;

interface Project {
  manifests: ReadonlyMap<string, Table>;
  locks: ReadonlyMap<string, NpmLock>;
  workspaces: ReadonlyMap<string, Table>;
  /** Names of the project's own packages. */
  own: ReadonlySet<string>;
}

/** Reads package.json files with the lock files of npm, pnpm, Yarn and Bun. */
export function readNpm(reading: Reading): void {
  const manifests = reading.parseAll(parseJson, 'package.json');
  const found = new Map<string, NpmLock>();
  for (const [name, parse] of locks) {
    for (const [folder, lock] of reading.parseAll(parse, name)) {
      if (!found.has(folder)) found.set(folder, lock);
    }
  }
  // Both have catalogs.
  const workspaces = reading.parseAll(parseYamlTable, 'pnpm-workspace.yaml', '.yarnrc.yml');
  const counted = countedFolders({ manifests, locks: found, workspaces });
  const own = new Set(counted.map((folder) => textAt(manifests.get(folder), 'name')));
  own.delete('');
  const project = { manifests, locks: found, workspaces, own };
  for (const folder of counted) readManifest(reading, project, folder);
}

function countedFolders({ manifests, locks: found, workspaces }: Omit<Project, 'own'>): string[] {
  const folders = [...manifests.keys()];
  const roots = projectFolders(folders, new Set(found.keys()));
  return withMembers(roots, folders, (folder) => {
    const manifest = manifests.get(folder);
    const listed = field(manifest, 'workspaces');
    return [
      ...(Array.isArray(listed) ? textsAt(manifest, 'workspaces') : textsAt(listed, 'packages')),
      ...textsAt(workspaces.get(folder), 'packages'),
    ];
  });
}

function readManifest(reading: Reading, project: Project, folder: string): void {
  const manifest = project.manifests.get(folder)!;
  const file = posix.join(folder, 'package.json');
  if (folder === '') reading.nameProject(textAt(manifest, 'name'));
  for (const group of groups) {
    for (const [name, spec] of Object.entries(tableAt(manifest, group))) {
      if (typeof spec !== 'string') {
        reading.refuse(file, name, 'its version is not a text');
      } else {
        readDependency(
          { reading, project, folder, file },
          { name, spec, dev: group === groups[2] },
        );
      }
    }
  }
}

interface Place {
  reading: Reading;
  project: Project;
  folder: string;
  file: string;
}

function readDependency(
  place: Place,
  { name, spec, dev }: { name: string; spec: string; dev: boolean },
): void {
  const { reading, project, folder, file } = place;
  if (project.own.has(name)) return;
  const declared = npmTarget(catalogSpec(place, name, spec), folder);
  if (declared.kind === 'own') return;
  // An archive or a folder outside stays refused, whatever the lock file says.
  const target =
    declared.kind === 'refused' ? declared : lockedTarget(place, { name, spec, declared });
  if (target.kind === 'refused') {
    reading.refuse(file, `${name}@${spec}`, target.reason);
  } else if (target.kind !== 'own') {
    const range = declared.kind === 'registry' ? declared.range : spec;
    const real = realName(name, declared, target);
    const version = target.kind === 'registry' ? (exactVersion.exec(target.range)?.[1] ?? '') : '';
    const git = target.kind === 'git' ? target.git : undefined;
    reading.add({ name: real, alias: name, version, range, dev, file, git });
  }
}

function realName(name: string, declared: NpmTarget, target: NpmTarget): string {
  if (target.kind === 'registry' && target.name !== undefined) return target.name;
  return declared.kind === 'registry' ? (declared.name ?? name) : name;
}

function lockedTarget(
  { project, folder }: Place,
  { name, spec, declared }: { name: string; spec: string; declared: NpmTarget },
): NpmTarget {
  const lock = nearest(project.locks, folder);
  if (!lock) return declared;
  const importerName = textAt(project.manifests.get(folder), 'name');
  const importer = relativeTo(lock.folder, folder);
  const found = lock.value.find({ importer, importerName, name, range: spec });
  if (!found) return declared;
  // Links of npm are relative to the lock file, those of pnpm to the manifest. Both may not leave the project.
  const target = npmTarget(found.spec, found.spec.startsWith('link:') ? folder : lock.folder);
  if (found.spec.startsWith('link:') && target.kind === 'refused') {
    return npmTarget(found.spec, lock.folder);
  }
  if (target.kind !== 'registry' || target.name !== undefined) return target;
  return isName('npm', found.name ?? name) && found.name !== undefined
    ? { ...target, name: found.name }
    : target;
}

/** Returns the range that a catalog of pnpm, Yarn or Bun names for `catalog:` or `catalog:name`. */
function catalogSpec({ project, folder }: Place, name: string, spec: string): string {
  const catalog = /^catalog:(.*)$/.exec(spec.trim())?.[1]?.trim();
  if (catalog === undefined) return spec;
  const isDefault = catalog === '' || catalog === 'default';
  for (const source of catalogSources(project, folder)) {
    const range =
      textAt(tableAt(source, 'catalogs', catalog || 'default'), name) ||
      (isDefault ? textAt(tableAt(source, 'catalog'), name) : '');
    if (range !== '' && !range.startsWith('catalog:')) return range;
  }
  return '';
}

function catalogSources({ manifests, workspaces }: Project, folder: string): unknown[] {
  const root = nearest(workspaces, folder)?.value;
  return [
    root,
    ...[...manifests]
      .filter(([at]) => at === '' || folder.startsWith(`${at}/`))
      .flatMap(([, manifest]) => [manifest, field(manifest, 'workspaces')]),
  ];
}
