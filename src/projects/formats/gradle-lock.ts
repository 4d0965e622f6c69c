import { setValue } from './gradle-script.ts';
import { folderOf } from './paths.ts';
import type { Reading } from './reading.ts';
import { linesOf } from './texts.ts';

/** Returns the version that a `gradle.lockfile` names for a library of a file; '' without one. */
export type LockedVersions = (file: string, name: string) => string;

/** Reads the lock files. The one beside a file counts, otherwise the versions on which all of them agree. */
export function readLocks(reading: Reading): LockedVersions {
  const locks = reading.parseAll(parseLock, 'gradle.lockfile');
  const shared = new Map<string, string>();
  for (const lock of locks.values()) {
    for (const [name, version] of lock) setValue(shared, name, version);
  }
  return (file, name) => locks.get(folderOf(file))?.get(name) ?? shared.get(name) ?? '';
}

/** Parses lines such as `org.acme:saw:1.4=compileClasspath`. A library with several versions, of different configurations, has ''. */
function parseLock(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, name, version] = /^([\w.-]{1,200}:[\w.-]{1,200}):([^\s:=]{1,100})=/.exec(line) ?? [];
    if (name !== undefined) setValue(versions, name, version!);
  }
  return versions;
}
