import { readFile } from 'node:fs/promises';
import { KubeConfig } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { resourceName, type Library, type LibrarySpec } from '../../src/resources/library.ts';
import { isApiError } from '../../src/kubernetes/api-error.ts';
import { Informer } from '../../src/kubernetes/informer.ts';
import { KubeClient, type ResourceKind } from '../../src/kubernetes/kube-client.ts';
import { KubeConnection } from '../../src/kubernetes/kube-connection.ts';
import type { KubeObject } from '../../src/kubernetes/kube-object.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import type { WireResource } from '../../src/store/kubernetes/registry.ts';

interface AnyObject extends KubeObject {
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  status?: { conditions?: { type: string; status: string }[] };
  [field: string]: unknown;
}

interface Definition extends AnyObject {
  spec: { names: { plural: string } };
}

/** Number of Libraries whose run has begun, and of those whose run has ended. */
export interface Reached {
  begun: number;
  finalized: number;
}

/** Writes that the API server answered, by verb and resource, as in `PATCH libraries/status`. */
export type Writes = Map<string, number>;

const library = new URL('../../crds/lectern.dev_libraries.yaml', import.meta.url);
const namespaces: ResourceKind = { group: '', version: 'v1', plural: 'namespaces' };
const accounts: ResourceKind = { group: '', version: 'v1', plural: 'serviceaccounts' };
const jobs: ResourceKind = { group: 'batch', version: 'v1', plural: 'jobs' };
const creators = 16;
const requestMs = 60_000;

/** The benchmark's own calls to the API server. */
export class BenchCluster {
  private readonly client: KubeClient;
  private readonly connection: KubeConnection;

  constructor(kubeconfig: string) {
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromFile(kubeconfig);
    this.client = new KubeClient(kubeConfig, { fieldManager: 'bench' });
    this.connection = new KubeConnection({ kubeConfig, userAgent: 'bench' });
  }

  /** Creates the definition of Libraries on the API server. */
  async define(): Promise<void> {
    const definition = parse(await readFile(library, 'utf8')) as Definition & {
      apiVersion: string;
      kind: string;
    };
    await this.client
      .resource<Definition>({
        group: 'apiextensions.k8s.io',
        version: 'v1',
        plural: 'customresourcedefinitions',
      })
      .create(definition, deadline());
    for (;;) {
      try {
        await this.client.resource(libraryKind).list({}, deadline());
        return;
      } catch (error) {
        if (!isApiError(error, 'NotFound') && !isApiError(error, 'Http404')) throw error;
      }
    }
  }

  /** Creates a namespace that allows Pods, with new Libraries. */
  async fill(namespace: string, count: number): Promise<void> {
    const core = { apiVersion: 'v1', metadata: { name: namespace } };
    await this.client
      .resource<AnyObject>(namespaces)
      .create({ ...core, kind: 'Namespace' }, deadline());
    const account = { name: 'default', namespace };
    await this.client
      .resource<AnyObject>(accounts)
      .create({ ...core, kind: 'ServiceAccount', metadata: account }, deadline());
    const libraries = this.client.resource<WireResource>(libraryKind);
    let next = 0;
    const create = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        await libraries.create(libraryOf(n, namespace), deadline());
      }
    };
    await Promise.all(Array.from({ length: creators }, create));
  }

  /** Reports the progress of the Libraries after every change, until the signal aborts. */
  watch(namespace: string, onChange: (reached: Reached) => void, signal: AbortSignal): void {
    const source = this.client.resource<WireResource>(libraryKind).listerWatcher({ namespace });
    const begun = new Set<string>();
    const finalized = new Set<string>();
    const informer = new Informer(source, {
      // Drops what counting does not need.
      transform: ({ metadata, status }) => ({ metadata, status, spec: undefined }),
      onError: (message) => process.stderr.write(`${message}\n`),
    });
    informer.onChange(({ object }) => {
      const { name } = object.metadata;
      const { state } = (object.status ?? {}) as Library['status'];
      if (state === 'processing' || state === 'finalized') begun.add(name);
      if (state === 'finalized') finalized.add(name);
      onChange({ begun: begun.size, finalized: finalized.size });
    });
    void informer.run(signal);
  }

  /** Returns the number of Jobs of each Library. */
  async jobsByLibrary(namespace: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { metadata } of await this.client
      .resource<AnyObject>(jobs)
      .list({ namespace }, AbortSignal.timeout(requestMs * 5))) {
      const name = metadata.labels?.['lectern.dev/library'] ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns all writes so far. Omits Leases, which leaders always renew. */
  async writes(): Promise<Writes> {
    const text = await this.metrics();
    const counts: Writes = new Map();
    for (const [, labels = '', value] of text.matchAll(
      /^apiserver_request_total\{(.*)\} (\S+)$/gm,
    )) {
      const label = (name: string): string =>
        new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
      const [verb, resource, subresource] = [
        label('verb'),
        label('resource'),
        label('subresource'),
      ];
      if (!['POST', 'PUT', 'PATCH', 'APPLY', 'DELETE'].includes(verb) || resource === 'leases')
        continue;
      const name = `${verb} ${resource}${subresource && `/${subresource}`}`;
      counts.set(name, (counts.get(name) ?? 0) + Number(value));
    }
    return counts;
  }

  /** Returns the processor time of the API server so far. */
  async serverCpuSeconds(): Promise<number> {
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await this.metrics())?.[1]);
  }

  private async metrics(): Promise<string> {
    const response = await this.connection.stream({ method: 'GET', path: '/metrics' }, deadline());
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** Returns a spec as people write it: about 300 bytes. */
export function librarySpec(n: number): LibrarySpec {
  const id = `/owner-${n % 700}/library-${n}`;
  return {
    id,
    title: `Library ${n}`,
    description: 'What the library is for, in a sentence or two. '.repeat(4),
    source: { git: { url: `https://example.org${id}.git`, branch: 'main' } },
  };
}

function libraryOf(n: number, namespace: string) {
  const spec = librarySpec(n);
  return {
    apiVersion: `${libraryKind.group}/${libraryKind.version}`,
    kind: libraryKind.kind,
    metadata: {
      name: resourceName(spec.id),
      namespace,
      labels: { 'lectern.dev/managed-by': 'documentation' },
    },
    spec,
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(requestMs);
}
