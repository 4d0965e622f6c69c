import { ManagedVersions } from './managed-versions.ts';
import { exactMaven } from './maven.ts';
import { pomOf, type Pom } from './pom.ts';
import type { Reading } from './reading.ts';
import { field, parseToml, tableAt, textAt, type Table } from './texts.ts';

interface Library {
  name: string;
  range: string;
}

/**
 * Reads the libraries of Gradle version catalogs. A library without a version gets the one that the catalog's bills of materials
 * agree on: a build gives it that version with `platform(...)`. Plugins are not dependencies.
 */
export function readGradle(reading: Reading): void {
  const managed = new ManagedVersions(reading, new Map());
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
      const range = given || agreed(bills.map((bill) => managed.find(bill, name)?.version));
      if (range === '') managed.refuseProblems(file);
      reading.add({ name, version: exactMaven(range), range, dev: false, file });
    }
  }
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
