import { posix } from 'node:path';
import { nearest, pathIn, projectFolders } from './paths.ts';
import type { Reading } from './reading.ts';
import { linesOf } from './texts.ts';
import { outsideReason } from './reasons.ts';

/** A go.mod or go.work file. */
interface GoFile {
  module: string;
  /** Direct dependencies. */
  requires: { path: string; version: string }[];
  replaces: GoReplace[];
  /** Folders of go.work. */
  uses: string[];
}

interface GoReplace {
  path: string;
  /** '' for all versions. */
  version: string;
  /** A module path, or a folder that begins with `.` or `/`. */
  by: string;
  byVersion: string;
}

/** Parses go.mod or go.work. Leaves out lines marked `// indirect`. */
function parseGoFile(text: string): GoFile {
  const file: GoFile = { module: '', requires: [], replaces: [], uses: [] };
  let block = '';
  for (const content of linesOf(text)) {
    const [code = '', ...comments] = content.slice(0, 2_000).split('//');
    const words = (code.match(/"[^"]*"|`[^`]*`|[^\s"`]+/g) ?? []).map((word) =>
      word.replace(/^["`]|["`]$/g, ''),
    );
    if (words.length === 0) continue;
    if (words[0] === ')') block = '';
    else if (words[1] === '(') block = words[0]!;
    else if (!/^\s*indirect\b/.test(comments.join('//'))) {
      readDirective(file, block === '' ? words : [block, ...words]);
    }
  }
  return file;
}

function readDirective(file: GoFile, [directive, ...words]: string[]): void {
  const [path = '', version = ''] = words;
  if (directive === 'module') file.module = path;
  else if (directive === 'require') file.requires.push({ path, version });
  else if (directive === 'use') file.uses.push(path);
  else if (directive === 'replace') {
    const arrow = words.indexOf('=>');
    const [by = '', byVersion = ''] = arrow === -1 ? [] : words.slice(arrow + 1);
    if (by !== '') file.replaces.push({ path, version: arrow === 2 ? version : '', by, byVersion });
  }
}

/** Reads go.mod files, with go.work and replaced modules. */
export function readGo(reading: Reading): void {
  const modules = reading.parseAll(parseGoFile, 'go.mod');
  const works = reading.parseAll(parseGoFile, 'go.work');
  const counted = new Set(projectFolders([...modules.keys()]));
  for (const [folder, { uses }] of works) {
    for (const use of uses) addFolder(counted, modules, pathIn(folder, use));
  }
  for (const folder of counted) {
    for (const { by } of modules.get(folder)!.replaces) {
      if (isFolder(by)) addFolder(counted, modules, pathIn(folder, by));
    }
  }
  reading.nameProject(modules.get('')?.module ?? '');
  const own = new Set([...counted].map((folder) => modules.get(folder)!.module));
  for (const folder of [...counted].sort()) {
    const replaces = [
      ...(nearest(works, folder)?.value.replaces ?? []).map((one) => ({
        ...one,
        from: nearest(works, folder)!.folder,
      })),
      ...modules.get(folder)!.replaces.map((one) => ({ ...one, from: folder })),
    ];
    readModule(reading, { folder, module: modules.get(folder)!, replaces, own });
  }
}

function addFolder(
  counted: Set<string>,
  modules: ReadonlyMap<string, GoFile>,
  folder?: string,
): void {
  if (folder !== undefined && modules.has(folder)) counted.add(folder);
}

function isFolder(by: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|[a-z]:[\\/])/i.test(by);
}

function readModule(
  reading: Reading,
  {
    folder,
    module,
    replaces,
    own,
  }: {
    folder: string;
    module: GoFile;
    replaces: (GoReplace & { from: string })[];
    own: ReadonlySet<string>;
  },
): void {
  const file = posix.join(folder, 'go.mod');
  const byPath = new Map(replaces.map((replace) => [replace.path, replace]));
  for (const { path, version } of module.requires) {
    const replace = byPath.get(path);
    const applies = replace && (replace.version === '' || replace.version === version);
    if (!applies) {
      if (!own.has(path)) reading.add({ name: path, version, range: version, dev: false, file });
    } else if (!isFolder(replace.by)) {
      const replaced = { name: replace.by, version: replace.byVersion };
      reading.add({ ...replaced, range: version, dev: false, file });
    } else if (pathIn(replace.from, replace.by) === undefined) {
      reading.refuse(file, `${path} => ${replace.by}`, outsideReason);
    }
  }
}
