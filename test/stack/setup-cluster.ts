import { levelSetup } from './level-setup.ts';
import { addCluster } from './parts.ts';

/** Starts a whole cluster before the tests of the level `cluster`: a node, and stores that its Pods reach. */
export const setup = levelSetup(
  ['elasticsearchUrl', 'databaseUrl', 'kubeconfig', 'nodeAddress'],
  addCluster,
);
