import { Errors } from 'isomorphic-git';
import { messageOf, RunError, type FailureReason } from '../../../base/errors.ts';
import { privateOrGone } from './git-errors.ts';
import { withoutCredentials } from './location.ts';

const byStatus: ReadonlyMap<number, [FailureReason, string]> = new Map([
  [401, ['AccessDenied', privateOrGone]],
  [403, ['AccessDenied', 'the server refuses access; check which accounts may read it']],
  [404, ['NotFound', 'there is no such repository; check the URL, and whether it is private']],
  [410, ['NotFound', 'the repository is gone']],
]);

/** What an error of isomorphic-git means for whoever wrote the source's URL. */
export function explainPlain(error: unknown, repository: string): RunError {
  if (error instanceof RunError) return error;
  if (error instanceof Errors.UserCanceledError) return explained(401, repository, error);
  if (error instanceof Errors.HttpError) {
    return explained(error.data.statusCode, repository, error);
  }
  const detail = withoutCredentials(messageOf(error)).slice(0, 200);
  const isNoGit = error instanceof Errors.SmartHttpError || error instanceof Errors.ParseError;
  return isNoGit
    ? new RunError('NotFound', `${repository} does not answer as a Git repository`, {
        cause: error,
      })
    : new RunError('Unreachable', `${repository} cannot be read: ${detail}`, { cause: error });
}

function explained(status: number, repository: string, cause: unknown): RunError {
  const [reason, message] = byStatus.get(status) ?? ['Unreachable', `the server answers ${status}`];
  return new RunError(reason, `${repository}: ${message}`, { cause });
}
