import { folderOf, isSample, nearest, upwards } from './paths.ts';
import type { Reading } from './reading.ts';
import {
  childText,
  elements,
  field,
  parseJson,
  parseXml,
  tableAt,
  textAt,
  type Table,
} from './texts.ts';

const maxExpansions = 20;
/** Packages that only projects of tests have. */
const testPackages = /^(?:microsoft\.net\.test\.sdk|mstest|tunit)$/i;

/** Reads .csproj, .fsproj and .vbproj files with packages.lock.json and Directory.Packages.props. */
export function readNuget(reading: Reading): void {
  const root = (text: string): Table => parseXml(text, 'Project');
  const central = reading.parseAll(root, 'Directory.Packages.props');
  const shared = reading.parseAll(root, 'Directory.Build.props');
  const locks = reading.parseAll(parseJson, 'packages.lock.json');
  for (const file of reading.files.paths.filter(isProject)) {
    const project = reading.parse(file, root);
    if (!project) continue;
    const folder = folderOf(file);
    const above = upwards(folder);
    const props = [
      project,
      ...above.flatMap((at) => filesOf(shared, at)),
      ...above.flatMap((at) => filesOf(central, at)),
    ];
    const lock = locks.get(folder);
    readProject({ reading, file, project, props, lock, packages: nearest(central, folder)?.value });
  }
}

function filesOf(files: ReadonlyMap<string, Table>, folder: string): Table[] {
  const file = files.get(folder);
  return file ? [file] : [];
}

function isProject(path: string): boolean {
  return /\.(?:cs|fs|vb)proj$/i.test(path) && !isSample(path);
}

interface Place {
  reading: Reading;
  file: string;
  project: Table;
  /** The project and the files that set its properties, the nearest first. */
  props: readonly Table[];
  lock: Table | undefined;
  packages: Table | undefined;
}

function readProject({ reading, file, project, props, lock, packages }: Place): void {
  const versions = new Map<string, string>();
  for (const item of elements(packages, 'ItemGroup', 'PackageVersion')) {
    versions.set(
      textAt(item, '@Include').toLowerCase(),
      textAt(item, '@Version') || childText(item, 'Version'),
    );
  }
  const references = elements(project, 'ItemGroup', 'PackageReference').filter(
    (item) => textAt(item, '@Include') !== '',
  );
  const isTest =
    /^true$/i.test(propertyOf(props, 'IsTestProject')) ||
    references.some((item) => testPackages.test(textAt(item, '@Include')));
  const locked = lockedVersions(lock);
  for (const item of references) {
    const name = expanded(props, textAt(item, '@Include'));
    const own = ['@VersionOverride', '@Version'].map((key) => textAt(item, key)).find(Boolean);
    const declared = own ?? (childText(item, 'Version') || versions.get(name.toLowerCase()) || '');
    const range = expanded(props, declared);
    const assets = textAt(item, '@PrivateAssets') || childText(item, 'PrivateAssets');
    const version = locked.get(name.toLowerCase()) || exact(range);
    reading.add({ name, version, range, dev: isTest || /^all$/i.test(assets), file });
  }
}

/** Returns the versions of direct packages; none for a package with several, for different frameworks. */
function lockedVersions(lock: Table | undefined): Map<string, string> {
  const versions = new Map<string, string>();
  for (const framework of Object.values(tableAt(lock, 'dependencies'))) {
    for (const [name, entry] of Object.entries(tableAt({ framework }, 'framework'))) {
      if (textAt(entry, 'type') !== 'Direct') continue;
      const key = name.toLowerCase();
      const version = textAt(entry, 'resolved');
      versions.set(key, (versions.get(key) ?? version) === version ? version : '');
    }
  }
  return versions;
}

function propertyOf(props: readonly Table[], name: string): string {
  for (const file of props) {
    for (const group of elements(file, 'PropertyGroup')) {
      if (field(group, name) !== undefined) return childText(group, name);
    }
  }
  return '';
}

/** Replaces `$(Property)` by its value. Returns '' if a property is unknown. */
function expanded(props: readonly Table[], text: string): string {
  let value = text;
  for (let count = 0; value.includes('$('); count += 1) {
    const name = /\$\(([\w.-]*)\)/.exec(value)?.[1];
    const found = name === undefined ? '' : propertyOf(props, name);
    if (found === '' || count >= maxExpansions || value.length > 1_000) return '';
    value = value.replace(`$(${name})`, () => found);
  }
  return value.trim();
}

/** NuGet installs the lowest version of a range, so `1.2.3` and `[1.2.3]` name one version. */
function exact(range: string): string {
  return /^\[?\s*(\d+(?:\.\d+)+(?:-[\w.-]+)?)\s*\]?$/.exec(range)?.[1] ?? '';
}
