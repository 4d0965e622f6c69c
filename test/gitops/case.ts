import type { Resource } from '../../src/resources/library.ts';

/** A resource as the controller writes it, and the health that each tool must compute. */
export interface Case {
  object: Resource;
  /** Health in Argo CD. */
  argo: 'Healthy' | 'Progressing' | 'Degraded' | 'Suspended';
  /**
   * Status for which `kubectl apply --wait`, Flux and helm wait. Current ends the wait with
   * success, Failed ends it early.
   */
  kstatus: 'Current' | 'InProgress' | 'Failed';
}
