import { bootBill, bootPluginId, parseScript, setValue, type Script } from './gradle-script.ts';
import { ManagedVersions } from './managed-versions.ts';
import { exactMaven } from './maven.ts';
import { isSample } from './paths.ts';
import { pomOf, type Pom } from './pom.ts';
import type { Reading } from './reading.ts';
import { field, linesOf, parseToml, tableAt, textAt, type Table } from './texts.ts';

interface Library {
  name: string;
  range: string;
}

/**
 * Reads the libraries of Gradle's version catalogs and build scripts. A library without a version gets the one that the bills of
 * materials agree on: a build gives it that version with `platform(...)`. Plugins are not dependencies.
 */
export function readGradle(reading: Reading): void {
  const managed = new ManagedVersions(reading, new Map());
  readScripts(reading, managed, readCatalogs(reading, managed));
}

/** Reads the version catalogs. Returns their bills of materials. */
function readCatalogs(reading: Reading, managed: ManagedVersions): Pom[] {
  const all: Pom[] = [];
  for (const file of reading.files.paths.filter((path) => path.endsWith('.versions.toml'))) {
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
    for (const [alias, { name, range: given }] of entries) {
      if (name === '') {
        reading.refuse(file, alias, 'it names no group and no module');
        continue;
      }
      const range = given || managedVersion(managed, name, bills);
      if (range === '') managed.refuseProblems(file);
      reading.add({ name, version: exactMaven(range), range, dev: false, file });
    }
    all.push(...bills, ...bootBills(catalog, versions));
  }
  return all;
}

/** Adds the libraries of build scripts. `catalogBills` can give them their versions, too. */
function readScripts(reading: Reading, managed: ManagedVersions, catalogBills: Pom[]): void {
  const scripts = reading.files.paths
    .filter((path) => /\.gradle(?:\.kts)?$/.test(path) && !isSample(path))
    .flatMap((file) => {
      const script = reading.parse(file, parseScript);
      return script ? [{ file, ...script }] : [];
    });
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
  for (const [at, { file, libraries, variables }] of scripts.entries()) {
    // These libraries are plugins of the build.
    if (/(?:^|\/)(?:buildSrc|build-?logic)\//i.test(file)) continue;
    for (const { text, dev } of libraries) {
      const { name, range: given } = libraryOf(withValues(text, [variables, shared]), {});
      // Other code makes a name that has unknown variables.
      if (name.includes('$')) continue;
      const range =
        given ||
        managedVersion(managed, name, ownBills[at]!) ||
        managedVersion(managed, name, allBills);
      if (range === '') managed.refuseProblems(file);
      reading.add({ name, version: exactMaven(range), range, dev, file });
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
