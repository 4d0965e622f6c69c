import { exactMaven } from './maven.ts';
import type { Reading } from './reading.ts';
import { field, parseToml, tableAt, textAt, type Table } from './texts.ts';

/** Reads the libraries of Gradle version catalogs. Plugins are not dependencies. */
export function readGradle(reading: Reading): void {
  for (const file of reading.files.paths.filter((path) => path.endsWith('.versions.toml'))) {
    const catalog = reading.parse(file, parseToml);
    const libraries = tableAt(catalog, 'libraries');
    for (const [alias, library] of Object.entries(libraries)) {
      const { name, range } = libraryOf(library, tableAt(catalog, 'versions'));
      if (name === '') reading.refuse(file, alias, 'it names no group and no module');
      else reading.add({ name, version: exactMaven(range), range, dev: false, file });
    }
  }
}

function libraryOf(library: unknown, versions: Table): { name: string; range: string } {
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
