import { type FailureReason, RunError } from '../base/errors.ts';
import type { Credential } from '../identity/access/credential-policy.ts';
import type { LibraryName } from '../resources/library-record.ts';
import { type LibrarySpec, defaultRunTimeout } from '../resources/library.ts';
import { durationMs } from '../resources/schedule.ts';
import type { ContentWarnings } from './safety/safe-snippets.ts';
import type { SourceFacts } from './sources/source-facts.ts';

/** The input of one indexing run. It is JSON, so that it can be sent to a thread or mounted into a Pod. */
export interface IndexingJob {
  /** Unique name of the run. */
  id: string;
  /** Resource name of the Library; at most one job of it is active. */
  library: string;
  /** Uid of the Library. On Kubernetes the Library owns its Jobs. */
  uid: string;
  spec: LibrarySpec;
  /** Local paths may be read (see annotations.allowLocal). */
  allowLocal: boolean;
  /**
   * Absent: the run reads the source, and embeds it. `words`: it reads the source, and leaves the embedding to a later run.
   * `vectors`: it only embeds what an earlier run left without vectors.
   */
  only?: 'words' | 'vectors';
  /** Number of Pods that share a run of `vectors`. Each embeds its part of the texts. Absent: one does all. */
  shares?: number;
  /** The run shares its Pod with no other run, because the library's last one failed. */
  alone?: true;
  /**
   * The run reads all documents of the default version again, because everybody may read the library afterwards. What a run with
   * a credential found in other documents must not describe it then.
   */
  anew?: true;
  /** The credential for the source. If absent, the run uses the Secret that the spec names, and never an integration. */
  credential?: Credential;
}

/** Returns the kind of credential that a run uses for its source. */
export function credentialOf({
  credential,
  spec,
}: Pick<IndexingJob, 'credential' | 'spec'>): Credential {
  return credential ?? (spec.secretRef ? 'secret' : 'none');
}

/** Returns the name of the Secret that the Library names and the run uses; undefined if it uses another one, or none. */
export function ownSecretOf(job: Pick<IndexingJob, 'credential' | 'spec'>): string | undefined {
  return credentialOf(job) === 'secret' ? job.spec.secretRef?.name : undefined;
}

/**
 * The result of a run: whether it wrote anything, and facts of the source. A run reports it when it has activated the default
 * version, before it embeds, and at its end.
 */
export interface IndexingResult {
  /** False if every version was unchanged, so that the run wrote nothing. */
  changed: boolean;
  /** Snippets wait for vectors, and the run left them to a later one. */
  lacksVectors?: true;
  facts: SourceFacts;
  /** Headings that represent the content (see LibraryRecord.topics); absent if the run did not read everything. */
  topics?: string;
  /** Names that people may use for the library (see LibraryRecord.names); absent if the run did not read everything. */
  names?: LibraryName[];
  /** Rules of the repository's own configuration; absent if they did not arrive. */
  ownerRules?: string[];
  /** Warnings of the default version; absent if the run did not write it. */
  contentWarnings?: ContentWarnings;
  /**
   * The versions besides the default one that cannot be indexed until somebody edits the Library or the source. Absent if the
   * run did not look at all versions.
   */
  failedVersions?: FailedVersion[];
  /**
   * Whether the run has read all that the library serves: no version or document that it could not read keeps earlier content.
   * Absent if the run did not look at all versions.
   */
  readsAll?: boolean;
  /** Benchmark score of the default version, 0 to 100; absent if the benchmark did not run or had too little content. */
  benchmarkScore?: number;
}

/** A version that a run could not index, such as a tag that does not exist. */
export interface FailedVersion {
  version: string;
  reason: FailureReason;
  message: string;
}

/** Why a run failed. It becomes a condition of the Library's status. */
export interface JobFailure {
  reason: FailureReason;
  message: string;
  retry: 'never' | 'backoff';
  /** Seconds for which the host of the source asked to be left alone (`Retry-After`). */
  retryAfterSeconds?: number;
}

/** Maximum time limit of a run: 24 days. Node fires a timer of more than 2^31 - 1 milliseconds at once. */
const longestRunMs = 24 * 86_400_000;

/** Returns the time limit of a run in milliseconds. */
export function runLimitMs(timeout = defaultRunTimeout): number {
  return Math.min(durationMs(timeout), longestRunMs);
}

/** Returns the failure of a run that exceeds its time limit. */
export function runTookTooLong(timeout = defaultRunTimeout): RunError {
  const message = `The run took longer than ${timeout}; raise the library's timeout, or index less of the source`;
  return new RunError('Timeout', message);
}

/** Returns a signal that aborts with a RunError at the run's time limit. */
export function timeLimit(timeout?: string): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(runTookTooLong(timeout)), runLimitMs(timeout));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
