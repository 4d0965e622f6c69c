import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { Case } from '../gitops/case.ts';
import { kstatusOf, runLua } from '../gitops/judge.ts';
import { libraryCases } from '../gitops/library-cases.ts';
import { manifestSyncCases } from '../gitops/manifest-sync-cases.ts';
import { run } from '../stack/commands.ts';
import { kubeProgram } from '../stack/kube-binaries.ts';

const config = new URL('../../config', import.meta.url).pathname;
const argo = join(config, 'argocd/lectern.dev');
const buildTimeout = { timeout: 600_000 };

interface Kind {
  kind: 'Library' | 'ManifestSync';
  cases: Record<string, Record<string, Case>>;
}
const kinds: Kind[] = [
  { kind: 'Library', cases: libraryCases },
  { kind: 'ManifestSync', cases: manifestSyncCases },
];

/** The cases with their names, as objects that an API server returns. */
const named = ({ kind, cases }: Kind): (Case & { name: string; answered: object })[] =>
  Object.values(cases)
    .flatMap((group) => Object.entries(group))
    .map(([name, held]) => ({
      ...held,
      name,
      answered: { apiVersion: 'lectern.dev/v1alpha1', kind, ...held.object },
    }));

/** Returns YAML in the format of the repository's formatter. */
const yaml = async (value: unknown): Promise<string> =>
  await format(stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }), {
    parser: 'yaml',
    printWidth: 100,
    singleQuote: true,
  });
const read = async (...path: string[]): Promise<unknown> =>
  parse(await readFile(join(argo, ...path), 'utf8'));

describe.each(kinds)('a $kind in Argo CD', (of) => {
  const folder = join(argo, of.kind);

  test('has the health of its status after every event', buildTimeout, async () => {
    const cases = named(of);
    const health = (await runLua(
      join(folder, 'health.lua'),
      cases.map(({ answered }) => answered),
    )) as { status: string; message: string }[];

    expect(health.map(({ status }, at) => `${cases[at]!.name}: ${status}`)).toEqual(
      cases.map(({ name, argo: wanted }) => `${name}: ${wanted}`),
    );
    // The same cases in the format of Argo CD's own tests, so that the project can contribute the check there.
    const tests = health.map((healthStatus, at) => ({
      healthStatus,
      inputPath: `testdata/${cases[at]!.name}.yaml`,
    }));
    await expect(await yaml({ tests })).toMatchFileSnapshot(join(folder, 'health_test.yaml'));
    for (const { name, answered } of cases)
      await expect(await yaml(answered)).toMatchFileSnapshot(
        join(folder, 'testdata', `${name}.yaml`),
      );
  });

  test('has a health message that says what to do', buildTimeout, async () => {
    const degraded = named(of).filter((held) => held.argo === 'Degraded');
    const health = (await runLua(
      join(folder, 'health.lua'),
      degraded.map(({ answered }) => answered),
    )) as { message: string }[];

    expect(health.map(({ message }) => message)).toEqual(
      degraded.map(
        ({ object }) =>
          (object.status as { conditions: { message: string }[] }).conditions[0]!.message,
      ),
    );
  });

  test('offers only actions that have an effect', buildTimeout, async () => {
    const { discoveryTests } = (await read(of.kind, 'actions/action_test.yaml')) as {
      discoveryTests: { inputPath: string; result: { name: string; disabled: boolean }[] }[];
    };
    const script = join(folder, 'actions/discovery.lua');
    for (const { inputPath, result } of discoveryTests) {
      const object = (await read(of.kind, 'actions', inputPath)) as object;
      const wanted = result.map(({ name, disabled }) => [name, { disabled }] as const);
      await expect(runLua(script, [object])).resolves.toEqual([Object.fromEntries(wanted)]);
    }
  });

  test('is refreshed, suspended and resumed by its actions', buildTimeout, async () => {
    const { actionTests } = (await read(of.kind, 'actions/action_test.yaml')) as {
      actionTests: { action: string; inputPath: string; expectedOutputPath: string }[];
    };
    expect(actionTests.map(({ action }) => action)).toEqual(['refresh', 'suspend', 'resume']);
    for (const { action, inputPath, expectedOutputPath } of actionTests) {
      const object = (await read(of.kind, 'actions', inputPath)) as object;
      const script = join(folder, 'actions', action, 'action.lua');
      const [after] = (await runLua(script, [object])) as [{ metadata: { annotations?: object } }];
      const now = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
      const text = JSON.stringify(after, (name, value: unknown) => {
        if (name !== 'lectern.dev/requestedAt') return value;
        expect(value).toMatch(now);
        return '2026-01-01T12:00:00Z';
      });
      const expected = join(folder, 'actions', expectedOutputPath);
      await expect(await yaml(JSON.parse(text))).toMatchFileSnapshot(expected);
    }
  });

  test('is configured in argocd-cm with the same scripts', async () => {
    const { data } = parse(await readFile(join(config, 'argocd/argocd-cm.yaml'), 'utf8')) as {
      data: Record<string, string>;
    };
    const lua = async (name: string): Promise<string> => await readFile(join(folder, name), 'utf8');
    const actions = ['refresh', 'suspend', 'resume'];

    expect(data[`resource.customizations.health.lectern.dev_${of.kind}`]).toBe(
      await lua('health.lua'),
    );
    expect(parse(data[`resource.customizations.actions.lectern.dev_${of.kind}`]!)).toEqual({
      'discovery.lua': await lua('actions/discovery.lua'),
      definitions: await Promise.all(
        actions.map(async (name) => ({
          name,
          'action.lua': await lua(`actions/${name}/action.lua`),
        })),
      ),
    });
  });
});

