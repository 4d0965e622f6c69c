import { expect, test } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import { managedBy } from './managed-by.ts';

const last = 'kubectl.kubernetes.io/last-applied-configuration';

test.each([
  ['nobody', {}, undefined],
  ['a manifest', { labels: { 'lectern.dev/managed-by': 'docs' } }, 'the manifest docs made it'],
  ['Argo CD', { annotations: { 'argocd.argoproj.io/tracking-id': 'x' } }, 'Argo CD made it'],
  ['Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'x' } }, 'Flux made it'],
  ['kubectl', { annotations: { [last]: '{}' } }, 'kubectl apply made it'],
])('a Library that %s made says so', (_who, metadata, expected) => {
  expect(managedBy(makeLibrary({ metadata }).metadata)).toBe(expected);
});
