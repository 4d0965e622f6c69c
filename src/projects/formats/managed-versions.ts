import { FileProblem } from './file-problem.ts';
import { isMavenArtifact, pomPath, type MavenArtifact } from './maven-artifact.ts';
import { coordinates, lineage, pomOf, textIn, type Pom } from './pom.ts';
import type { Reading } from './reading.ts';
import { childText, elements, field, parseXml, type Table } from './texts.ts';

/** What `dependencyManagement` says of a package. */
export interface ManagedPackage {
  version: string;
  scope: string;
}

interface Management {
  /** Entries by the text of their artifactId. */
  entries: Map<string, Table[]>;
  /** Imports of bills of materials. */
  imports: Table[];
}

const maxPoms = 1_000;
const maxParents = 20;
const maxImports = 20;

/** The versions that poms manage for each other: as parents, and as imported bills of materials. */
export class ManagedVersions {
  private readonly reading: Reading;
  private readonly own: ReadonlyMap<string, Pom>;
  private readonly outside = new Map<string, Pom | undefined>();
  private readonly managements = new Map<Pom, Management>();
  private readonly found = new Map<Pom, Map<string, ManagedPackage | undefined>>();
  private readonly linked = new Set<Pom>();
  private readonly linking = new Set<Pom>();
  private readonly problems = new Map<string, string>();

  /** `own` has the poms of the project by `group:artifact`. */
  constructor(reading: Reading, own: ReadonlyMap<string, Pom>) {
    this.reading = reading;
    this.own = own;
  }

  /** Links the last known parent of a pom to its own parents outside of the project. */
  link(pom: Pom): void {
    const last = lineage(pom).at(-1)!;
    if (this.linked.has(last)) return;
    this.linked.add(last);
    this.linkParent(last);
  }

  /** Returns what a pom, its parents and then its imports say of a package; undefined if they do not name it. */
  find(pom: Pom, name: string, importers: readonly Pom[] = []): ManagedPackage | undefined {
    this.link(pom);
    const known = this.found.get(pom) ?? new Map<string, ManagedPackage | undefined>();
    this.found.set(pom, known);
    if (!known.has(name)) {
      known.set(name, this.declared(pom, name) ?? this.imported(pom, name, importers));
    }
    return known.get(name);
  }

  /** Refuses the poms outside of the project that could not be used. */
  refuseProblems(file: string): void {
    for (const [entry, reason] of this.problems) this.reading.refuse(file, entry, reason);
  }

  private linkParent(pom: Pom): void {
    const parent = field(pom.element, 'parent');
    if (childText(parent, 'artifactId') === '') return;
    this.linking.add(pom);
    const found = this.pomOutside(artifactOf(pom, parent));
    if (found) pom.parent = found;
    this.linking.delete(pom);
  }

  private declared(pom: Pom, name: string): ManagedPackage | undefined {
    const artifact = name.slice(name.indexOf(':') + 1);
    for (const one of lineage(pom)) {
      const { entries } = this.managementOf(one);
      for (const entry of [...(entries.get(artifact) ?? []), ...(entries.get('') ?? [])]) {
        if (coordinates(pom, entry) !== name) continue;
        const text = (field: string): string => textIn(pom, childText(entry, field));
        return { version: text('version'), scope: text('scope') };
      }
    }
    return undefined;
  }

  private imported(pom: Pom, name: string, importers: readonly Pom[]): ManagedPackage | undefined {
    const path = [...importers, pom];
    for (const entry of lineage(pom).flatMap((one) => this.managementOf(one).imports)) {
      const artifact = artifactOf(pom, entry);
      const bill =
        this.own.get(`${artifact.group}:${artifact.artifact}`) ?? this.pomOutside(artifact);
      if (bill && path.includes(bill)) this.refuse(artifact, 'it imports itself');
      else if (bill && path.length >= maxImports) {
        this.refuse(artifact, `its imports nest deeper than ${maxImports} poms`);
      } else if (bill) {
        const found = this.find(bill, name, path);
        if (found) return found;
      }
    }
    return undefined;
  }

  private managementOf(pom: Pom): Management {
    const known = this.managements.get(pom);
    if (known) return known;
    const management: Management = { entries: new Map(), imports: [] };
    const path = ['dependencyManagement', 'dependencies', 'dependency'];
    for (const entry of elements(pom.element, ...path)) {
      const artifact = childText(entry, 'artifactId');
      // Only the pom that inherits an entry knows the value of its properties.
      const key = artifact.includes('${') ? '' : artifact;
      const { entries, imports } = management;
      if (childText(entry, 'scope') === 'import') imports.push(entry);
      else if (!entries.get(key)?.push(entry)) entries.set(key, [entry]);
    }
    this.managements.set(pom, management);
    return management;
  }

  private pomOutside(artifact: MavenArtifact): Pom | undefined {
    if (!isMavenArtifact(artifact)) return this.refuse(artifact, 'it names no pom');
    const path = pomPath(artifact);
    const known = this.outside.get(path);
    if (known && this.linking.has(known)) {
      return this.refuse(artifact, 'its parents form a circle');
    }
    if (known || this.outside.has(path)) return known;
    if (this.outside.size >= maxPoms) {
      return this.refuse(artifact, `the project needs more than ${maxPoms} poms`);
    }
    if (this.linking.size > maxParents) {
      return this.refuse(artifact, `it has more than ${maxParents} children in a row`);
    }
    const pom = this.read(artifact, path);
    this.outside.set(path, pom);
    if (pom) this.link(pom);
    return pom;
  }

  private read(artifact: MavenArtifact, path: string): Pom | undefined {
    try {
      const text = this.reading.readPom(path);
      if (text !== undefined) return pomOf(parseXml(text, 'project'));
      return this.refuse(artifact, 'its pom is not in the local Maven repository');
    } catch (error) {
      if (!(error instanceof FileProblem || error instanceof RangeError)) throw error;
      const reason = error instanceof FileProblem ? error.message : 'it nests too deep';
      return this.refuse(artifact, reason.replace(/^it\b/, 'its pom'));
    }
  }

  private refuse({ group, artifact, version }: MavenArtifact, reason: string): undefined {
    this.problems.set(`${group}:${artifact}:${version}`, reason);
  }
}

function artifactOf(pom: Pom, element: unknown): MavenArtifact {
  const text = (name: string): string => textIn(pom, childText(element, name));
  return { group: text('groupId'), artifact: text('artifactId'), version: text('version') };
}
