import { listAt, textAt, type Table } from './texts.ts';

/** Packages of a lock file in TOML, by name. A name can have several versions. */
export type LockPackages = ReadonlyMap<string, readonly Table[]>;

/** Groups the `[[package]]` tables of a lock file, or those with another `key`, by their name. */
export function packagesByName(
  lock: Table,
  nameOf: (name: string) => string,
  key = 'package',
): LockPackages {
  const packages = new Map<string, Table[]>();
  for (const item of listAt(lock, key) as Table[]) {
    const name = nameOf(textAt(item, 'name'));
    const same = packages.get(name);
    if (same) same.push(item);
    else packages.set(name, [item]);
  }
  return packages;
}
