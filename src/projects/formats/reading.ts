import { createScrubber } from '../../base/log/scrub.ts';
import type { Dependency, Ecosystem, RefusedEntry } from '../dependency.ts';
import { FileProblem, type ProjectFiles } from './file-problem.ts';
import type { GitPart } from './git-dependency.ts';
import { isName, isVersion, normalPythonName } from './names.ts';
import { isLockFile } from './known-files.ts';
import { folderOf, isSample } from './paths.ts';

/** A dependency as a manifest and its lock file name it. Nothing is checked yet. */
export interface Found {
  name: string;
  version: string;
  range: string;
  dev: boolean;
  /** The manifest. */
  file: string;
  /** Versions that the lock file names for different environments. */
  candidates?: string[] | undefined;
  /** The name that the manifest gives it, if it can differ. */
  alias?: string;
  git?: GitPart | undefined;
  source?: GitPart | undefined;
}

/** What the files of one ecosystem declare. */
export interface EcosystemFacts {
  /** Name that the manifest at the root declares; '' without one. */
  name: string;
  dependencies: Dependency[];
  refused: RefusedEntry[];
  /** Poms outside of the project that were not found: their paths in a Maven repository; absent if there are none. */
  missingPoms?: string[];
}

const maxDependencies = 10_000;
const maxRefused = 1_000;
const maxShown = 200;
const scrub = createScrubber([]);

/** Reads files of one ecosystem, and collects what they declare. */
export class Reading {
  readonly files: ProjectFiles;
  private readonly ecosystem: Ecosystem;
  private projectName = '';
  private readonly found = new Map<string, Dependency>();
  private readonly refused = new Map<string, RefusedEntry>();
  private readonly missingPoms = new Set<string>();
  private leftOut = 0;
  private leftOutRefused = 0;

  constructor(ecosystem: Ecosystem, files: ProjectFiles) {
    this.ecosystem = ecosystem;
    this.files = files;
  }

  /** Returns the paths of files with these names. */
  named(...names: string[]): string[] {
    const wanted = new Set(names);
    return this.files.paths.filter((path) => wanted.has(path.slice(path.lastIndexOf('/') + 1)));
  }

  /** Reads and parses a file. Refuses a broken file, and returns undefined. Test data can be broken on purpose. */
  parse<Value>(path: string, parser: (text: string) => Value): Value | undefined {
    try {
      return parser(this.files.read(path));
    } catch (error) {
      // A RangeError is a stack overflow, which only a hostile text causes.
      if (!(error instanceof FileProblem || error instanceof RangeError)) throw error;
      const reason = error instanceof FileProblem ? error.message : 'it nests too deep';
      if (!isSample(path)) this.refuse(path, '', reason);
      return undefined;
    }
  }

  /** Parses all files with these names, without lock files of samples. Returns each by its folder; the first name wins. */
  parseAll<Value>(parser: (text: string) => Value, ...names: string[]): Map<string, Value> {
    const parsed = new Map<string, Value>();
    for (const name of names) {
      for (const path of this.named(name)) {
        const isUsed = !parsed.has(folderOf(path)) && !(isLockFile(path) && isSample(path));
        const value = isUsed ? this.parse(path, parser) : undefined;
        if (value !== undefined) parsed.set(folderOf(path), value);
      }
    }
    return parsed;
  }

  /** Returns the text of a pom outside of the project, by its path in a Maven repository; undefined without one. Throws a FileProblem. */
  readPom(path: string): string | undefined {
    const text = this.files.readPom?.(path);
    if (text === undefined) this.missingPoms.add(path);
    return text;
  }

  /** Takes the name of the project from its manifest at the root. */
  nameProject(name: string): void {
    if (this.projectName === '' && /^[^\p{Cc}]{1,200}$/u.test(name)) this.projectName = name;
  }

  /** Adds a dependency. Refuses a name or a version that its index cannot have. */
  add({ name: given, alias, version, candidates, range, dev, file, git, source }: Found): void {
    const name = this.ecosystem === 'pypi' ? normalPythonName(given) : given;
    if (!isName(this.ecosystem, name)) {
      this.refuse(file, given, `it is not a package name of ${this.ecosystem}`);
      return;
    }
    if (version !== '' && !isVersion(version)) {
      this.refuse(file, `${given} ${version}`, 'its version is not one');
      return;
    }
    const key = `${this.ecosystem === 'nuget' ? name.toLowerCase() : name} ${version}`;
    const same = this.found.get(key);
    if (same) {
      same.dev &&= dev;
      return;
    }
    if (this.found.size >= maxDependencies) {
      this.leftOut += 1;
      return;
    }
    this.found.set(key, {
      ecosystem: this.ecosystem,
      name,
      ...this.installedAs(name, alias),
      version,
      ...candidatesOf(version, candidates),
      range: shown(range),
      dev,
      declaredIn: file,
      ...(git && { git }),
      ...(source && { source }),
    });
  }

  private installedAs(name: string, alias = name): Pick<Dependency, 'installedAs'> {
    return alias !== name && isName(this.ecosystem, alias) ? { installedAs: alias } : {};
  }

  /** Refuses an entry of a file; '' refuses the file. */
  refuse(file: string, entry: string, reason: string): void {
    const refused = { file, entry: shown(entry), reason };
    const key = JSON.stringify(refused);
    if (this.refused.has(key)) return;
    if (this.refused.size < maxRefused) this.refused.set(key, refused);
    else this.leftOutRefused += 1;
  }

  /** Returns what was collected. Leaves out an entry without a version if another entry of its name has one. */
  facts(): EcosystemFacts {
    const entries = [...this.found.values()];
    const versioned = new Map<string, Dependency>();
    for (const entry of entries) if (entry.version !== '') versioned.set(entry.name, entry);
    const dependencies = entries.filter((entry) => {
      const other = entry.version === '' && !entry.git ? versioned.get(entry.name) : undefined;
      if (other) other.dev &&= entry.dev;
      return other === undefined;
    });
    return {
      name: this.projectName,
      dependencies,
      refused: [...this.refused.values(), ...this.overflow()],
      ...(this.missingPoms.size > 0 && { missingPoms: [...this.missingPoms] }),
    };
  }

  private overflow(): RefusedEntry[] {
    const reasons = [
      this.leftOut && `${this.leftOut} dependencies over ${maxDependencies} were left out`,
      this.leftOutRefused && `${this.leftOutRefused} more entries were refused`,
    ];
    return reasons
      .filter((reason) => typeof reason === 'string')
      .map((reason) => ({ file: this.ecosystem, entry: '', reason }));
  }
}

const maxCandidates = 20;

function candidatesOf(version: string, given: string[] = []): Pick<Dependency, 'candidates'> {
  const candidates = given.filter((one) => isVersion(one)).slice(0, maxCandidates);
  return version === '' && candidates.length > 0 ? { candidates } : {};
}

/** Returns one line of a text for people, without credentials. */
function shown(text: string): string {
  return scrub(text.slice(0, 2 * maxShown).replace(/\p{Cc}+/gu, ' ')).slice(0, maxShown);
}
