// scripts/test.ts starts this program. It downloads and builds the parts of later test levels,
// while the first levels run.
import { setPriority } from 'node:os';
import { chromium } from './chromium.ts';
import { elasticsearchDistribution } from './elasticsearch-distribution.ts';
import { kubeProgram } from './kube-binaries.ts';
import { kubeTool } from './kube-tools.ts';
import { ensurePackages } from './packages.ts';
import { schemathesis } from './schemathesis.ts';

// Running tests have priority.
setPriority(15);
async function build(): Promise<void> {
  await kubeProgram('kubectl');
  await kubeTool('helm-unittest');
}
// If one of these fails, the others continue. The test that needs the failed part tries again and
// reports the cause.
const browser = ensurePackages([chromium]);
await Promise.allSettled([elasticsearchDistribution(), schemathesis(), build(), browser]);
