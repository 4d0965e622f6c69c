import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { goBuild } from './go-build.ts';

const version = '1.36.3';
const components = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'kubectl',
] as const;

/** A program of the cluster. */
export type KubeProgram = (typeof components)[number] | 'helm' | 'kubeconform' | 'pause';

/**
 * Builds Kubernetes, etcd, helm, kubeconform and the pause program from the Go module proxy, or
 * finds them in the cache. Returns their folder.
 */
async function kubeBinaries(): Promise<string> {
  const [major, minor] = version.split('.');
  const setting = (name: string, value = '') => `-X k8s.io/component-base/version.${name}=${value}`;
  return await goBuild('kube', {
    module: join(import.meta.dirname, 'kube'),
    sources: ['cmd/kubeall/main.go', 'pause/main.go'],
    packages: ['./cmd/kubeall', './pause', 'tool'],
    ldflags: [
      '-s -w',
      setting('gitVersion', `v${version}`),
      setting('gitMajor', major),
      setting('gitMinor', minor),
    ].join(' '),
    notice: `building Kubernetes ${version} and helm, once: 6 minutes of two quiet processors`,
    finish: async (folder) => {
      for (const name of components) await symlink('kubeall', join(folder, name));
    },
  });
}

/**
 * Returns the path of a program: in KUBEBUILDER_ASSETS if that folder has it, otherwise in the
 * cache.
 */
export async function kubeProgram(name: KubeProgram): Promise<string> {
  const offered = join(process.env['KUBEBUILDER_ASSETS'] ?? '', name);
  if (process.env['KUBEBUILDER_ASSETS'] && existsSync(offered)) return offered;
  return join(await kubeBinaries(), name);
}
