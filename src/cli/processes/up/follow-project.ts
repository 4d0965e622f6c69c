import { stat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { messageOf } from '../../../base/errors.ts';
import { systemClock, type Clock } from '../../../base/http/clock.ts';
import { findFiles } from '../../../projects/find-files.ts';
import { createClient } from '../../client/client.ts';
import { openProject } from '../../project/open-project.ts';
import { putProject } from '../../project/add-project.ts';
import type { SettingsOf } from '../../settings/settings.ts';

/** Milliseconds between two looks at the files of the project. */
const everyMs = 5_000;

/**
 * Keeps the libraries of `settings.project` as its lock files say, until the signal aborts. A failure is logged, and tried
 * again when a file changes or after five minutes. Never rejects.
 */
export async function followProject({
  settings,
  url,
  token,
  log,
  signal,
  clock = systemClock,
}: {
  settings: Pick<SettingsOf<'up'>, 'project' | 'packageIndexes' | 'allowedRanges'>;
  url: string;
  token: string;
  log: Pick<Logger, 'info' | 'warn'>;
  signal: AbortSignal;
  clock?: Clock;
}): Promise<void> {
  const { project: folder, packageIndexes, allowedRanges } = settings;
  if (!folder) return;
  const client = createClient({ url, data: '', token, allowHttp: true });
  let tried = '';
  let failedAt = 0;
  const apply = async (): Promise<void> => {
    const choice = { packageIndexes, allowedRanges };
    const read = await openProject(folder, choice, { onProgress: () => {}, signal });
    await putProject(client, read);
    const { name, dependencies, leftOut } = read;
    const missing = dependencies.filter(({ state }) => state === 'missing').length;
    log.info(
      { project: name, found: dependencies.length - missing, missing, leftOut },
      'project follows its lock files',
    );
  };
  const report = (error: unknown): void => {
    failedAt = clock.now();
    if (!signal.aborted) log.warn({ err: error, folder }, 'failed to read the project');
  };
  while (!signal.aborted) {
    const stamp = stampOf(folder, signal);
    // Files that cannot be read count as one state, which is tried again like any other.
    const files = await stamp.catch(messageOf);
    const isDue = files !== tried || (failedAt > 0 && clock.now() - failedAt >= retryMs);
    if (isDue) {
      tried = files;
      failedAt = 0;
      await stamp.then(apply).catch(report);
    }
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

const retryMs = 300_000;

/** Returns a text that changes when a file of the project changes. */
async function stampOf(folder: string, signal: AbortSignal): Promise<string> {
  const root = await realpath(folder);
  const { byEcosystem } = await findFiles(root, signal);
  const paths = [...byEcosystem.values()].flat();
  const stamps = await Promise.all(
    paths.map(async (path) => {
      const { mtimeMs, size } = await stat(join(root, path));
      return `${path} ${mtimeMs} ${size}`;
    }),
  );
  return stamps.join('\n');
}
