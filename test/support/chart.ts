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

/** Runs helm of the test stack, or the one on PATH. Returns its output; throws with its error output. */
export async function helm(...args: string[]): Promise<string> {
  return await run(process.env['LECTERN_TEST_HELM'] ?? 'helm', args);
}

/** Runs kubectl of the test stack, or the one on PATH, as administrator. */
export async function kubectl(args: string[], input?: string): Promise<string> {
  const options = input === undefined ? {} : { input };
  return await run(process.env['LECTERN_TEST_KUBECTL'] ?? 'kubectl', args, options);
}

/**
 * Returns the objects of `helm template`. Passes `--kube-version`, because a helm built from source knows no version.
 */
export async function render(namespace: string, ...args: string[]): Promise<Rendered[]> {
  const common = ['--namespace', namespace, '--kube-version', '1.36.0'];
  const text = await helm('template', 'docs', chart, ...common, ...args);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);
}

/** Creates a namespace that enforces Pod Security `restricted` and reports its warnings. */
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

/** Lets the API server check objects, with unknown fields and warnings, without storing them. */
export async function dryRun(objects: unknown[]): Promise<string> {
  const flags = ['--server-side', '--force-conflicts', '--dry-run=server', '--warnings-as-errors'];
  return await kubectl(['apply', ...flags, '--filename', '-'], listOf(objects));
}

/** Returns objects as one file for kubectl. */
export function listOf(items: unknown[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
