import { readLocks, type LockedVersions } from './gradle-lock.ts';
import { bootBill, bootPluginId, parseScript, setValue, type Script } from './gradle-script.ts';
import { ManagedVersions } from './managed-versions.ts';
import { exactMaven } from './maven.ts';
import { isSample } from './paths.ts';
import { pomOf, type Pom } from './pom.ts';
import type { Reading } from './reading.ts';
import { field, linesOf, parseToml, tableAt, textAt, textsAt, type Table } from './texts.ts';

interface Library {
  name: string;
  range: string;
}

/**
 * Reads the libraries of Gradle's version catalogs and build scripts. Lock files name their versions. A library without a version gets the one that the bills of
 * materials agree on: a build gives it that version with `platform(...)`. Plugins are not dependencies.
 */
export function readGradle(reading: Reading): void {
  const managed = new ManagedVersions(reading, new Map());
  const scripts = scriptsOf(reading);
  const found = { managed, locked: readLocks(reading), scripts };
  readScripts(reading, found, readCatalogs(reading, found));
}

/** What is known before the libraries are. */
interface Known {
  managed: ManagedVersions;
  locked: LockedVersions;
  scripts: readonly ScriptFile[];
}

interface ScriptFile extends Script {
  file: string;
}

function scriptsOf(reading: Reading): ScriptFile[] {
  return reading.files.paths
    .filter((path) => /\.gradle(?:\.kts)?$/.test(path) && !isSample(path))
    .flatMap((file) => {
      const script = reading.parse(file, parseScript);
      return script ? [{ file, ...script }] : [];
    });
}

/** Returns whether a script is one of the build itself. Its libraries are plugins. */
function isOfBuild({ file }: ScriptFile): boolean {
  return /(?:^|\/)(?:buildSrc|build-?logic)\//i.test(file);
}

/** Whether only tests use a library or a bundle of a version catalog, by accessors such as `libs.saw.oil`. */
type Uses = ReadonlyMap<string, boolean>;

function usesOf(scripts: readonly ScriptFile[]): Uses {
  const all = scripts.filter((script) => !isOfBuild(script)).flatMap(({ uses }) => uses);
  const found = new Map<string, boolean>();
  for (const { accessor, dev } of all) addUse(found, accessor, dev);
  return found;
}

function addUse(uses: Map<string, boolean>, name: string, isForTests: boolean): void {
  uses.set(name, isForTests && uses.get(name) !== false);
}

/** Returns what tells whether only tests use a library of a catalog, itself or in a bundle. */
function testsOf(file: string, catalog: unknown, uses: Uses): (alias: string) => boolean {
  const name = file.slice(file.lastIndexOf('/') + 1, -catalogEnding.length);
  const useOf = (alias: string): boolean | undefined =>
    uses.get(`${name}.${alias.replaceAll(/[-_]/g, '.')}`);
  const inBundles = new Map<string, boolean>();
  const bundles = tableAt(catalog, 'bundles');
  for (const bundle of Object.keys(bundles)) {
    const use = useOf(`bundles.${bundle}`);
    if (use === undefined) continue;
    for (const alias of textsAt(bundles, bundle)) addUse(inBundles, alias, use);
  }
  return (alias) => {
    const all = [useOf(alias), inBundles.get(alias)].filter((use) => use !== undefined);
    return all.length > 0 && all.every(Boolean);
  };
}

const catalogEnding = '.versions.toml';

/** Reads the version catalogs. Returns their bills of materials. */
function readCatalogs(reading: Reading, { managed, locked, scripts }: Known): Pom[] {
  const all: Pom[] = [];
  const uses = usesOf(scripts);
  for (const file of reading.files.paths.filter((path) => path.endsWith(catalogEnding))) {
    const catalog = reading.parse(file, parseToml);
    const versions = tableAt(catalog, 'versions');
    const entries = Object.entries(tableAt(catalog, 'libraries')).map(
      ([alias, library]) => [alias, libraryOf(library, versions)] as const,
    );
    const bills = entries
      .map(([, library]) => library)
      .filter(isBill)
      .slice(0, maxBills)
      .map(importOf);
    const isForTests = testsOf(file, catalog, uses);
    for (const [alias, { name, range: given }] of entries) {
      if (name === '') {
        reading.refuse(file, alias, 'it names no group and no module');
        continue;
      }
      const lock = locked(file, name);
      const range = given || lock || managedVersion(managed, name, bills);
      if (range === '') managed.refuseProblems(file);
      const version = lock || exactMaven(range);
      reading.add({ name, version, range, dev: isForTests(alias), file });
    }
    all.push(...bills, ...bootBills(catalog, versions));
  }
  return all;
}

