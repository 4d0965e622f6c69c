import { labels, type ObjectMeta } from './library.ts';

/** Marks that programs leave on what they apply, and what those programs are called. */
const appliers: readonly [mark: string, program: string][] = [
  ['argocd.argoproj.io/tracking-id', 'Argo CD'],
  ['argocd.argoproj.io/instance', 'Argo CD'],
  ['kustomize.toolkit.fluxcd.io/name', 'Flux'],
  ['helm.toolkit.fluxcd.io/name', 'Flux'],
  ['meta.helm.sh/release-name', 'Helm'],
  ['kubectl.kubernetes.io/last-applied-configuration', 'kubectl apply'],
];

/**
 * Returns a clause that names the manifest or program that made a Library. It undoes changes that others make. Undefined if there
 * is none. Pure.
 */
export function managedBy({
  annotations = {},
  labels: marks = {},
}: ObjectMeta): string | undefined {
  const manifest = marks[labels.managedBy];
  if (manifest !== undefined) return `the manifest ${manifest} made it`;
  const applier = appliers.find(([mark]) => mark in annotations || mark in marks);
  return applier && `${applier[1]} made it`;
}
