import { readFileSync } from 'node:fs';

/** Returns a file of /proc; '' if its process or thread has ended. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}
