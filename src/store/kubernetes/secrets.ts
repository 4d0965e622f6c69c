import type { V1Secret } from '@kubernetes/client-node';
import { LecternError } from '../../base/errors.ts';
import { labelValue } from '../../resources/label-value.ts';
import { keyOf, labels } from '../../resources/library.ts';
import { isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { Wire } from '../../kubernetes/kube-object.ts';
import {
  checkSecret,
  type SecretChange,
  type SecretOwner,
  type SecretStore,
  type SecretValues,
} from '../secrets.ts';
import { asLecternError } from './errors.ts';
import { mergePatch } from './merge-patch.ts';
import { libraryKind } from './resource-kind.ts';
import { sourceCredential } from './source-secrets.ts';

/** Milliseconds that a request may wait for a busy server. */
const requestMs = 30_000;

/** Attempts to change a Secret that others keep changing. */
const maxTries = 8;

/** Label of the Secrets that Lectern created. It never overwrites others. */
const made = { 'app.kubernetes.io/managed-by': 'lectern' };

type WireSecret = Wire<V1Secret> & { metadata: { name: string } };

/** Stores sets in core/v1 Secrets. Secrets of a Library have an owner reference, so that the cluster deletes them with it. */
export class KubernetesSecretStore implements SecretStore {
  private readonly secrets: ResourceClient<WireSecret>;
  private readonly namespace: string;

  /** `namespace`: the default for names without a namespace. */
  constructor(client: KubeClient, namespace: string) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.namespace = namespace;
  }

  async get(name: string): Promise<SecretValues | undefined> {
    const secret = await asLecternError(name, this.read(name));
    return secret && decoded(secret);
  }

  async put(name: string, values: SecretValues, owner?: SecretOwner): Promise<void> {
    checkSecret(name, values);
    const key = this.absolute(name);
    const data = encoded(values);
    const metadata = ownership(owner);
    const created = await asLecternError(name, this.create(key, { data, metadata }));
    if (!created) await this.replace(key, { data, metadata });
  }

  async update(name: string, change: SecretChange): Promise<SecretValues> {
    return asLecternError(name, this.updated(this.absolute(name), change));
  }

  async delete(name: string): Promise<void> {
    const deleting = this.secrets.delete(this.absolute(name), {}, deadline());
    await asLecternError(name, deleting.catch(unlessNotFound));
  }

  private async updated(key: string, change: SecretChange): Promise<SecretValues> {
    for (let tries = 1; ; tries += 1) {
      const held = await this.read(key);
      if (held && !isMade(held)) throw new LecternError('access_denied', notMade(key));
      const values = change(held && decoded(held));
      checkSecret(key, values);
      const data = encoded(values);
      if (held ? await this.change(key, held, data) : await this.create(key, { data })) {
        return values;
      }
      if (tries === maxTries) {
        const message = `Others keep changing the Secret ${key}. Try again later.`;
        throw new LecternError('search_failed', message);
      }
    }
  }

  private read(name: string): Promise<WireSecret | undefined> {
    return this.secrets.get(this.absolute(name), deadline()).catch(unlessNotFound);
  }

  /** Returns false if the Secret exists. */
  private async create(
    key: string,
    { data, metadata = ownership(undefined) }: SecretParts,
  ): Promise<boolean> {
    const [namespace, name] = key.split('/') as [string, string];
    const named = { name, namespace, ...metadata };
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: named, data };
    return this.secrets.create(secret, deadline()).then(() => true, unless('AlreadyExists'));
  }

  /** Returns false if the Secret has changed since it was read. */
  private async change(
    key: string,
    { metadata, data: before = {} }: WireSecret,
    data: Record<string, string>,
  ): Promise<boolean> {
    const change = mergePatch(before, data);
    if (!change) return true;
    const { resourceVersion, uid } = metadata;
    const body = { metadata: { resourceVersion, uid }, data: change };
    const patching = this.secrets.patch(key, body, { type: 'merge' }, deadline());
    return patching.then(() => true, unless('Conflict'));
  }

  /** Writes without reading, because the writer may not read Secrets. */
  private async replace(key: string, { data, metadata }: Required<SecretParts>): Promise<void> {
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
        throw new LecternError('access_denied', notMade(key), { cause: error });
      }),
    );
  }

  private absolute(name: string): string {
    return name.includes('/') ? name : keyOf({ namespace: this.namespace, name });
  }
}

interface SecretParts {
  data: Record<string, string>;
  /** Default: without an owner. */
  metadata?: ReturnType<typeof ownership>;
}

/** Returns a handler that turns an error of this reason into false. */
function unless(reason: string): (error: unknown) => false {
  return (error) => {
    if (isApiError(error, reason)) return false;
    throw error;
  };
}

function isMade({ metadata }: WireSecret): boolean {
  return Object.entries(made).every(([label, value]) => metadata.labels?.[label] === value);
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
    labels: { ...made, ...sourceCredential, [labels.library]: labelValue(name) },
    ownerReferences: [{ apiVersion: `${group}/${version}`, kind, name, uid }],
  };
}

function decoded({ data = {} }: WireSecret): SecretValues {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      Buffer.from(value, 'base64').toString('utf8'),
    ]),
  );
}

function encoded(values: SecretValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(requestMs);
}
