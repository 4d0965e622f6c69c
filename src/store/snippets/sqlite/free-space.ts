import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import type { Db } from './schema.ts';

/** Megabytes of the disk that runs leave, so that their failure can still be recorded and their rows removed. */
const leftMegabytes = 64;

/** Call it before a transaction that adds much. Throws RunError StorageFailed if the disk of the file is almost full. */
export function checkFreeSpace(db: Db): void {
  const folder = dirname(db.name);
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  // Some network file systems do not know their size.
  if (blocks === 0 || free >= leftMegabytes) return;
  const message = `The disk of ${folder} is almost full: it has ${free} MB left, and runs leave ${leftMegabytes} MB; free some space`;
  throw new RunError('StorageFailed', message);
}
