import { levelSetup } from './level-setup.ts';
import { addKubernetes } from './parts.ts';

/** Starts a real API server with its controllers, and without a node, before the tests of the level `kubernetes`. */
export const setup = levelSetup(['kubeconfig'], addKubernetes);
