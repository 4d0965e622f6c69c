import type { Resource } from '../../src/resources/library.ts';

/** A resource as the controller leaves it, and what each tool has to make of it. */
export interface Case {
  object: Resource;
  /** Health in Argo CD. */
  argo: 'Healthy' | 'Progressing' | 'Degraded' | 'Suspended';
  /** What `kubectl apply --wait`, Flux and helm wait for is Current; Failed ends the wait early. */
  kstatus: 'Current' | 'InProgress' | 'Failed';
}
