import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Library } from '../../../src/resources/library.ts';
import { Stack } from '../../stack/stack.ts';

/** Any object of the cluster, with the fields that tests read. */
export interface ClusterObject {
  metadata: {
    name: string;
    uid: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
  };
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
}

/** Runs a program of the stack against the cluster. Returns its output; throws with its error output. */
export async function runClient(
  client: 'kubectl' | 'helm',
  args: string[],
  input?: string,
): Promise<string> {
  const { [client]: program, kubeconfig } = Stack.open().state;
  if (!program || !kubeconfig) throw new Error(`the test stack has no cluster with ${client}`);
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${client} ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}

export const namespace = 'lectern';

/** kubectl in the release's namespace. */
export const kubectl = (...args: string[]): Promise<string> =>
  runClient('kubectl', ['--namespace', namespace, ...args]);

/** Applies objects as a user would, from JSON. */
export const apply = (...objects: object[]): Promise<string> =>
  runClient(
    'kubectl',
    ['--namespace', namespace, 'apply', '--filename', '-'],
    objects.map((object) => JSON.stringify(object)).join('\n---\n'),
  );

export async function list<T = ClusterObject>(kind: string, selector = ''): Promise<T[]> {
  const text = await kubectl('get', kind, '--selector', selector, '--output', 'json');
  return (JSON.parse(text) as { items: T[] }).items;
}

/**
 * Yields objects until the signal aborts: first those that the selector finds, then each again
 * whenever it changes, in the order of the changes.
 */
export async function* watch<T = ClusterObject>(
  kind: string,
  selector: string,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const { kubectl: program, kubeconfig } = Stack.open().state;
  const selected = ['get', kind, '--namespace', namespace, '--selector', selector];
  const child = spawn(program!, [...selected, '--watch', '--output', 'jsonpath={@}{"\\n"}'], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  signal.addEventListener('abort', () => child.kill(), { once: true });
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as T;
}

export async function getLibrary(name: string): Promise<Library> {
  return JSON.parse(await kubectl('get', 'library', name, '--output', 'json')) as Library;
}

export const podsOf = (component: string): Promise<ClusterObject[]> =>
  list('pods', `app.kubernetes.io/component=${component}`);
