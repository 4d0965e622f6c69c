import type { KubeConfig } from '@kubernetes/client-node';
import { KubeConnection, type KubeRequest } from './kube-connection.ts';
import { type Draft, keyOfObject, type KubeObject } from './kube-object.ts';
import { HttpListerWatcher, listPages, type ListerWatcher, type Selection } from './list-watch.ts';
import type { RuntimeMetrics } from './metrics.ts';

/** A resource of the API; the group of the core API is ''. */
export interface ResourceKind {
  group: string;
  version: string;
  /** Plural name, as in URLs: configmaps, jobs. */
  plural: string;
}

interface KubeClientOptions {
  /** Field manager of applied fields; also the user agent. */
  fieldManager: string;
  metrics?: RuntimeMetrics;
}

/** The Kubernetes API of a kubeconfig's current context. All calls throw ApiError, or the signal's reason. */
export class KubeClient {
  private readonly connection: KubeConnection;
  private readonly fieldManager: string;

  constructor(kubeConfig: KubeConfig, { fieldManager, metrics }: KubeClientOptions) {
    this.connection = new KubeConnection({ kubeConfig, userAgent: fieldManager, metrics });
    this.fieldManager = fieldManager;
  }

  /**
   * Returns the client of one resource with objects of type T. Use `Wire<V1Job>` for client-node's types, because dates are
   * strings here.
   */
  resource<T extends KubeObject>(kind: ResourceKind): ResourceClient<T> {
    return new ResourceClient<T>(this.connection, kind, this.fieldManager);
  }
}

/** Keys are `namespace/name`, or `name` for resources without namespaces. */
export class ResourceClient<T extends KubeObject> {
  private readonly connection: KubeConnection;
  private readonly root: string;
  private readonly plural: string;
  private readonly fieldManager: string;

  constructor(connection: KubeConnection, kind: ResourceKind, fieldManager: string) {
    const { group, version, plural } = kind;
    this.connection = connection;
    this.root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    this.plural = plural;
    this.fieldManager = fieldManager;
  }

  /** Throws ApiError 404 NotFound. */
  async get(key: string, signal: AbortSignal): Promise<T> {
    return this.connection.json<T>({ method: 'GET', path: this.item(key) }, signal);
  }

  /** Returns the objects of all pages. The API omits apiVersion and kind in listed objects. */
  async list(
    { namespace, labelSelector, fieldSelector }: Selection,
    signal: AbortSignal,
  ): Promise<T[]> {
    const path = this.collection(namespace);
    const keep = (object: T): T => object;
    const listing = { path, labelSelector, fieldSelector, keep };
    return (await listPages<T>(this.connection, listing, signal)).items;
  }

  /** Throws ApiError 409 AlreadyExists. */
  async create(object: Draft<T>, signal: AbortSignal): Promise<T> {
    const path = this.collection(object.metadata.namespace);
    const query = { fieldManager: this.fieldManager };
    return this.connection.json<T>({ method: 'POST', path, query, body: object }, signal);
  }

  /**
   * Applies an object (server-side apply): it contains every field that this program owns. Creates it if it is missing. Throws
   * ApiError 409 Conflict if another manager owns a field, unless `force` is set.
   */
  async apply(
    object: Draft<T>,
    { subresource, force }: { subresource?: string; force: boolean },
    signal: AbortSignal,
  ): Promise<T> {
    const request: KubeRequest = {
      method: 'PATCH',
      path: this.item(keyOfObject(object), subresource),
      query: { fieldManager: this.fieldManager, force },
      body: object,
      contentType: 'application/apply-patch+yaml',
    };
    return this.connection.json<T>(request, signal);
  }

  /**
   * Sends a merge patch (RFC 7396) or a JSON patch (RFC 6902). A merge patch with metadata.resourceVersion throws ApiError 409
   * Conflict if the object has changed since.
   */
  async patch(
    key: string,
    body: object,
    { type, subresource }: { type: 'merge' | 'json'; subresource?: string },
    signal: AbortSignal,
  ): Promise<T> {
    const request: KubeRequest = {
      method: 'PATCH',
      path: this.item(key, subresource),
      query: { fieldManager: this.fieldManager },
      body,
      contentType:
        type === 'merge' ? 'application/merge-patch+json' : 'application/json-patch+json',
    };
    return this.connection.json<T>(request, signal);
  }

  /** Throws ApiError 404 NotFound, or 409 Conflict if the preconditions fail. */
  async delete(
    key: string,
    options: {
      propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
      preconditions?: { uid?: string; resourceVersion?: string };
    },
    signal: AbortSignal,
  ): Promise<void> {
    await this.connection.json({ method: 'DELETE', path: this.item(key), body: options }, signal);
  }

  /** Returns the source for an informer of these objects. */
  listerWatcher({ namespace, ...selectors }: Selection): ListerWatcher<T> {
    const path = this.collection(namespace);
    return new HttpListerWatcher<T>({ connection: this.connection, path, ...selectors });
  }

  private collection(namespace: string | undefined): string {
    const inside = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return `${this.root}${inside}/${this.plural}`;
  }

  private item(key: string, subresource?: string): string {
    const slash = key.indexOf('/');
    const namespace = slash < 0 ? undefined : key.slice(0, slash);
    const path = `${this.collection(namespace)}/${encodeURIComponent(key.slice(slash + 1))}`;
    return subresource === undefined ? path : `${path}/${subresource}`;
  }
}
