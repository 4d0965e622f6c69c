import { createHash } from 'node:crypto';
import { credentialOf, type IndexingJob } from '../../indexing/job.ts';
import { defaultRunTimeout } from '../../resources/library.ts';
import type { JobTemplate } from './template.ts';

/** Settings of the install that decide whether runs share Pods. */
export interface ShareOptions {
  /** A shared Pod takes only runs with the same template. */
  template: JobTemplate;
  /** Local queue of Kueue. A queue admits each Job, so its Pods are not shared. */
  queue?: string;
  /** Seconds after its creation in which a Job's Pod takes further runs; 0: each run has its own Pod. */
  sharedSeconds?: number;
}

/**
 * Returns what runs must have in common to share a Pod, one after the other; undefined for a run that needs its own: with
 * credentials, with several Pods, or after a failure, which another run must not suffer from (ADR 27). Pure.
 */
export function shareOf(
  job: IndexingJob,
  { template, queue, sharedSeconds = 0 }: ShareOptions,
): string | undefined {
  if (sharedSeconds === 0 || queue !== undefined) return undefined;
  if (job.alone || job.shares !== undefined || credentialOf(job) !== 'none') return undefined;
  const { resources = {}, timeout = defaultRunTimeout } = job.spec;
  const parts = JSON.stringify([template, resources, timeout]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}
