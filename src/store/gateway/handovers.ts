import type { RunGrant } from './grants.ts';

/** A further run for a Pod whose run has ended. */
export interface Handover {
  /** What the run may do. The gateway creates its token. */
  grant: RunGrant;
  /** The IndexingJob. The store only passes it on. */
  job: object;
}

/** Hands further runs to Pods that wait for one. The controller gives, and the gateway takes for a Pod. */
export interface RunHandovers {
  /** Gives a run to the Pod of a Job. Returns false if that Pod does not wait for one. Throws RunError StorageFailed. */
  give(job: string, handover: Handover): Promise<boolean>;
  /**
   * Waits for a run for the Pod of a Job. Resolves to undefined after `waitMs`; from then on, `give` returns false. Throws RunError
   * StorageFailed.
   */
  take(job: string, waitMs: number): Promise<Handover | undefined>;
}
