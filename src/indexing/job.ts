import { type FailureReason, RunError } from '../base/errors.ts';
import type { Credential } from '../identity/access/credential-policy.ts';
import { type LibrarySpec, defaultRunTimeout } from '../resources/library.ts';
import { durationMs } from '../resources/schedule.ts';
import type { ContentWarnings } from './safety/safe-snippets.ts';
import type { SourceFacts } from './sources/source-facts.ts';

/** Everything one indexing run needs; serialisable, so it can cross a thread or be mounted into a Pod. */
export interface IndexingJob {
  /** Unique name of the run. */
  id: string;
  /** Resource name of the Library; at most one job of it is active. */
  library: string;
  /** Uid of the Library: on Kubernetes its Jobs belong to it and go with it. */
  uid: string;
  spec: LibrarySpec;
  /** Local paths may be read (see annotations.allowLocal). */
  allowLocal: boolean;
  /** What the run is given to read its source with; when absent, the Secret that the spec names, and never an integration. */
  credential?: Credential;
}

/** What a run is given to read its source with. */
export function credentialOf({
  credential,
  spec,
}: Pick<IndexingJob, 'credential' | 'spec'>): Credential {
  return credential ?? (spec.secretRef ? 'secret' : 'none');
}

/** Name of the Secret that a run is given because its Library names it; undefined where it is given another one, or none. */
export function ownSecretOf(job: Pick<IndexingJob, 'credential' | 'spec'>): string | undefined {
  return credentialOf(job) === 'secret' ? job.spec.secretRef?.name : undefined;
}

/** What the source said of itself, and whether anything was written. */
export interface IndexingResult {
  /** False when every version was found unchanged and nothing was written. */
  changed: boolean;
  facts: SourceFacts;
  /** Headings that stand for the content (see LibraryRecord.topics); absent when the run did not read everything. */
  topics?: string;
  /** Rules of the repository's own configuration; absent when what was found did not arrive. */
  ownerRules?: string[];
  /** What was found in the documents of the default version; absent when nothing of it was written. */
  contentWarnings?: ContentWarnings;
  /** How well the default version answers questions made of it, 0 to 100; absent when it was not asked, or had too little to ask about. */
  benchmarkScore?: number;
}

export interface JobFailure {
  reason: FailureReason;
  message: string;
  retry: 'never' | 'backoff';
}

/** Milliseconds that a run may take. */
export function runLimitMs(timeout = defaultRunTimeout): number {
  return durationMs(timeout);
}

/** What a run that took too long fails with. */
export function runTookTooLong(timeout = defaultRunTimeout): RunError {
  const message = `The run took longer than ${timeout}; raise the library's timeout, or index less of the source`;
  return new RunError('Timeout', message);
}
