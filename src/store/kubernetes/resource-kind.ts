import type { ResourceKind } from '../../kubernetes/kube-client.ts';

/** A kind of custom resource, with its names in URLs and bodies. */
export interface CustomResourceKind extends ResourceKind {
  kind: string;
}

const version = { group: 'lectern.dev', version: 'v1alpha1' };

/** The kind Library. */
export const libraryKind: CustomResourceKind = { ...version, plural: 'libraries', kind: 'Library' };

/** The kind ManifestSync. */
export const manifestSyncKind: CustomResourceKind = {
  ...version,
  plural: 'manifestsyncs',
  kind: 'ManifestSync',
};
