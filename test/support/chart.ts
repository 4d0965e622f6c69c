import { randomBytes } from 'node:crypto';
import { parseAllDocuments } from 'yaml';
import { run } from '../stack/commands.ts';

/** The chart, from the root of the repository. */
export const chart = 'charts/lectern';

/** An object as a chart renders it. */
export interface Rendered {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  [field: string]: unknown;
}

/** helm of the test stack, or the one on PATH. Gives what it printed; throws with its error output. */
export async function helm(...args: string[]): Promise<string> {
  return await run(process.env['LECTERN_TEST_HELM'] ?? 'helm', args);
}

/** kubectl of the test stack, or the one on PATH, as its administrator. */
export async function kubectl(args: string[], input?: string): Promise<string> {
  const options = input === undefined ? {} : { input };
  return await run(process.env['LECTERN_TEST_KUBECTL'] ?? 'kubectl', args, options);
}

/** The objects that `helm template` makes; `--kube-version` because a helm built from source knows none of its own. */
export async function render(namespace: string, ...args: string[]): Promise<Rendered[]> {
  const common = ['--namespace', namespace, '--kube-version', '1.36.0'];
  const text = await helm('template', 'docs', chart, ...common, ...args);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);
}

/** Makes a namespace in which no Pod starts that Pod Security `restricted` forbids, and in which its warnings are told. */
export async function restrictedNamespace(): Promise<string> {
  const name = `chart-${randomBytes(4).toString('hex')}`;
  const labels = ['enforce', 'warn'].map((mode) => [
    `pod-security.kubernetes.io/${mode}`,
    'restricted',
  ]);
  await kubectl(
    ['create', '--filename', '-'],
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: Object.fromEntries(labels) },
    }),
  );
  return name;
}

/** Has the API server check objects, unknown fields and warnings included, and keep none of them. */
export async function dryRun(objects: unknown[]): Promise<string> {
  const flags = ['--server-side', '--force-conflicts', '--dry-run=server', '--warnings-as-errors'];
  return await kubectl(['apply', ...flags, '--filename', '-'], listOf(objects));
}

/** Objects as one file for kubectl. */
export function listOf(items: unknown[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
