import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import { keyOf, type Library, type Resource, type ObjectMeta } from '../../resources/library.ts';
import { ApiError, isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import { Informer, type Change } from '../../kubernetes/informer.ts';
import {
  patchedMetadata,
  plain,
  type NewResource,
  type OnSynced,
  type Registry,
  type RegistryEvent,
  type ResourceChange,
  type ResourcePatch,
} from '../registry.ts';
import { asLecternError, asReadError } from './errors.ts';
import { EventQueue } from './event-queue.ts';
import { mergePatch } from './merge-patch.ts';
import type { CustomResourceKind } from './resource-kind.ts';
import type { KubeObject } from '../../kubernetes/kube-object.ts';

/** Which custom resources a registry stores, and where on the cluster. */
export interface KubernetesRegistryOptions {
  client: KubeClient;
  kind: CustomResourceKind;
  /** Namespace of new resources and of keys without a namespace. */
  namespace: string;
  /** The namespaces to list and watch; 'all' for the whole cluster. */
  namespaces: readonly string[] | 'all';
  /** Receives every error of a watch. */
  onError: (message: string) => void;
}

/** Milliseconds that a request may wait for a busy server. */
const requestMs = 90_000;

/** Attempts to change a resource that others keep changing. */
const maxTries = 8;

/**
 * Milliseconds of refused lists after which a watch no longer waits for a namespace. An API server that starts refuses for some
 * seconds, until it has read the roles.
 */
const patienceMs = 60_000;

/** Where the watches of all namespaces report. */
interface Followed<R extends Resource> {
  queue: EventQueue<R>;
  unread: Set<string>;
  onLost: (error: unknown) => void;
}

/**
 * Custom resources of one kind. The API server updates status apart from spec and metadata, so that a patch of both sends two
 * requests. If the second one fails, the whole patch can be repeated.
 */
export class KubernetesRegistry<R extends Resource = Library> implements Registry<R> {
  private readonly client: ResourceClient<WireResource>;
  private readonly kind: CustomResourceKind;
  private readonly namespace: string;
  private readonly namespaces: readonly (string | undefined)[];
  private readonly onError: (message: string) => void;
  private readonly read = (object: WireResource): R => fromWire(object, this.namespace) as R;

  constructor(options: KubernetesRegistryOptions) {
    const { client, kind, namespace, namespaces, onError } = options;
    this.client = client.resource<WireResource>(kind);
    this.kind = kind;
    this.namespace = namespace;
    this.onError = onError;
    this.namespaces = namespaces === 'all' ? [undefined] : namespaces;
  }

  /** Leaves out namespaces that this process may not read. */
  async list(onUnread?: (namespace: string) => void): Promise<R[]> {
    const lists = this.namespaces.map((namespace) => {
      const listing = this.client.list({ namespace }, deadline()).catch((error: unknown) => {
        if (!this.isLost(namespace, error)) throw error;
        this.onError(this.lossOf(namespace, error));
        onUnread?.(namespace ?? 'all');
        return [];
      });
      return asReadError(this.kind.plural, listing);
    });
    return (await Promise.all(lists)).flat().map(this.read);
  }

  async get(key: string): Promise<R | undefined> {
    const reading = this.client.get(this.absolute(key), deadline()).catch(unlessNotFound);
    const found = await asReadError(key, reading);
    return found && this.read(found);
  }

  /**
   * Continues after every error of the API server. Each watch holds a copy of all resources. A namespace that refuses to be read
   * counts as unread after a minute, and its resources are added when it can be read. Throws StateLost if the cluster was restored
   * from a backup.
   */
  async *watch(signal: AbortSignal, onSynced?: OnSynced): AsyncGenerator<RegistryEvent<R>> {
    const left = new AbortController();
    const until = AbortSignal.any([signal, left.signal]);
    const queue = new EventQueue<R>();
    const unread = new Set<string>();
    try {
      const synced = Promise.all(
        this.namespaces.map((namespace) => {
          const onLost = (error: unknown): void => left.abort(error);
          return this.follow(namespace, { queue, unread, onLost }, until);
        }),
      );
      // Rejects when the watch ends before.
      synced
        .then(() => onSynced && queue.afterwards(() => onSynced(unread)))
        .catch(() => undefined);
      yield* queue.drain(until);
      left.signal.throwIfAborted();
    } finally {
      left.abort();
    }
  }

  async create({ metadata, spec }: NewResource<R>): Promise<R> {
    const { name, namespace = this.namespace, labels, annotations, finalizers } = metadata;
    const { group, version, kind } = this.kind;
    const object = {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: {
        name,
        namespace,
        ...(labels && { labels }),
        ...(annotations && { annotations }),
        ...(finalizers && { finalizers }),
      },
      spec,
    };
    return this.read(await asLecternError(name, this.client.create(object, deadline())));
  }

  async patch(key: string, patch: ResourcePatch<R> | ResourceChange<R>): Promise<R> {
    const name = this.absolute(key);
    const patching =
      typeof patch === 'function' ? this.replaceSpec(name, patch) : this.patched(name, patch);
    return asLecternError(key, patching);
  }

  async delete(key: string, uid?: string): Promise<void> {
    const options = uid === undefined ? {} : { preconditions: { uid } };
    const deleting = this.client
      .delete(this.absolute(key), options, deadline())
      .catch((error: unknown) => {
        // The resource of this uid is gone.
        const isReplaced = uid !== undefined && isApiError(error, 'Conflict');
        throw isReplaced ? new ApiError(404, 'NotFound', error.message, { cause: error }) : error;
      });
    await asLecternError(key, deleting);
  }

  /** Watches one namespace. Resolves when the queue has all its resources, or the watch no longer waits for them. */
  private async follow(
    namespace: string | undefined,
    { queue, unread, onLost }: Followed<R>,
    until: AbortSignal,
  ): Promise<void> {
    const where = namespace ?? 'all';
    const leftOut = Promise.withResolvers<void>();
    let refusedAt: number | undefined;
    const onError = (message: string, error?: unknown): void => {
      const isLost = !informer.hasSynced && this.isLost(namespace, error);
      this.onError(isLost ? this.lossOf(namespace, error) : message);
      refusedAt = isLost ? (refusedAt ?? performance.now()) : undefined;
      if (refusedAt === undefined || performance.now() - refusedAt < patienceMs) return;
      unread.add(where);
      leftOut.resolve();
    };
    const source = this.client.listerWatcher({ namespace });
    const informer = new Informer(source, { transform: this.read, onError });
    informer.onChange((change) => tell(queue, change));
    informer.run(until).catch(onLost);
    const synced = informer
      .whenSynced(until)
      .then(() => queue.afterwards(() => unread.delete(where)));
    await Promise.race([synced, leftOut.promise]);
  }

  /** Returns whether a watched namespace, or the right to read it, is gone. The namespace of the install must stay. */
  private isLost(namespace: string | undefined, error: unknown): boolean {
    if (namespace === undefined || namespace === this.namespace) return false;
    return isApiError(error, 'Forbidden') || isApiError(error, 'NotFound');
  }

  private lossOf(namespace: string | undefined, error: unknown): string {
    const { kind } = this.kind;
    return `Kubernetes does not let Lectern read the namespace ${namespace}, so no ${kind} of it is known: ${messageOf(error)}`;
  }

  private async patched(key: string, patch: ResourcePatch<R>): Promise<R> {
    const { uid, spec, status, annotations, labels, finalizers } = patch;
    let current: R | undefined;
    if (spec !== undefined) {
      current = await this.replaceSpec(key, () => patch);
    } else if (annotations ?? labels ?? finalizers) {
      const body = { metadata: { annotations, labels, finalizers } };
      current = this.read(await this.client.patch(key, body, { type: 'merge' }, deadline()));
    }
    if (status !== undefined && !(current && isDeepStrictEqual(current.status, plain(status)))) {
      current = await this.replaceStatus(key, status, uid);
    }
    return current ?? this.read(await this.client.get(key, deadline()));
  }

  /** Replaces the whole status in one request: nothing has to be read before. */
  private async replaceStatus(key: string, status: R['status'], uid?: string): Promise<R> {
    const body = [
      ...(uid === undefined ? [] : [{ op: 'test', path: '/metadata/uid', value: uid }]),
      { op: 'add', path: '/status', value: status },
    ];
    const options = { type: 'json', subresource: 'status' } as const;
    try {
      return this.read(await this.client.patch(key, body, options, deadline()));
    } catch (error) {
      // A test that fails and a wrong status have the same reason.
      if (uid === undefined || !isApiError(error, 'Invalid')) throw error;
      const { metadata } = await this.client.get(key, deadline());
      if (metadata.uid === uid) throw error;
      throw new ApiError(404, 'NotFound', error.message, { cause: error });
    }
  }

  /** Reads the resource first, because a merge patch must name the fields to remove. */
  private async replaceSpec(key: string, change: ResourceChange<R>): Promise<R> {
    for (let tries = 1; ; tries += 1) {
      const current = await this.client.get(key, deadline());
      const held = this.read(current);
      const body = changeOf(held, plain(change(held)));
      if (!body) return held;
      const { resourceVersion, uid } = current.metadata;
      const guarded = { ...body, metadata: { ...body.metadata, resourceVersion, uid } };
      try {
        return this.read(await this.client.patch(key, guarded, { type: 'merge' }, deadline()));
      } catch (error) {
        if (!isApiError(error, 'Conflict') || tries === maxTries) throw error;
      }
    }
  }

  private absolute(key: string): string {
    return key.includes('/') ? key : keyOf({ namespace: this.namespace, name: key });
  }
}

function tell<R extends Resource>(queue: EventQueue<R>, change: Change<WireResource>): void {
  const { type, object, old } = change;
  const replaced = old !== undefined && old.metadata.uid !== object.metadata.uid;
  if (replaced) queue.push({ type: 'deleted', object: old as R });
  queue.push({ type: replaced ? 'added' : type, object: object as R });
}

/** Returns the merge patch without the status; undefined if nothing changes. */
function changeOf(
  { spec, metadata }: Resource,
  patch: ResourcePatch<Resource>,
): { spec?: unknown; metadata?: object } | undefined {
  const after = { spec: patch.spec ?? spec, metadata: patchedMetadata(metadata, patch) };
  return mergePatch({ spec, metadata }, after);
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(requestMs);
}

/** A custom resource as the API server sends it. */
export interface WireResource extends KubeObject {
  metadata: ObjectMeta & { managedFields?: unknown };
  spec: unknown;
  status?: unknown;
}

/** The annotation in which kubectl keeps a copy of the manifest. It doubles the size of an object. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Removes fields that Lectern never reads, because caches hold thousands of resources. Marks resources outside of the install's
 * namespace.
 */
function fromWire({ metadata, spec, status }: WireResource, installed: string): Resource {
  const { name, namespace, uid, generation, resourceVersion, creationTimestamp } = metadata;
  const { deletionTimestamp, labels, finalizers } = metadata;
  const annotations = withoutCopy(metadata.annotations);
  const kept: ObjectMeta = {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(namespace !== undefined && namespace !== installed && { isForeign: true }),
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

/** Empties the annotation with kubectl's copy. That it is there tells who made the resource (`managedBy`). */
function withoutCopy(annotations: ObjectMeta['annotations']): ObjectMeta['annotations'] {
  if (!annotations || !(lastApplied in annotations)) return annotations;
  return { ...annotations, [lastApplied]: '' };
}
