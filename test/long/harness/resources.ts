import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { collectGarbage } from './collect-garbage.ts';

/** What a server holds: memory in MB, and counts of everything else. */
export type Resources = Record<string, number>;

/** Returns what a process holds, by Linux's /proc: memory in MB, threads and file handles. */
export async function heldBy(
  pid: number,
): Promise<Record<'memory' | 'threads' | 'handles', number>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const handles = (await readdir(`/proc/${pid}/fd`)).length;
  return { memory: field('VmRSS') / 1024, threads: field('Threads'), handles };
}

/** Collects the garbage of a process. Then measures the process with its children and its data directory. */
export async function measure(pid: number, data: string): Promise<Resources> {
  await collectGarbage(pid);
  const { memory, threads, handles } = await heldBy(pid);
  const files = (await filesIn(data)).filter(({ path }) => !isJournal(path));
  const registry = join(data, 'lectern.db');
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0) - deletionBytes(registry);
  return {
    'memory (MB)': memory,
    threads,
    'file handles': handles,
    'child processes': await childrenOf(pid),
    'files of data': files.length,
    'size of data (MB)': bytes / 1e6,
    ...rowsIn(registry),
  };
}

// SQLite grows its journals to a limit, and truncates them when it likes.
const isJournal = (path: string): boolean => /-(?:wal|shm|journal)$/.test(path);

async function childrenOf(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(/\s+/).filter(Boolean).length;
}

/** Returns the files in a folder and its folders. Runs remove files and folders meanwhile, so those that are gone are left out. */
async function filesIn(folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessGone);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      const bytes = (await stat(path).catch(() => undefined))?.size;
      return bytes === undefined ? [] : [{ path, bytes }];
    }),
  );
  return found.flat();
}

function unlessGone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}

/** Returns the bytes of deleted objects, which the registry keeps for a week. */
function deletionBytes(file: string): number {
  using database = openReadOnly(file);
  const sizes = `select sum(pgsize) as bytes from dbstat where name in
    (select name from sqlite_master where tbl_name = 'deleted_resources')`;
  return Number(database.db.prepare(sizes).get()!['bytes']);
}

/**
 * Returns the number of rows of each table, except of deletions, which the registry keeps for a week, and of the use by day,
 * which grows at midnight.
 */
function rowsIn(file: string): Resources {
  using database = openReadOnly(file);
  const tables = database.db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not in ('deleted_resources', 'usage')",
    )
    .all() as { name: string }[];
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = database.db.prepare(`select count(*) as rows from "${name}"`).get();
      return [`rows of ${name}`, Number(row!['rows'])];
    }),
  );
}

function openReadOnly(file: string): { db: DatabaseSync } & Disposable {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  return { db, [Symbol.dispose]: () => db.close() };
}
