import { isDevGroup, normalPythonName } from './names.ts';
import { folderOf, pathIn } from './paths.ts';
import {
  addRequirement,
  localRequirement,
  parseRequirement,
  pinnedPython,
  type Requirement,
} from './requirement.ts';
import { parseRequirementsText, type RequirementsLine } from './requirements-txt.ts';
import type { Reading } from './reading.ts';
import { outsideReason } from './reasons.ts';

const maxIncludes = 100;

/** A file to read, directly or because another file includes it. */
interface Pending {
  file: string;
  dev: boolean;
  /** True if the file only limits versions. */
  constraint: boolean;
}

interface FoundRequirement {
  file: string;
  text: string;
  requirement: Requirement;
  dev: boolean;
}

/** Reads requirements files of one folder, with the files that they include. `own`: names of the project's packages. */
export function readRequirements(
  reading: Reading,
  files: readonly string[],
  own: ReadonlySet<string>,
): void {
  const { found, pins } = collect(reading, files);
  for (const { file, text, requirement, dev } of found) {
    if (requirement.kind === 'refused') reading.refuse(file, text, requirement.reason);
    if (requirement.kind === 'own' || requirement.kind === 'refused') continue;
    const name = normalPythonName(requirement.name);
    if (own.has(name)) continue;
    const isPinned = requirement.kind === 'index' && pinnedPython(requirement.range) !== '';
    const version = isPinned ? undefined : pins.get(name);
    addRequirement(reading, {
      requirement,
      dev,
      file,
      locked: version === undefined ? version : { version, own: false },
    });
  }
}

function collect(
  reading: Reading,
  files: readonly string[],
): { found: FoundRequirement[]; pins: Map<string, string> } {
  const read = new Set<string>();
  const pins = new Map<string, string>();
  const found: FoundRequirement[] = [];
  const pending: Pending[] = files.map((file) => ({
    file,
    dev: isDevFile(file),
    constraint: false,
  }));
  for (let next = pending.shift(); next; next = pending.shift()) {
    const key = JSON.stringify(next);
    if (read.has(key)) continue;
    if (read.size >= maxIncludes) {
      const reason = `it comes after ${maxIncludes} other requirements files of its folder`;
      reading.refuse(next.file, '', reason);
      continue;
    }
    read.add(key);
    const { file, dev, constraint } = next;
    for (const line of reading.parse(file, parseRequirementsText) ?? []) {
      const requirement = requirementOf(line, folderOf(file));
      if (requirement === undefined) pending.push(...included(reading, next, line));
      else if (!constraint) found.push({ file, text: line.text, requirement, dev });
      else if (requirement.kind === 'index') {
        pins.set(normalPythonName(requirement.name), pinnedPython(requirement.range));
      }
    }
  }
  return { found, pins };
}

function requirementOf({ kind, text }: RequirementsLine, folder: string): Requirement | undefined {
  if (kind === 'include' || kind === 'constraint') return undefined;
  const isFolder = kind === 'editable' && !/^\w+[+:]/.test(text);
  return isFolder ? localRequirement(text, folder) : parseRequirement(text, folder);
}

function included(reading: Reading, by: Pending, { kind, text }: RequirementsLine): Pending[] {
  const file = /^[a-z]+:/i.test(text) ? undefined : pathIn(folderOf(by.file), text);
  if (file === undefined) reading.refuse(by.file, text, outsideReason);
  return file === undefined
    ? []
    : [{ file, dev: by.dev, constraint: by.constraint || kind === 'constraint' }];
}

/** Returns whether the name of a file says that it serves development. */
function isDevFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name.split(/[-_.]/).some((part) => isDevGroup(part));
}
