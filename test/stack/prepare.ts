// Started by scripts/test.ts: fetches and builds what the tests of the later levels need, while the first ones run.
import { setPriority } from 'node:os';
import { chromium } from './chromium.ts';
import { elasticsearchDistribution } from './elasticsearch-distribution.ts';
import { kubeProgram } from './kube-binaries.ts';
import { kubeTool } from './kube-tools.ts';
import { ensurePackages } from './packages.ts';
import { schemathesis } from './schemathesis.ts';

// Tests that run meanwhile have priority.
setPriority(15);
async function build(): Promise<void> {
  await kubeProgram('kubectl');
  await kubeTool('helm-unittest');
}
// Each goes on when the other fails: whoever needs what failed tries again, and says why it cannot be had.
const browser = ensurePackages([chromium]);
await Promise.allSettled([elasticsearchDistribution(), schemathesis(), build(), browser]);
