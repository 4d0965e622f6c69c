import { LecternError, RunError } from '../../base/errors.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { isReadable } from '../../indexing/sources/git/ls-remote.ts';
import { createToolFinder } from '../../indexing/sources/git/toolbox.ts';
import type { SecretValues } from '../../store/secrets.ts';
import { invalid } from './submission.ts';

/**
 * Reads the refs of a repository with new credentials, before they replace the stored ones. Throws LecternError:
 * 'validation_error' if the host refuses them, 'search_failed' if the test itself fails.
 */
export type TryToken = (
  url: string,
  credentials: SecretValues,
  signal: AbortSignal,
) => Promise<void>;

/** Milliseconds for the test. A person waits for it. */
const tryMs = 10_000;

/** Creates the test of tokens, for the addresses that sources may be read from. */
export function createTokenTrial({
  allowedRanges,
  workDir,
}: {
  allowedRanges: readonly string[];
  /** Folder for temporary files. */
  workDir: string;
}): TryToken {
  const findTools = createToolFinder('git', process.env);
  return async (url, credentials, signal) => {
    const location = parseLocation(url, false);
    if (location.kind === 'local') return;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
    const options = { allowedRanges, workDir, idleMs: tryMs, credentials, signal: limited };
    const isGood = await isReadable(location, options, await findTools()).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw untried(error, limited.aborted);
      },
    );
    if (isGood) return;
    throw invalid(
      `Field "gitToken" was refused, because it cannot read ${location.url}; send a token that can read the repository.`,
    );
  };
}

function untried(error: unknown, isLate: boolean): unknown {
  if (!isLate && !(error instanceof RunError)) return error;
  const why = isLate
    ? `the host did not answer within ${tryMs / 1000} seconds`
    : (error as RunError).message;
  const message = `Field "gitToken" was refused, because it could not be tested: ${why}. Try again later.`;
  return new LecternError('search_failed', message, { cause: error });
}
