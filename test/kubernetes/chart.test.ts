import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jobManifest } from '../../src/jobs/kubernetes/job-manifest.ts';
import { parseJobTemplate } from '../../src/jobs/kubernetes/template.ts';
import { kubeProgram } from '../stack/kube-binaries.ts';
import { kubeTool } from '../stack/kube-tools.ts';
import { run } from '../stack/commands.ts';
import {
  chart,
  dryRun,
  helm,
  kubectl,
  listOf,
  render,
  restrictedNamespace,
} from '../support/chart.ts';
import { writeKubernetesSchemas } from '../support/kubernetes-schemas.ts';

const valueFiles = (await readdir(join(chart, 'ci'))).map((file) => join(chart, 'ci', file));
const external = join(chart, 'ci/external-values.yaml');

let namespace: string;
beforeAll(async () => {
  namespace = await restrictedNamespace();
});
afterAll(async () => {
  await kubectl(['delete', 'namespace', namespace, '--wait=false']);
});

describe('the chart', () => {
  test.each(valueFiles)('passes helm lint with %s', async (values) => {
    await expect(helm('lint', '--strict', chart, '--values', values)).resolves.toContain(
      '0 chart(s) failed',
    );
  });

  test('passes its helm unit tests', { timeout: 1_200_000 }, async () => {
    const unittest = await kubeTool('helm-unittest');
    // If a test fails, the program ends with an error and its report.
    await expect(run(unittest, ['--strict', chart])).resolves.toMatch(/Tests: +[1-9]\d* passed/);
  });

  test.each(valueFiles)(
    'is accepted by an API server without a warning, with %s',
    async (values) => {
      const objects = await render(namespace, '--values', values);
      // A hook is not one of the release's objects, but its Pod must also match.
      expect(objects.map(({ kind }) => kind)).toContain('Pod');
      await expect(dryRun(objects)).resolves.toContain('deployment.apps/');
    },
  );

  test('matches the schemas of the cluster in kubeconform', { timeout: 1_200_000 }, async () => {
    const kubeconform = await kubeProgram('kubeconform');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-schemas-'));
    try {
      const schemas = [
        '-strict',
        '-summary',
        '-schema-location',
        await writeKubernetesSchemas(folder),
      ];
      for (const values of valueFiles) {
        const objects = await render(namespace, '--values', values);
        const report = await run(kubeconform, schemas, {
          input: objects.map((object) => JSON.stringify(object)).join('\n---\n'),
        });
        expect(report).toContain(`Valid: ${objects.length}, Invalid: 0, Errors: 0, Skipped: 0`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('renders values whose lists and labels have a key and no value, as after all entries are commented out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-values-'));
    const file = join(folder, 'values.yaml');
    const values: unknown = parse(await readFile(join(chart, 'values.yaml'), 'utf8'));
    await writeFile(file, JSON.stringify(emptied(values)));
    const monitors = ['serviceMonitor', 'prometheusRule', 'dashboard'].flatMap((name) => {
      return ['--set', `metrics.${name}.enabled=true`];
    });
    const kinds = ['ServiceMonitor', 'PrometheusRule'].flatMap((kind) => {
      return ['--api-versions', `monitoring.coreos.com/v1/${kind}`];
    });
    const common = ['--values', external, '--values', file, '--set', 'embed.enabled=true'];

    const objects = await render(namespace, ...common, ...monitors, ...kinds);

    await rm(folder, { recursive: true });
    expect(objects.map(({ kind }) => kind)).toContain('PrometheusRule');
  });

  test('installs the same definitions as in crds/', async () => {
    const rendered = await render(namespace, '--values', external);
    const definitions = rendered.filter(({ kind }) => kind === 'CustomResourceDefinition');
    expect(definitions.length).toBeGreaterThan(1);
    for (const definition of definitions) {
      const { plural } = (definition['spec'] as { names: { plural: string } }).names;
      const source = parse(await readFile(`crds/lectern.dev_${plural}.yaml`, 'utf8')) as object;
      expect({ ...definition, metadata: { name: definition.metadata.name } }).toEqual(source);
    }
  });

  test('has a default for every value that its schema knows', async () => {
    const schema = parse(await readFile(join(chart, 'values.schema.json'), 'utf8')) as Schema;
    const values: unknown = parse(await readFile(join(chart, 'values.yaml'), 'utf8'));
    expect(withoutDefault(schema, values)).toEqual(['global']);
  });
});

describe('the Job template', () => {
  test.each(valueFiles)(
    'with %s creates Jobs that Pod Security restricted accepts',
    async (values) => {
      const objects = await render(namespace, '--values', values);
      const map = objects.find(({ metadata }) => metadata.name.endsWith('-job-template'));
      const template = parseJobTemplate(map!.data!['job-template.yaml']!);
      const job = jobManifest(
        {
          id: 'run-1',
          library: `${namespace}/fastify`,
          uid: randomUUID(),
          spec: { id: '/fastify/fastify', source: { git: { url: 'https://example.com/a.git' } } },
        } as Parameters<typeof jobManifest>[0],
        { namespace, template },
      );
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: 'run-1',
          namespace,
          annotations: job.spec.template.metadata?.annotations,
        },
        spec: job.spec.template.spec,
      };
      const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount');
      await kubectl(['apply', '--filename', '-'], listOf(accounts));
      await expect(dryRun([job, pod])).resolves.toContain('pod/run-1');
    },
  );
});

/** Returns values with null for each list, each empty mapping and all labels. */
function emptied(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return undefined;
  const entries = Object.entries(values);
  if (Array.isArray(values) || entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === 'labels' ? null : emptied(inner)]),
  );
}

interface Schema {
  properties?: Record<string, Schema>;
}

/** Returns the paths of properties that are in the schema but not in the values. */
function withoutDefault(schema: Schema, values: unknown, path: string[] = []): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const here = [...path, name];
    if (typeof values !== 'object' || values === null || !(name in values)) return here.join('.');
    return withoutDefault(inner, (values as Record<string, unknown>)[name], here);
  });
}
