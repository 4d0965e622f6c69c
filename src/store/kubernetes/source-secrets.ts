import type { V1Secret } from '@kubernetes/client-node';
import { RunError } from '../../base/errors.ts';
import { labels } from '../../resources/library.ts';
import { isApiError, unlessNotFound } from '../../kubernetes/api-error.ts';
import type { KubeClient, ResourceClient } from '../../kubernetes/kube-client.ts';
import type { Wire } from '../../kubernetes/kube-object.ts';
import type { SecretValues } from '../secrets.ts';

type SecretObject = Wire<V1Secret> & { metadata: { name: string } };

/** The label that a Secret must have before a `secretRef` may name it. */
export const sourceCredential: Readonly<Record<string, string>> = { [labels.credential]: 'source' };

/** Milliseconds to read one Secret. */
const readMs = 30_000;

interface SourceSecretsOptions {
  /** Namespace for resources of the SQL registry, which have none. */
  namespace: string;
  /** Names that a `secretRef` may have; `*` allows every name. */
  allowed: readonly string[];
}

/**
 * Reads the Secrets that a `secretRef` names. The name must be allowed, and the Secret must have the label. Otherwise, everyone
 * who may write a Library could send any Secret of the namespace to any host.
 */
export class SourceSecrets {
  private readonly secrets: ResourceClient<SecretObject>;
  private readonly options: SourceSecretsOptions;

  constructor(client: KubeClient, options: SourceSecretsOptions) {
    this.secrets = client.resource({ group: '', version: 'v1', plural: 'secrets' });
    this.options = options;
  }

  /** Returns the values by key. Throws RunError('AccessDenied') that says what to change and contains no value. */
  async read(
    namespace: string | undefined,
    name: string,
    signal: AbortSignal = AbortSignal.timeout(readMs),
  ): Promise<SecretValues> {
    const { allowed } = this.options;
    const where = namespace ?? this.options.namespace;
    if (!allowed.includes('*') && !allowed.includes(name)) {
      throw refused(
        `${name}, which Lectern may not use; add it to the value rbac.secrets of its chart`,
      );
    }
    const secret = await this.get(where, name, signal);
    if (!secret) throw refused(`${name}, which is not in namespace ${where}; create it there`);
    const [label, value] = Object.entries(sourceCredential)[0]!;
    if (secret.metadata.labels?.[label] !== value) {
      throw refused(
        `${name}, which is not marked as credentials of a source; run: kubectl --namespace ${where} label secret ${name} ${label}=${value}`,
      );
    }
    return Object.fromEntries(
      Object.entries(secret.data ?? {}).map(([key, encoded]) => [
        key,
        Buffer.from(encoded, 'base64').toString('utf8'),
      ]),
    );
  }

  private async get(
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<SecretObject | undefined> {
    try {
      return await this.secrets.get(`${namespace}/${name}`, signal).catch(unlessNotFound);
    } catch (error) {
      if (!isApiError(error, 'Forbidden')) throw error;
      throw refused(
        `${name} in namespace ${namespace}, which Lectern may not read; allow it by the value rbac.secrets of its chart`,
      );
    }
  }
}

function refused(what: string): RunError {
  return new RunError('AccessDenied', `spec.secretRef names the Secret ${what}`, {
    retry: 'backoff',
  });
}
