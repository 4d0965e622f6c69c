import { createHash } from 'node:crypto';
import type { Library } from './library.ts';

/**
 * Returns the id of a Library's next run, which follows from the run before it. So two controllers that look at the same state start
 * the same run. A run that was announced but never began starts under its own id. Pure.
 */
export function nextRunId({ metadata, status }: Library): string {
  const announced =
    status.state === 'processing' && status.observedGeneration === metadata.generation;
  if (announced && status.run) return status.run.id;
  const previous = status.run?.id ?? '';
  return createHash('sha256').update(`${metadata.uid} ${previous}`).digest('hex').slice(0, 20);
}