/** Adds the libraries of build scripts. `catalogBills` can give them their versions, too. */
function readScripts(
  reading: Reading,
  { managed, locked, scripts }: Known,
  catalogBills: readonly Pom[],
): void {
  reading.nameProject(
    scripts.find(({ file }) => /^settings\.gradle(?:\.kts)?$/.test(file))?.project ?? '',
  );
  const shared = sharedValues(reading, scripts);
  const ownBills = scripts.map(({ bills, variables }) =>
    bills
      .map((bill) => libraryOf(withValues(bill, [variables, shared]), {}))
      .filter(({ range }) => exactMaven(range) !== '')
      .slice(0, maxBills)
      .map(importOf),
  );
  const allBills = [...catalogBills, ...ownBills.flat()].slice(0, maxBills);
  for (const [at, script] of scripts.entries()) {
    if (isOfBuild(script)) continue;
    const { file, libraries, variables } = script;
    for (const { text, dev } of libraries) {
      const { name, range: given } = libraryOf(withValues(text, [variables, shared]), {});
      // Other code makes a name that has unknown variables.
      if (name.includes('$')) continue;
      const lock = locked(file, name);
      const range =
        given ||
        lock ||
        managedVersion(managed, name, ownBills[at]!) ||
        managedVersion(managed, name, allBills);
      if (range === '') managed.refuseProblems(file);
      reading.add({ name, version: lock || exactMaven(range), range, dev, file });
    }
  }
}

/** Returns the values on which all scripts and properties agree. */
function sharedValues(reading: Reading, scripts: readonly Script[]): Map<string, string> {
  const shared = new Map<string, string>();
  const properties = reading.named('gradle.properties').filter((path) => !isSample(path));
  for (const values of [
    ...scripts.map(({ variables }) => variables),
    ...properties.map((path) => reading.parse(path, parseProperties) ?? new Map<string, string>()),
  ]) {
    for (const [name, value] of values) setValue(shared, name, value);
  }
  return shared;
}

function parseProperties(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, name, value] =
      /^\s{0,9}(\w{1,100})\s{0,9}[=:]\s{0,9}(\S{1,200})\s*$/.exec(line.slice(0, 500)) ?? [];
    if (name !== undefined) values.set(name, value!);
  }
  return values;
}

/** Replaces variables such as `$saw` and `${versions.saw}` by the first known value of their last names. */
function withValues(text: string, values: readonly ReadonlyMap<string, string>[]): string {
  return text.replace(/\$\{?(?:\w{1,100}\.){0,9}(\w{1,100})\}?/g, (variable, name: string) => {
    const known = values.map((some) => some.get(name)).find(Boolean);
    return known ?? variable;
  });
}

/** Returns the bill of materials that the plugin of Spring Boot in a catalog adds. */
function bootBills(catalog: unknown, versions: Table): Pom[] {
  return Object.values(tableAt(catalog, 'plugins'))
    .filter((plugin) => textAt(plugin, 'id') === bootPluginId)
    .map((plugin) => versionOf(field(plugin, 'version'), versions))
    .filter((version) => exactMaven(version) !== '')
    .map((version) => importOf(libraryOf(bootBill(version), versions)));
}

function managedVersion(managed: ManagedVersions, name: string, bills: readonly Pom[]): string {
  return agreed(bills.map((bill) => managed.find(bill, name)?.version));
}

const maxBills = 50;

function isBill({ name, range }: Library): boolean {
  return exactMaven(range) !== '' && /[-.:](?:bom|dependencies|platform)(?:-\w+)?$/.test(name);
}

/** Returns a pom that imports a bill of materials. */
function importOf({ name, range }: Library): Pom {
  const [groupId, artifactId] = name.split(':');
  const dependency = { groupId, artifactId, version: range, scope: 'import' };
  return pomOf({ dependencyManagement: { dependencies: { dependency } } });
}

function agreed(versions: readonly (string | undefined)[]): string {
  const [first = '', ...others] = new Set(versions.filter((version) => version !== undefined));
  return others.length === 0 ? first : '';
}

function libraryOf(library: unknown, versions: Table): Library {
  if (typeof library === 'string') {
    const [group = '', artifact = '', range = ''] = library.split(':');
    return { name: artifact === '' ? '' : `${group}:${artifact}`, range };
  }
  const group = textAt(library, 'group');
  const name = textAt(library, 'module') || (group && `${group}:${textAt(library, 'name')}`);
  return { name, range: versionOf(field(library, 'version'), versions) };
}

function versionOf(version: unknown, versions: Table): string {
  const reference = textAt(version, 'ref');
  const value = reference === '' ? version : field(versions, reference);
  if (typeof value === 'string') return value.split('!!', 1)[0]!;
  return textAt(value, 'strictly') || textAt(value, 'require') || textAt(value, 'prefer');
}
