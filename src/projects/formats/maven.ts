import { posix } from 'node:path';
import { ManagedVersions } from './managed-versions.ts';
import { folderOf, pathIn, projectFolders } from './paths.ts';
import { coordinates, lineage, pomOf, textIn, type Pom } from './pom.ts';
import type { Reading } from './reading.ts';
import { childText, elements, field, listAt, parseXml, tableAt, type Table } from './texts.ts';

const bootGroup = 'org.springframework.boot';
const bootArtifacts = new Set(['spring-boot-starter-parent', 'spring-boot-dependencies']);

interface ProjectPom extends Pom {
  folder: string;
  file: string;
}

/** Reads pom.xml files, with their modules in the project, and their parents and bills of materials also outside of it. */
export function readMaven(reading: Reading): void {
  const elementsByFolder = reading.parseAll((text) => parseXml(text, 'project'), 'pom.xml');
  const poms = new Map<string, ProjectPom>();
  for (const [folder, element] of elementsByFolder) {
    const file = posix.join(folder, 'pom.xml');
    poms.set(folder, { folder, file, ...pomOf(element) });
  }
  linkParents(poms);
  const root = poms.get('');
  if (root) reading.nameProject(textIn(root, childText(root.element, 'artifactId')));
  const own = new Map([...poms.values()].map((pom) => [coordinates(pom, pom.element), pom]));
  const managed = new ManagedVersions(reading, own);
  for (const folder of countedFolders(elementsByFolder))
    readPom(reading, poms.get(folder)!, { own, managed });
}

/** Returns the folders of projects and of their modules, in alphabetical order. */
function countedFolders(elementsByFolder: ReadonlyMap<string, Table>): string[] {
  const counted = new Set(projectFolders([...elementsByFolder.keys()]));
  for (const folder of counted) {
    for (const module of modulesOf(elementsByFolder.get(folder))) {
      const path = pathIn(folder, module);
      const member = path?.endsWith('.xml') ? folderOf(path) : path;
      if (member !== undefined && elementsByFolder.has(member)) counted.add(member);
    }
  }
  return [...counted].sort();
}

function modulesOf(element: Table | undefined): string[] {
  const profiles = elements(element, 'profiles', 'profile');
  return [element, ...profiles].flatMap((part) =>
    listAt(tableAt(part, 'modules'), 'module').filter((item) => typeof item === 'string'),
  );
}

/** Finds each parent by its relative path, or by its name among the project's files. */
function linkParents(poms: ReadonlyMap<string, ProjectPom>): void {
  const byName = Map.groupBy(poms.values(), ({ element }) => childText(element, 'artifactId'));
  for (const pom of poms.values()) {
    const parent = field(pom.element, 'parent');
    const artifact = childText(parent, 'artifactId');
    if (artifact === '') continue;
    const path = pathIn(pom.folder, childText(parent, 'relativePath') || '..');
    const folder = path?.endsWith('.xml') ? folderOf(path) : path;
    const near = folder === undefined ? undefined : poms.get(folder);
    const others = [...(near ? [near] : []), ...(byName.get(artifact) ?? [])];
    const found = others.find((other) => other !== pom && isNamed(other, parent));
    if (found) pom.parent = found;
  }
}

/** Returns whether a pom has the name and version that a child gives its parent. A property counts as equal. */
function isNamed({ element }: Pom, parent: unknown): boolean {
  return ['artifactId', 'groupId', 'version'].every((name) => {
    const own = childText(element, name) || childText(field(element, 'parent'), name);
    const wanted = childText(parent, name);
    return own === wanted || [own, wanted].some((text) => text.includes('${'));
  });
}

interface Family {
  /** The poms of the project, by `group:artifact`. */
  own: ReadonlyMap<string, Pom>;
  managed: ManagedVersions;
}

function readPom(reading: Reading, pom: ProjectPom, { own, managed }: Family): void {
  managed.link(pom);
  for (const entry of elements(pom.element, 'dependencies', 'dependency')) {
    const name = coordinates(pom, entry);
    if (own.has(name)) continue;
    const shared = managed.find(pom, name);
    const scope = textIn(pom, childText(entry, 'scope')) || (shared?.scope ?? '');
    if (scope === 'system') {
      reading.refuse(pom.file, name, 'it is a file on one machine (scope system)');
      continue;
    }
    const declared = childText(entry, 'version');
    const given = declared === '' ? shared?.version : textIn(pom, declared);
    const range = given ?? bootVersion(pom, name);
    if (range === '') managed.refuseProblems(pom.file);
    reading.add({ name, version: exactMaven(range), range, dev: scope === 'test', file: pom.file });
  }
}

/** Spring Boot's parent and its bill of materials give all packages of its group their own version. */
function bootVersion(child: Pom, name: string): string {
  if (!name.startsWith(`${bootGroup}:`)) return '';
  for (const pom of lineage(child)) {
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
