import { stat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
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
}: {
  settings: Pick<SettingsOf<'up'>, 'project' | 'packageIndexes' | 'allowedRanges'>;
  url: string;
  token: string;
  log: Pick<Logger, 'info' | 'warn'>;
  signal: AbortSignal;
}): Promise<void> {
  const { project: folder, packageIndexes, allowedRanges } = settings;
  if (!folder) return;
  const client = createClient({ url, data: '', token, allowHttp: true });
  let applied = '';
  let failedAt = 0;
  while (!signal.aborted) {
    try {
      const files = await stampOf(folder, signal);
      const isDue = failedAt === 0 ? files !== applied : Date.now() - failedAt >= retryMs;
      if (isDue || (failedAt > 0 && files !== applied)) {
        applied = files;
        const choice = { packageIndexes, allowedRanges };
        const read = await openProject(folder, choice, { onProgress: () => {}, signal });
        await putProject(client, read);
        failedAt = 0;
        const { name, dependencies, leftOut } = read;
        const missing = dependencies.filter(({ state }) => state === 'missing').length;
        log.info(
          { project: name, found: dependencies.length - missing, missing, leftOut },
          'project follows its lock files',
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      failedAt = Date.now();
      log.warn({ err: error, folder }, 'failed to read the project');
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
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
