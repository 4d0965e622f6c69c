import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { notABackup } from '../../transfer/backup/backup-manifest.ts';
import { restoreBackup } from '../../transfer/backup/restore-backup.ts';
import { printJson, printLine } from './output.ts';
import { stopSignal } from '../stop-signal.ts';
import { lockDataDirectory } from '../processes/up/data-directory.ts';
import { writePrivately } from '../processes/up/private-files.ts';

/** The flags of `lectern restore`. */
interface RestoreCommandOptions {
  /** Data directory to restore to. */
  data: string;
  /** Moves existing data to `pre-restore-<time>`. Without it, a directory with data is an error. */
  replace?: boolean;
  json?: boolean;
}

/** `lectern restore <file>`: restores a backup to a data directory that no server uses. */
export async function restore(
  file: string,
  { data, replace = false, json }: RestoreCommandOptions,
): Promise<void> {
  writePrivately();
  const from = resolve(file);
  // A misspelled name must not create the data directory.
  await access(from).catch((cause: unknown) => {
    throw notABackup(messageOf(cause), cause);
  });
  const directory = await lockDataDirectory(data);
  const dataDir = directory.path;
  try {
    const restored = await restoreBackup({ file: from, dataDir, replace, signal: stopSignal() });
    const { manifest, keptIn } = restored;
    if (json) {
      printJson({ dataDir, version: manifest.version, createdAt: manifest.createdAt, keptIn });
      return;
    }
    printLine(`Restored the backup of ${manifest.createdAt} to ${dataDir}`);
    printLine(`Start it: lectern up --data ${dataDir}`);
    if (keptIn !== undefined) printLine(`The previous data is in ${keptIn}`);
  } finally {
    await directory.release();
  }
}
