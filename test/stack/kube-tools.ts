import { join } from 'node:path';
import { goBuild } from './go-build.ts';

/** A program that checks files of this repository. */
export type KubeTool = 'helm-unittest' | 'actionlint';

/**
 * Returns the path of a tool, and builds it the first time. The tools have a Go module of their
 * own, because they need other versions than Kubernetes.
 */
export async function kubeTool(name: KubeTool): Promise<string> {
  const folder = await goBuild('kube-tools', {
    module: join(import.meta.dirname, 'kube-tools'),
    sources: [],
    packages: ['tool'],
    ldflags: '-s -w',
    notice: 'building helm-unittest and actionlint, once: a minute',
  });
  return join(folder, name);
}
