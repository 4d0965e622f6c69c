import type { ObjectMeta, Resource } from '../../resources/library.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';

/** A custom resource as the API server sends it. */
export interface WireResource extends KubeObject {
  metadata: ObjectMeta & { managedFields?: unknown };
  spec: unknown;
  status?: unknown;
}

/** The copy of a manifest that kubectl keeps on it doubles an object's size. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The resource without what Lectern never reads: caches hold thousands of them. */
export function fromWire({ metadata, spec, status }: WireResource): Resource {
  const { name, namespace, uid, generation, resourceVersion, creationTimestamp } = metadata;
  const { deletionTimestamp, labels, finalizers } = metadata;
  const annotations = without(metadata.annotations, lastApplied);
  const kept: ObjectMeta = {
    name,
    ...(namespace !== undefined && { namespace }),
    uid,
    generation,
    resourceVersion,
    creationTimestamp,
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(annotations && { annotations }),
    ...(labels && { labels }),
    ...(finalizers && { finalizers }),
  };
  return { metadata: kept, spec, status: status ?? {} };
}

function without(
  annotations: Record<string, string> | undefined,
  name: string,
): Record<string, string> | undefined {
  if (!annotations || !(name in annotations)) return annotations;
  const { [name]: _, ...kept } = annotations;
  return Object.keys(kept).length > 0 ? kept : undefined;
}
