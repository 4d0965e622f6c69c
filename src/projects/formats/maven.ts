import { folderOf, pathIn, projectFolders } from './paths.ts';
import type { Reading } from './reading.ts';
import { childText, elements, field, listAt, parseXml, tableAt, type Table } from './texts.ts';

const maxExpansions = 20;
const maxParents = 20;
const bootGroup = 'org.springframework.boot';
const bootArtifacts = new Set(['spring-boot-starter-parent', 'spring-boot-dependencies']);

interface Pom {
  folder: string;
  file: string;
  element: Table;
  properties: ReadonlyMap<string, string>;
  parent?: Pom;
}

/** Reads pom.xml files, with parents and modules in the project. A version from outside of the project stays unknown. */
export function readMaven(reading: Reading): void {
  const elementsByFolder = reading.parseAll((text) => parseXml(text, 'project'), 'pom.xml');
  const counted = new Set(projectFolders([...elementsByFolder.keys()]));
  for (const folder of counted) {
    for (const module of modulesOf(elementsByFolder.get(folder))) {
      const path = pathIn(folder, module);
      const member = path?.endsWith('.xml') ? folderOf(path) : path;
      if (member !== undefined && elementsByFolder.has(member)) counted.add(member);
    }
  }
  const poms = new Map<string, Pom>();
  for (const [folder, element] of elementsByFolder) {
    const file = folder === '' ? 'pom.xml' : `${folder}/pom.xml`;
    poms.set(folder, { folder, file, element, properties: propertiesOf(element) });
  }
  linkParents(poms);
  const root = poms.get('');
  if (root) reading.nameProject(textIn(root, childText(root.element, 'artifactId')));
  const own = new Set([...poms.values()].map((pom) => coordinates(pom, pom.element)));
  for (const folder of [...counted].sort()) readPom(reading, poms.get(folder)!, own);
}

function modulesOf(element: Table | undefined): string[] {
  const profiles = elements(element, 'profiles', 'profile');
  return [element, ...profiles].flatMap((part) =>
    listAt(tableAt(part, 'modules'), 'module').filter((item) => typeof item === 'string'),
  );
}

function propertiesOf(element: Table): Map<string, string> {
  const properties = tableAt(element, 'properties');
  return new Map(Object.keys(properties).map((name) => [name, childText(properties, name)]));
}

/** Finds each parent by its relative path, or by its name among the project's files. */
function linkParents(poms: ReadonlyMap<string, Pom>): void {
  const byName = new Map<string, Pom>();
  for (const pom of poms.values()) byName.set(childText(pom.element, 'artifactId'), pom);
  for (const pom of poms.values()) {
    const parent = field(pom.element, 'parent');
    const artifact = childText(parent, 'artifactId');
    if (artifact === '') continue;
    const path = pathIn(pom.folder, childText(parent, 'relativePath') || '..');
    const folder = path?.endsWith('.xml') ? folderOf(path) : path;
    const near = folder === undefined ? undefined : poms.get(folder);
    const isNear = near && childText(near.element, 'artifactId') === artifact;
    const found = isNear ? near : byName.get(artifact);
    if (found && found !== pom) pom.parent = found;
  }
}

/** Returns a pom and its parents in the project. */
function lineage(pom: Pom): Pom[] {
  const found = [pom];
  for (let next = pom.parent; next && found.length < maxParents; next = next.parent) {
    if (found.includes(next)) break;
    found.push(next);
  }
  return found;
}

/** Replaces `${property}` by its value in the pom or its parents. Returns '' if a property is unknown. */
function textIn(pom: Pom, text: string): string {
  let value = text;
  for (let count = 0; /\$\{/.test(value); count += 1) {
    const name = /\$\{([^${}]*)\}/.exec(value)?.[1];
    const found = name === undefined ? undefined : property(pom, name.trim());
    if (found === undefined || count >= maxExpansions || value.length > 1_000) return '';
    value = value.replace(`\${${name}}`, () => found);
  }
  return value;
}

function property(pom: Pom, name: string): string | undefined {
  for (const { element, properties } of lineage(pom)) {
    const set = properties.get(name);
    if (set !== undefined) return set;
    const builtIn = /^(?:project|pom)\.(parent\.)?(version|groupId|artifactId)$/.exec(name);
    const owner = builtIn?.[1] ? field(element, 'parent') : element;
    const value =
      builtIn &&
      (childText(owner, builtIn[2]!) || childText(field(element, 'parent'), builtIn[2]!));
    if (value) return value;
  }
  return undefined;
}

function coordinates(pom: Pom, element: Table): string {
  const group = childText(element, 'groupId') || childText(field(element, 'parent'), 'groupId');
  return `${textIn(pom, group)}:${textIn(pom, childText(element, 'artifactId'))}`;
}

function readPom(reading: Reading, pom: Pom, own: ReadonlySet<string>): void {
  const family = lineage(pom);
  const managed = family.flatMap((one) =>
    elements(one.element, 'dependencyManagement', 'dependencies', 'dependency'),
  );
  const versions = new Map<string, Table>();
  for (const entry of managed) {
    const name = coordinates(pom, entry);
    if (!versions.has(name)) versions.set(name, entry);
  }
  for (const entry of elements(pom.element, 'dependencies', 'dependency')) {
    const name = coordinates(pom, entry);
    if (own.has(name)) continue;
    const shared = versions.get(name);
    const scope = textIn(pom, childText(entry, 'scope') || childText(shared, 'scope'));
    if (scope === 'system') {
      reading.refuse(pom.file, name, 'it is a file on one machine (scope system)');
      continue;
    }
    const declared = childText(entry, 'version') || childText(shared, 'version');
    const range = textIn(pom, declared) || (declared === '' ? bootVersion(family, name) : '');
    reading.add({ name, version: exactMaven(range), range, dev: scope === 'test', file: pom.file });
  }
}

/** Spring Boot's parent and its bill of materials give all packages of its group their own version. */
function bootVersion(family: readonly Pom[], name: string): string {
  if (!name.startsWith(`${bootGroup}:`)) return '';
  for (const pom of family) {
    const imports = elements(pom.element, 'dependencyManagement', 'dependencies', 'dependency');
    for (const entry of [tableAt(pom.element, 'parent'), ...imports]) {
      const isBoot = childText(entry, 'groupId') === bootGroup;
      if (isBoot && bootArtifacts.has(childText(entry, 'artifactId'))) {
        return textIn(pom, childText(entry, 'version'));
      }
    }
  }
  return '';
}

/** Returns the one version that a requirement of Maven or Gradle names; '' for a range. */
export function exactMaven(range: string): string {
  const version = /^\[?([\w.+-]{1,128})\]?$/.exec(range)?.[1] ?? '';
  return /^(?:LATEST|RELEASE|latest\.\w+)$/.test(version) || version.endsWith('+') ? '' : version;
}
