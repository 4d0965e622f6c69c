import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stack } from '../../stack/stack.ts';
import { kubectl, list, namespace, runClient } from './kubectl.ts';

const chart = new URL('../../../charts/lectern', import.meta.url).pathname;
export const release = 'lectern';
/** Of the Services' network (test/stack/network.ts), in the part from which the cluster chooses none by itself. */
const gatewayAddress = '10.96.0.77';

/** Values of the tests: real stores on the node's address, and requests that fit a machine of two cores. */
function values(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { state } = Stack.open();
  const small = { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '1Gi' } };
  return {
    image: { repository: 'lectern.test/lectern', tag: 'dev' },
    elasticsearch: { url: state.elasticsearchUrl },
    postgres: { url: state.databaseUrl },
    sources: { allowedRanges: [`${state.nodeAddress}/32`] },
    controller: {
      resources: small,
      // Shorter than usual for those who wait for another leader; long enough for one that a busy machine holds up.
      leaderElection: { leaseDurationMs: 10_000, renewDeadlineMs: 8_000, retryPeriodMs: 2_000 },
    },
    api: { resources: small },
    // The cluster has no DNS: Jobs call the gateway by its address.
    gateway: { resources: small, clusterIP: gatewayAddress },
    indexer: {
      concurrency: 4,
      hostConcurrency: 4,
      // Sources that a test holds back are not given up meanwhile.
      extraEnv: [{ name: 'LECTERN_REQUEST_TIMEOUT_MS', value: '180000' }],
      resources: {
        requests: { cpu: '10m', memory: '64Mi', 'ephemeral-storage': '10Mi' },
        limits: { memory: '1Gi', 'ephemeral-storage': '2Gi' },
      },
    },
    ...overrides,
  };
}

/** Installs the chart, or makes the release what these values say, and waits until its Pods are ready. */
export async function installRelease(overrides: Record<string, unknown> = {}): Promise<void> {
  const file = join(Stack.open().folder, 'values.json');
  await writeFile(file, JSON.stringify(values(overrides)));
  await runClient('helm', [
    'upgrade',
    '--install',
    release,
    chart,
    '--namespace',
    namespace,
    '--create-namespace',
    '--values',
    file,
    '--wait',
    '--timeout',
    '5m',
  ]);
  url = undefined;
  token = undefined;
}

let url: Promise<string> | undefined;
let token: Promise<string> | undefined;

/** The operator token: callers without a key may search, but not ask. Read once an installation, as the address is. */
export async function bearer(): Promise<string> {
  const query = 'jsonpath={.data.token}';
  token ??= kubectl('get', 'secret', `${release}-operator-token`, '--output', query);
  return atob(await token);
}

async function authorization(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await bearer()}` };
}

/** The API, through its Service. Asked of the API server once an installation: callers may be about to stop it. */
export function serviceUrl(): Promise<string> {
  const query = 'jsonpath=http://{.spec.clusterIP}:{.spec.ports[0].port}';
  return (url ??= kubectl('get', 'service', `${release}-api`, '--output', query));
}

export interface Answer {
  status: number;
  /** Code of an error. */
  error?: string;
  text: string;
}

/** Makes a key of a member; returns its secret. */
export async function createKey(name: string): Promise<string> {
  const response = await fetch(`${await serviceUrl()}/api/v1/keys`, {
    method: 'POST',
    headers: { ...(await authorization()), 'content-type': 'application/json' },
    body: JSON.stringify({ name, role: 'member' }),
    signal: AbortSignal.timeout(20_000),
  });
  const { status, text } = await answerOf(response);
  if (status !== 201) throw new Error(`The API refused to make a key: ${status} ${text}`);
  return (JSON.parse(text) as { key: string }).key;
}

/** Asks the API for documentation, as text; with a key, or with the operator token. */
export async function ask(libraryId: string, query: string, key?: string): Promise<Answer> {
  return get('/api/v2/context', { libraryId, query }, key);
}

/** Asks the API for the snippets of a library, at most a hundred; with a key, or with the operator token. */
export async function listSnippets(id: string, key?: string): Promise<Answer> {
  return get('/api/v1/library/snippets', { id, limit: '100' }, key);
}

/** Searches the API for a library name. */
export async function search(libraryName: string): Promise<Answer> {
  return get('/api/v2/libs/search', { libraryName, query: libraryName });
}

/** Adds a library over HTTP, as the bearer of the operator token. */
export async function add(library: object): Promise<Answer> {
  const response = await fetch(`${await serviceUrl()}/api/v1/libraries`, {
    method: 'POST',
    headers: { ...(await authorization()), 'content-type': 'application/json' },
    body: JSON.stringify(library),
    signal: AbortSignal.timeout(20_000),
  });
  return answerOf(response);
}

/** Asks the API to read a library's source again; returns the status of its answer. */
export async function refresh(libraryName: string): Promise<number> {
  const response = await fetch(`${await serviceUrl()}/api/v1/refresh`, {
    method: 'POST',
    headers: { ...(await authorization()), 'content-type': 'application/json' },
    body: JSON.stringify({ libraryName }),
    signal: AbortSignal.timeout(20_000),
  });
  await response.body?.cancel();
  return response.status;
}

/** Returns the snippets of a library with at most a hundred. */
export async function storedSnippets(id: string): Promise<{ path: string }[]> {
  const { text } = await listSnippets(id);
  return (JSON.parse(text) as { snippets: { path: string }[] }).snippets;
}

async function get(path: string, query: Record<string, string>, key?: string): Promise<Answer> {
  const address = `${await serviceUrl()}${path}?${new URLSearchParams(query).toString()}`;
  const headers = key === undefined ? await authorization() : { authorization: `Bearer ${key}` };
  return answerOf(await fetch(address, { headers, signal: AbortSignal.timeout(20_000) }));
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const { error } = response.ok ? {} : (JSON.parse(text) as { error?: string });
  return { status: response.status, text, ...(error !== undefined && { error }) };
}

/**
 * Makes the release what these values say, and waits until the Pods of before have gone. Until then they answer too, by
 * rights that were theirs no more when the new ones came; and when their network interfaces go, a browser on this machine
 * gives up what it is about to ask for (ERR_NETWORK_CHANGED).
 */
export async function replaceRelease(overrides: Record<string, unknown> = {}): Promise<void> {
  await installRelease(overrides);
  for (const component of ['controller', 'api', 'gateway'])
    await kubectl('rollout', 'status', `deployment/${release}-${component}`, '--timeout=2m');
  const pods = await list('pods', `app.kubernetes.io/instance=${release}`);
  const ending = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  const names = ending.map(({ metadata }) => `pod/${metadata.name}`);
  if (names.length > 0) await kubectl('wait', '--for=delete', '--timeout=2m', ...names);
}

/** How often the containers of the release have been started again. */
export async function restarts(): Promise<number> {
  const query = 'jsonpath={.items[*].status.containerStatuses[*].restartCount}';
  const selector = `app.kubernetes.io/instance=${release}`;
  const counts = await kubectl('get', 'pods', '--selector', selector, '--output', query);
  return counts.split(' ').reduce((sum, count) => sum + Number(count), 0);
}
