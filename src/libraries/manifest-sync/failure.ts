import { LecternError, messageOf, RunError } from '../../base/errors.ts';
import { ManifestError } from '../manifest/parse.ts';
import type { EntryReport } from './apply.ts';
import { shownMessage } from './shown-message.ts';

/** `entries_failed`: the manifest is valid, but some of its Libraries could not be written. */
type SyncErrorCode = 'manifest_invalid' | 'manifest_unreachable' | 'entries_failed';

/** Why a sync failed, and whether a retry can help. */
export interface Failure {
  code: SyncErrorCode;
  /** PascalCase cause, for conditions. */
  reason: string;
  message: string;
  retry: 'never' | 'backoff';
}

/** Maximum number of mistakes in a status; the rest are counted. */
const maxMistakes = 50;
const maxCharacters = 8_000;

/** Returns the failure for an error of reading or checking a manifest. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RunError) {
    const { reason, retry } = error;
    return { code: 'manifest_unreachable', reason, retry, message: shortened(error.message) };
  }
  if (error instanceof LecternError && error.code === 'manifest_invalid') {
    const code = 'manifest_invalid';
    return { code, reason: 'ManifestInvalid', retry: 'never', message: mistakesOf(error) };
  }
  const message = shortened(messageOf(error));
  return { code: 'manifest_unreachable', reason: 'Internal', retry: 'backoff', message };
}

/** Returns the failure of a sync if some of its steps failed. */
export function entriesFailed(applied: EntryReport[]): Failure | undefined {
  const failed = applied.filter(({ action }) => action === 'failed');
  const [first] = failed;
  if (!first) return undefined;
  const message = `${failed.length} of ${applied.length} entries failed; the first is ${first.libraryId}: ${first.reason}`;
  return { code: 'entries_failed', reason: 'EntriesFailed', retry: 'backoff', message };
}

function mistakesOf(error: LecternError): string {
  const lines = error.message.split('\n');
  const more = lines.length - maxMistakes;
  if (!(error instanceof ManifestError) || more <= 0) return shortened(error.message);
  return `${shortened(lines.slice(0, maxMistakes).join('\n'))}\nand ${more} more`;
}

function shortened(message: string): string {
  return shownMessage(message, maxCharacters);
}
