import type { V1Secret } from '@kubernetes/client-node';
import { LecternError } from '../../base/errors.ts';
import { keyOf, labels } from '../../resources/library.ts';
import { isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { Wire } from '../../kubernetes/kube-object.ts';
import { checkSecret, type SecretOwner, type SecretStore, type SecretValues } from '../secrets.ts';
import { asLecternError } from './errors.ts';
import { libraryKind } from './resource-kind.ts';
import { sourceCredential } from './source-secrets.ts';

/** Milliseconds that a request may wait for a busy server. */
const requestMs = 30_000;

/** Label of the Secrets that Lectern created. It never overwrites others. */
const made = { 'app.kubernetes.io/managed-by': 'lectern' };

/** Stores sets in core/v1 Secrets. Secrets of a Library have an owner reference, so that the cluster deletes them with it. */
export class KubernetesSecretStore implements SecretStore {
  private readonly secrets: ResourceClient<Wire<V1Secret> & { metadata: { name: string } }>;
  private readonly namespace: string;

  /** `namespace`: the default for names without a namespace. */
  constructor(client: KubeClient, namespace: string) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.namespace = namespace;
  }

  async get(name: string): Promise<SecretValues | undefined> {
    const reading = this.secrets.get(this.absolute(name), deadline()).catch(unlessNotFound);
    const secret = await asLecternError(name, reading);
    if (!secret) return undefined;
    return Object.fromEntries(
      Object.entries(secret.data ?? {}).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString('utf8'),
      ]),
    );
  }

  async put(name: string, values: SecretValues, owner?: SecretOwner): Promise<void> {
    checkSecret(name, values);
    const key = this.absolute(name);
    const [namespace, own] = key.split('/') as [string, string];
    const data = encoded(values);
    const metadata = { name: own, namespace, ...ownership(owner) };
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata, data };
    const creating = this.secrets.create(secret, deadline()).then(
      () => true,
      (error: unknown) => {
        if (isApiError(error, 'AlreadyExists')) return false;
        throw error;
      },
    );
    if (!(await asLecternError(name, creating))) await this.replace(key, { data, metadata });
  }

  async delete(name: string): Promise<void> {
    const deleting = this.secrets.delete(this.absolute(name), {}, deadline());
    await asLecternError(name, deleting.catch(unlessNotFound));
  }

  /** Writes without reading, because the writer may not read Secrets. */
  private async replace(
    key: string,
    { data, metadata }: { data: Record<string, string>; metadata: ReturnType<typeof ownership> },
  ): Promise<void> {
    const mark = Object.entries(made).map(([label, value]) => ({
      op: 'test',
      path: `/metadata/labels/${label.replaceAll('/', '~1')}`,
      value,
    }));
    const body = [
      ...mark,
      { op: 'add', path: '/data', value: data },
      { op: 'add', path: '/metadata/labels', value: metadata.labels },
      { op: 'add', path: '/metadata/ownerReferences', value: metadata.ownerReferences ?? [] },
    ];
    const patching = this.secrets.patch(key, body, { type: 'json' }, deadline());
    await asLecternError(
      key,
      patching.catch((error: unknown) => {
        if (!isApiError(error, 'Invalid')) throw error;
        throw new LecternError('access_denied', 403, notMade(key), { cause: error });
      }),
    );
  }

  private absolute(name: string): string {
    return name.includes('/') ? name : keyOf({ namespace: this.namespace, name });
  }
}

function notMade(key: string): string {
  const [label, value] = Object.entries(made)[0]!;
  return `the Secret ${key} was not created by Lectern, so Lectern does not overwrite it; change it at its source, or add the label ${label}: ${value}`;
}

function ownership(owner: SecretOwner | undefined): {
  labels: Record<string, string>;
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string }[];
} {
  if (!owner) return { labels: made };
  const { namespace, name, uid } = owner;
  // A Library of the SQL registry is not an object of the cluster. The cluster would delete at once what it owns.
  if (namespace === undefined) return { labels: { ...made, ...sourceCredential } };
  const { group, version, kind } = libraryKind;
  return {
    labels: { ...made, ...sourceCredential, [labels.library]: name },
    ownerReferences: [{ apiVersion: `${group}/${version}`, kind, name, uid }],
  };
}

function encoded(values: SecretValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(requestMs);
}