describe('Flux and helm', () => {
  test.each(kinds)(
    'wait for a $kind until it is ready, and stop if only an edit can correct it',
    buildTimeout,
    async (of) => {
      const cases = named(of);
      const results = await kstatusOf(cases.map(({ answered }) => answered));

      expect(results.map(({ status }, at) => `${cases[at]!.name}: ${status}`)).toEqual(
        cases.map(({ name, kstatus }) => `${name}: ${kstatus}`),
      );
    },
  );
});

interface Installation {
  chart: string;
  version: string;
  values: object;
}

describe('the installations by GitOps and on kind', () => {
  const chart = join(config, '../charts/lectern');
  const objectsOf = async (file: string): Promise<{ kind: string; spec: unknown }[]> =>
    parseAllDocuments(await readFile(join(config, file), 'utf8')).map(
      (document) => document.toJS() as { kind: string; spec: unknown },
    );
  const byArgo = async (): Promise<Installation> => {
    const [{ spec } = { spec: undefined }] = await objectsOf('argocd/applications.yaml');
    const { source } = spec as {
      source: {
        repoURL: string;
        chart: string;
        targetRevision: string;
        helm: { valuesObject: object };
      };
    };
    const { repoURL, targetRevision, helm } = source;
    return {
      chart: `${repoURL}/${source.chart}`,
      version: targetRevision,
      values: helm.valuesObject,
    };
  };
  const byFlux = async (): Promise<Installation> => {
    const objects = await objectsOf('flux/lectern.yaml');
    const specOf = (kind: string): unknown => objects.find((object) => object.kind === kind)!.spec;
    const { url, ref } = specOf('OCIRepository') as { url: string; ref: { semver: string } };
    const { values } = specOf('HelmRelease') as { values: object };
    return { chart: url.replace('oci://', ''), version: ref.semver, values };
  };

  test.each([
    ['Argo CD', byArgo],
    ['Flux', byFlux],
  ])('by %s name the released chart, and values that it accepts', async (_, read) => {
    const { version } = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8')) as {
      version: string;
    };
    const installation = await read();

    expect(installation.chart).toBe('ghcr.io/lectern-dev/charts/lectern');
    expect([version, version.replace(/\d+$/, 'x')]).toContain(installation.version);
    await expect(template(stringify(installation.values))).resolves.toContain('kind: Deployment');
  });

  test('on kind expose the API at the port that the node forwards', async () => {
    const { nodes } = parse(await readFile(join(config, 'kind/cluster.yaml'), 'utf8')) as {
      nodes: [{ extraPortMappings: [{ containerPort: number }] }];
    };
    const rendered = await template(await readFile(join(config, 'kind/values.yaml'), 'utf8'));

    expect(rendered).toContain(`nodePort: ${nodes[0].extraPortMappings[0].containerPort}`);
  });

  const template = async (values: string): Promise<string> =>
    await run(
      process.env['LECTERN_TEST_HELM'] ?? (await kubeProgram('helm')),
      ['template', 'lectern', chart, '--kube-version', '1.36', '--values', '-'],
      { input: values },
    );
});
