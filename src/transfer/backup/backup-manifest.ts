import { isObject, parsedJson } from '../../base/json.ts';
import { LecternError } from '../../base/errors.ts';

/** Name of the file in the archive that lists the others. */
export const manifestName = 'manifest.json';

/** Path of the metadata database in the archive and in the data directory. */
export const metadataFile = 'lectern.db';

/** One file of a data directory. */
export interface BackupFile {
  /** Path in the data directory, with forward slashes. */
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** The manifest of a backup. */
export interface BackupManifest {
  format: 1;
  /** Version of Lectern that created the backup. */
  version: string;
  /** ISO 8601. */
  createdAt: string;
  files: BackupFile[];
}

const paths =
  /^(?:lectern\.db|secrets\.key|operator\.token|admin\.key|snippets\/[a-z0-9][a-z0-9-]{0,99}\.db|uploads\/[a-z0-9][a-z0-9.-]{0,199})$/;

/** Returns whether a backup may contain a path. A restore never writes another path. */
export function isBackupPath(path: string): boolean {
  return paths.test(path);
}

/** Parses a manifest. Throws LecternError that names the mistake. */
export function parseManifest(text: string): BackupManifest {
  const { format, version, createdAt, files } = objectIn(text);
  if (format !== 1) {
    throw notABackup('its format is not 1; restore it with the version of Lectern that created it');
  }
  if (typeof version !== 'string' || typeof createdAt !== 'string' || !Array.isArray(files)) {
    throw notABackup('version, createdAt and files are required');
  }
  const listed = files.map(readFile);
  const names = new Set(listed.map(({ path }) => path));
  if (names.size < listed.length) throw notABackup('it lists a file twice');
  if (!names.has(metadataFile)) throw notABackup(`${metadataFile} is not in it`);
  return { format, version, createdAt, files: listed };
}

/** Returns the error for a file that is not a complete backup. */
export function notABackup(why: string, cause?: unknown): LecternError {
  const message = `Cannot restore this file: ${why}`;
  return new LecternError('validation_error', message, { cause });
}

function objectIn(text: string): Record<string, unknown> {
  const value = parsedJson(text);
  if (isObject(value)) return value;
  throw notABackup(`${manifestName} is not JSON`);
}

function readFile(value: unknown, at: number): BackupFile {
  const { path, bytes, sha256 } = (value ?? {}) as Record<string, unknown>;
  if (typeof path !== 'string' || !isBackupPath(path)) {
    const shown = JSON.stringify(path)?.slice(0, 200);
    throw notABackup(`files[${at}] names ${shown}, which is not a file of a data directory`);
  }
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw notABackup(`files[${at}].bytes must be a size`);
  }
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw notABackup(`files[${at}].sha256 must be 64 hexadecimal digits`);
  }
  return { path, bytes, sha256 };
}
