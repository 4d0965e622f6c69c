import { field, linesOf, parseYamlTable, tableAt, textAt } from './texts.ts';
import { identified, type LockedNpm, type NpmLock } from './npm-lock.ts';

/** Sections that name direct dependencies. Those of 100,000 packages are many times larger, and are not parsed. */
const sections = new Set([
  'lockfileVersion',
  'importers',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
]);
const groups = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Parses pnpm-lock.yaml of versions 5 to 9. Throws a FileProblem. */
export function parsePnpmLock(text: string): NpmLock {
  const lock = parseYamlTable(sectionsOf(text));
  const importers = field(lock, 'importers');
  return {
    find({ importer, name }) {
      const found =
        importers === undefined && importer === '' ? lock : tableAt(importers, importer || '.');
      for (const group of groups) {
        const entry = field(tableAt(found, group), name);
        const version = typeof entry === 'string' ? entry : textAt(entry, 'version');
        if (version !== '') return lockedVersion(version, name);
        if (typeof entry === 'number') return { spec: String(entry) };
      }
      return undefined;
    },
  };
}

/** Returns the text with only the sections that are read. */
function sectionsOf(text: string): string {
  let kept: string[] = [];
  let isWanted = false;
  for (const line of linesOf(text)) {
    // pnpm can write a first document about itself. The last document has the packages.
    if (line.startsWith('---')) kept = [];
    const key = /^['"]?([^\s#'":-][^\s'":]*)['"]?:/.exec(line)?.[1];
    if (key !== undefined) isWanted = sections.has(key);
    if (isWanted && !line.startsWith('---')) kept.push(line);
  }
  return kept.join('\n');
}

/**
 * Reads the version of a direct dependency: `1.2.3`, `1.2.3(peer@4.5.6)`, `1.2.3_peer@4.5.6`, `real@1.2.3`, `/real@1.2.3`,
 * `/real/1.2.3`, `link:../a` or an archive of a commit.
 */
function lockedVersion(text: string, name: string): LockedNpm | undefined {
  const version = text.split('(', 1)[0]!;
  if (/^(?:link|file|workspace|git\+|https?|github\.com)/.test(version)) return { spec: version };
  const atUrl = /^(?:@[^/@]+\/)?[^/@]+@((?:https?|git\+\w+|file|link):.*)$/.exec(version)?.[1];
  if (atUrl !== undefined) return { spec: atUrl };
  if (version.startsWith('/')) {
    const [, real = '', exact = ''] = /^\/((?:@[^/]+\/)?[^/@]+)[/@](\d[^_]*)/.exec(version) ?? [];
    return exact === '' ? undefined : { spec: exact, ...(real !== name && { name: real }) };
  }
  if (/^\d/.test(version)) return { spec: version.split('_', 1)[0]! };
  return identified(version, name);
}
