import { afterAll, vi } from 'vitest';

// The files of some levels share a worker. Each leaves the process as it found it.
const umask = process.umask();
const folder = process.cwd();

afterAll(() => {
  process.umask(umask);
  process.chdir(folder);
  vi.useRealTimers().restoreAllMocks().unstubAllEnvs();
});
