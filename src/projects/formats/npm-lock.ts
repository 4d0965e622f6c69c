import { field, parseJson, parseJsonc, tableAt, textAt, type Table } from './texts.ts';
import { upwards } from './paths.ts';

/** What a lock file names for one dependency. */
export interface LockedNpm {
  /** As `npmTarget` takes it; an exact version for a package of the index. */
  spec: string;
  /** The real name of an alias. */
  name?: string;
}

/** A dependency of a manifest. */
interface WantedNpm {
  /** Folder of the manifest relative to the lock file's folder; '' for the same folder. */
  importer: string;
  /** Name of the workspace member; '' if it has none. */
  importerName: string;
  name: string;
  range: string;
}

/** A lock file of npm, pnpm, Yarn or Bun. */
export interface NpmLock {
  /** Returns what the lock file names; undefined if it does not name exactly one version. */
  find(wanted: WantedNpm): LockedNpm | undefined;
}

/** Parses package-lock.json or npm-shrinkwrap.json of versions 1 to 3. Throws a FileProblem. */
export function parseNpmLock(text: string): NpmLock {
  const lock = parseJson(text);
  const packages = field(lock, 'packages');
  if (packages === undefined) {
    const direct = tableAt(lock, 'dependencies');
    return { find: ({ importer, name }) => (importer ? undefined : locked(tableAt(direct, name))) };
  }
  return {
    find({ importer, name }) {
      if (importer !== '' && field(packages, importer) === undefined) return undefined;
      for (const folder of upwards(importer)) {
        const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
        const entry = tableAt(packages, path);
        if (Object.keys(entry).length > 0) return locked(entry);
      }
      return undefined;
    },
  };
}

function locked(entry: Table): LockedNpm | undefined {
  const [version, resolved, name] = [
    textAt(entry, 'version'),
    textAt(entry, 'resolved'),
    textAt(entry, 'name'),
  ];
  // The target of a link is relative to the lock file; the manifest's own entry tells if it is outside.
  if (field(entry, 'link') === true) return { spec: `link:${resolved}` };
  const fromGit = /^git[+:]/.test(resolved);
  const spec = fromGit || version === '' ? resolved : version;
  return spec === '' ? undefined : { spec, ...(name && { name }) };
}

/** Parses bun.lock. Throws a FileProblem. */
export function parseBunLock(text: string): NpmLock {
  const packages = tableAt(parseJsonc(text), 'packages');
  const first = (key: string): unknown => {
    const entry = field(packages, key);
    return Array.isArray(entry) ? entry[0] : undefined;
  };
  return {
    find({ importerName, name }) {
      const id = first(`${importerName}/${name}`) ?? first(name);
      return typeof id === 'string' ? identified(id, name) : undefined;
    },
  };
}

/** Splits `name@version` of a package that is wanted under a name. */
export function identified(id: string, wanted: string): LockedNpm | undefined {
  const at = id.indexOf('@', 1);
  if (at === -1) return undefined;
  const name = id.slice(0, at);
  return { spec: id.slice(at + 1), ...(name !== wanted && { name }) };
}
