import { join } from 'node:path';
import { goBuild } from './go-build.ts';

/** A program that checks files of this repository. */
export type KubeTool = 'helm-unittest' | 'actionlint';

/** The path of a tool, built the first time. A module of their own: they want other versions than Kubernetes does. */
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
