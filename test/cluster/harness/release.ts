import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stack } from '../../stack/stack.ts';
import { kubectl, list, namespace, runClient } from './kubectl.ts';

const chart = new URL('../../../charts/lectern', import.meta.url).pathname;
export const release = 'lectern';
/**
 * An address in the network of Services (test/stack/network.ts), from the part that the cluster
 * assigns only on request.
 */
const gatewayAddress = '10.96.0.77';

/** The values for Jobs. */
export const indexer = {
  concurrency: 4,
  hostConcurrency: 4,
  // Runs must not give up sources that a test holds back.
  extraEnv: [{ name: 'LECTERN_REQUEST_TIMEOUT_MS', value: '180000' }],
  resources: {
    requests: { cpu: '10m', memory: '64Mi', 'ephemeral-storage': '10Mi' },
    limits: { memory: '1Gi', 'ephemeral-storage': '2Gi' },
  },
};

/**
 * Returns the values of the tests: real stores on the node's address, and requests that fit two
 * processors.
 */
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
      // Shorter than the default, because tests wait for the next leader. Long enough for a leader
      // on a busy machine.
      leaderElection: { leaseDurationMs: 10_000, renewDeadlineMs: 8_000, retryPeriodMs: 2_000 },
    },
    api: { resources: small },
    // The cluster has no DNS: Jobs call the gateway by its address.
    gateway: { resources: small, clusterIP: gatewayAddress },
    indexer,
    ...overrides,
  };
}

/** Installs or upgrades the chart with these values, and waits until its Pods are ready. */
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

/**
 * Returns the operator token, because callers without a key may search, but not ask. Reads it once
 * for each installation, together with the address.
 */
export async function bearer(): Promise<string> {
  const query = 'jsonpath={.data.token}';
  token ??= kubectl('get', 'secret', `${release}-operator-token`, '--output', query);
  return atob(await token);
}

async function authorization(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await bearer()}` };
}

/**
 * Returns the URL of the API's Service. Reads it once for each installation, because callers may
 * stop the API server.
 */
export function serviceUrl(): Promise<string> {
  const query = 'jsonpath=http://{.spec.clusterIP}:{.spec.ports[0].port}';
  return (url ??= kubectl('get', 'service', `${release}-api`, '--output', query));
}

/** An answer of the API. */
export interface Answer {
  status: number;
  /** Error code, if the answer is an error. */
  error?: string;
  text: string;
}

/** Creates a key of a member. Returns its secret. */
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

/** Requests documentation as text. Without a key, sends the operator token. */
export async function ask(libraryId: string, query: string, key?: string): Promise<Answer> {
  return get('/api/v2/context', { libraryId, query }, key);
}

/** Requests up to a hundred snippets of a library. Without a key, sends the operator token. */
export async function listSnippets(id: string, key?: string): Promise<Answer> {
  return get('/api/v1/library/snippets', { id, limit: '100' }, key);
}

/** Searches the API for a library name. */
export async function search(libraryName: string): Promise<Answer> {
  return get('/api/v2/libs/search', { libraryName, query: libraryName });
}

/** Adds a library over HTTP with the operator token. */
export async function add(library: object): Promise<Answer> {
  const response = await fetch(`${await serviceUrl()}/api/v1/libraries`, {
    method: 'POST',
    headers: { ...(await authorization()), 'content-type': 'application/json' },
    body: JSON.stringify(library),
    signal: AbortSignal.timeout(20_000),
  });
  return answerOf(response);
}

/** Requests a refresh of a library. Returns the status of the answer. */
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
 * Upgrades the release, and waits until the old Pods have ended. Until then, they also answer,
 * with rights that they no longer have. When their network interfaces disappear, a browser on this
 * machine aborts its requests (ERR_NETWORK_CHANGED).
 */
export async function replaceRelease(overrides: Record<string, unknown> = {}): Promise<void> {
  await installRelease(overrides);
  await untilReplaced('2m');
}

/** Restarts all Deployments of the release, and waits until the old Pods have ended. */
export async function restartRelease(): Promise<void> {
  await kubectl('rollout', 'restart', 'deployment');
  await untilReplaced('5m');
}

/** Waits for the new Pods, and then until the old ones have ended: a rollout is complete before that. */
async function untilReplaced(timeout: string): Promise<void> {
  for (const component of ['controller', 'api', 'gateway'])
    await kubectl(
      'rollout',
      'status',
      `deployment/${release}-${component}`,
      `--timeout=${timeout}`,
    );
  const pods = await list('pods', `app.kubernetes.io/instance=${release}`);
  const ending = pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  const names = ending.map(({ metadata }) => `pod/${metadata.name}`);
  if (names.length > 0) await kubectl('wait', '--for=delete', '--timeout=2m', ...names);
}

/**
 * Returns the number of containers of the release that ended since a time and started again. The cluster may count a restart
 * before that time later, after an outage of the API server.
 */
export async function restartsSince(time: Date): Promise<number> {
  const query = 'jsonpath={.items[*].status.containerStatuses[*].lastState.terminated.finishedAt}';
  const selector = `app.kubernetes.io/instance=${release}`;
  const ends = await kubectl('get', 'pods', '--selector', selector, '--output', query);
  return ends.split(' ').filter((end) => Date.parse(end) >= time.getTime()).length;
}
