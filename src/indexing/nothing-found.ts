import { plural } from '../base/plural.ts';
import { RunError } from '../base/errors.ts';
import type { Progress } from './progress.ts';
import type { Limit } from './sources/skipped-item.ts';

/** What to do about a limit that leaves out every document. */
const raises: Readonly<Record<Limit, string>> = {
  size: 'raise maxDocumentBytes or maxTotalBytes',
  count: 'raise maxDocuments or maxPages',
  time: 'split documents that take too long',
};

/** Why a run wrote nothing. */
interface Found {
  /** See ItemReader.limits. */
  limits: ReadonlyMap<Limit, string>;
  /** See ItemReader.isIncomplete. */
  isIncomplete: boolean;
}

/**
 * Returns the error of a run that found nothing to index. Another run can succeed if a server failed, or if a limit left
 * out documents: an operator can raise the limit without an edit of the Library.
 */
export function nothingFound(
  { fetched, warnings: [warning] = [] }: Pick<Progress, 'fetched' | 'warnings'>,
  { limits, isIncomplete }: Found,
): RunError {
  const read = `${plural(fetched, 'document')} read`;
  const nothing = 'there is no documentation that could be indexed';
  if (limits.size === 0) {
    const message = `${nothing} (${read}${warning ? `; ${warning}` : ''})`;
    return new RunError('NoDocumentation', message, { retry: isIncomplete ? 'backoff' : 'never' });
  }
  const hit = [...limits].map(([limit, first]) => `${limit} (${first})`).join(', ');
  const raise = [...limits.keys()].map((limit) => raises[limit]).join('; ');
  const message = `${nothing} (${read}). Limits left out documents: ${hit}. To index them: ${raise}`;
  return new RunError('NoDocumentation', message, { retry: 'backoff' });
}
