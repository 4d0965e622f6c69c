import { resolve } from 'node:path';
import { writeBackup } from '../../transfer/backup/write-backup.ts';
import { version } from '../../base/version.ts';
import { formatCount, printJson, printLine, printNote } from './output.ts';
import { stopSignal } from '../stop-signal.ts';

/** The flags of `lectern backup`. */
interface BackupCommandOptions {
  /** Data directory to back up. Relative to the working directory. */
  data: string;
  json?: boolean;
}

/** `lectern backup <file>`: writes a data directory to one archive. A server may use the directory. */
export async function backup(file: string, { data, json }: BackupCommandOptions): Promise<void> {
  const dataDir = resolve(data);
  const made = await writeBackup({ dataDir, file: resolve(file), version, signal: stopSignal() });
  for (const path of made.damaged) {
    printNote(
      `Left out ${path}, because it is damaged. Run lectern refresh for its library, which makes the file again.`,
    );
  }
  if (json) {
    printJson({ file, ...made });
    return;
  }
  const bytes = made.files.reduce((sum, one) => sum + one.bytes, 0);
  printLine(
    `Backed up ${dataDir} to ${file}: ${formatCount(made.files.length)} files, ${formatCount(bytes)} bytes unpacked`,
  );
  printLine('The backup contains the keys of this install. Store it where only you can read it.');
}
