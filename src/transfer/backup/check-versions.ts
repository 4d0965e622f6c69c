import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../../store/metadata/migrations.ts';
import { SCHEMA_VERSION } from '../../store/snippets/sqlite/schema.ts';
import { metadataFile, notABackup, type BackupManifest } from './backup-manifest.ts';

/** https://sqlite.org/fileformat.html: the text that every database begins with, and the place of its user_version. */
const magic = 'SQLite format 3\0';
const headerBytes = 100;
const userVersionAt = 60;

/** Throws LecternError when databases of an unpacked backup are none, or were written by a newer version of Lectern. */
export async function checkVersions(folder: string, manifest: BackupManifest): Promise<void> {
  const newer = `it was made by Lectern ${manifest.version}, which is newer than this one; restore it with that version`;
  if (unknownMigrations(join(folder, metadataFile)).length > 0) throw notABackup(newer);
  for (const { path } of manifest.files) {
    if (!path.startsWith('snippets/')) continue;
    if ((await schemaOf(join(folder, path))) > SCHEMA_VERSION) throw notABackup(newer);
  }
}

function unknownMigrations(file: string): string[] {
  let names: unknown[];
  try {
    const database = new Database(file, { fileMustExist: true });
    try {
      names = database.prepare('select name from kysely_migration').pluck().all();
    } finally {
      database.close();
    }
  } catch (cause) {
    throw notABackup(`${metadataFile} is no registry of libraries`, cause);
  }
  return names.map(String).filter((name) => !(name in migrations));
}

async function schemaOf(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const isDatabase = bytesRead === headerBytes && buffer.toString('latin1', 0, 16) === magic;
    if (!isDatabase) throw notABackup('a file of snippets is no database');
    return buffer.readUInt32BE(userVersionAt);
  } finally {
    await handle.close();
  }
}
