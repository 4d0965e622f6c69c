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
/** Milliseconds until a project that cannot be read or sent is tried again. */
const retryMs = 300_000;
/** Milliseconds for which an installation may miss packages that its lock file names already. */
const installingMs = 30_000;

/**
 * Keeps the libraries of `settings.project` as its lock files say, until the signal aborts. A failure is logged, and tried
 * again when a file changes or after five minutes. If packages are missing after a change, an installation may be under way:
 * the libraries stay as they are for half a minute, and then follow what is installed. Never rejects.
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
  let isFirst = true;
  /** When the project is read again although no file changes. */
  let dueAt = Infinity;
  const apply = async (isAgain: boolean): Promise<void> => {
    const choice = { packageIndexes, allowedRanges };
    const read = await openProject(folder, choice, { onProgress: () => {}, signal });
    const { name, dependencies, leftOut } = read;
    const missing = dependencies.filter(({ state }) => state === 'missing').length;
    const mayBeInstalling = missing > 0 && !isAgain;
    if (mayBeInstalling) dueAt = clock.now() + installingMs;
    if (mayBeInstalling && !isFirst) return;
    await putProject(client, read);
    isFirst = false;
    log.info(
      { project: name, found: dependencies.length - missing, missing, leftOut },
      'project follows its lock files',
    );
  };
  const report = (error: unknown): void => {
    dueAt = clock.now() + retryMs;
    if (!signal.aborted) log.warn({ err: error, folder }, 'failed to read the project');
  };
  while (!signal.aborted) {
    const stamp = stampOf(folder, signal);
    // Files that cannot be read count as one state, which is tried again like any other.
    const files = await stamp.catch(messageOf);
    const isAgain = files === tried;
    if (!isAgain || clock.now() >= dueAt) {
      tried = files;
      dueAt = Infinity;
      await stamp.then(() => apply(isAgain)).catch(report);
    }
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}

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
