import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { codes, section, text } from '../../../../test/support/sections.ts';
import { RunError } from '../../../base/errors.ts';
import type { ParsedDocument } from '../document.ts';
import { sniffCrd } from './crd-file.ts';
import { parseCrd } from './parse-crd.ts';

async function parse(content: string, path = 'crds/saws.yaml'): Promise<ParsedDocument> {
  return parseCrd({ path, format: 'crd', content, hash: '' });
}

function definition(schema: string, version = 'v1'): string {
  const indented = schema.replace(/^(?=.)/gm, '          ');
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: saws.tools.example
spec:
  group: tools.example
  names: { kind: Saw, plural: saws, shortNames: [sw] }
  scope: Namespaced
  versions:
    - name: ${version}
      served: true
      schema:
        openAPIV3Schema:
${indented}
`;
}

const saw = definition(`
description: A Saw cuts wood.
type: object
properties:
  apiVersion: { description: The version., type: string }
  kind: { description: The kind., type: string }
  metadata: { type: object }
  spec:
    description: What the saw should do.
    type: object
    required: [teeth, blade]
    properties:
      teeth: { description: Number of teeth., type: integer, default: 24, minimum: 1 }
      mode: { description: How it cuts., type: string, enum: [rip, cross] }
      blade:
        description: The blade.
        type: object
        required: [material]
        properties:
          material: { description: Its material., type: string }
      speed: { description: Turns., anyOf: [{ type: integer }, { type: string }], x-kubernetes-int-or-string: true }
      motor:
        description: The motor.
        type: object
        properties:
${'abcdefghij'
  .split('')
  .map((letter) => `          ${letter}: { description: Wire ${letter}., type: string }`)
  .join('\n')}
      stations:
        type: array
        items:
          type: object
          properties:
            name: { description: Name of the station., type: string }
      affinity:
        description: Where it runs.
        type: object
        properties:
          nodeAffinity: { type: object, description: Deep }
          podAffinity: { type: object, description: Deep }
          podAntiAffinity: { type: object, description: Deep }
  status:
    description: What the saw does.
    type: object
    properties:
      phase: { description: The phase., type: string }
`);

describe('a definition of a custom resource', () => {
  test('its kind is a section with its version, its names and a manifest with the required fields', async () => {
    const parsed = await parse(saw);
    const kind = section(parsed, 'Saw');
    expect(parsed.title).toBe('tools.example/v1');
    expect(text(kind)).toContain('A Saw cuts wood.');
    expect(text(kind)).toContain(
      '- API version: `tools.example/v1`\n- Scope: Namespaced\n- Names: `saws`, `sw`',
    );
    expect(codes(kind).map((one) => one.code)).toEqual([
      'apiVersion: tools.example/v1\nkind: Saw\nmetadata:\n  name: example\nspec:\n  teeth: 24\n  blade:\n    material: <string>',
    ]);
  });

  test('its spec is a table with types, defaults, values and the fields of small objects and lists', async () => {
    const shown = text(section(await parse(saw), 'Saw spec'));
    expect(shown).toContain('What the saw should do.');
    expect(shown).toContain(
      '| `teeth` | integer | yes | Number of teeth. Default: `24`. At least 1. |',
    );
    expect(shown).toContain('| `mode` | string | no | How it cuts. One of: `rip`, `cross`. |');
    expect(shown).toContain('| `blade.material` | string | yes | Its material. |');
    expect(shown).toContain('| `speed` | integer \\| string | no | Turns. |');
    expect(shown).toContain('| `stations[].name` | string | no | Name of the station. |');
  });

  test('the messages of its rules are shown', async () => {
    const parsed = await parse(
      definition(`
properties:
  spec:
    x-kubernetes-validations: [{ rule: has(self.a), message: a is required }, { rule: 'true' }]
    properties:
      a: { type: string, description: An a, x-kubernetes-validations: [{ rule: self == oldSelf, message: Value is immutable }] }
`),
    );
    const shown = text(section(parsed, 'Saw spec'));
    expect(shown).toContain('Rule: a is required\n\n| Property');
    expect(shown).toContain('| An a. Rule: Value is immutable |');
  });

  test('a large object in it is a section of its own, and so is the status', async () => {
    const parsed = await parse(saw);
    expect(text(section(parsed, 'Saw spec'))).not.toContain('Wire a');
    expect(text(section(parsed, 'Saw spec.motor'))).toContain('| `a` | string | no | Wire a. |');
    expect(text(section(parsed, 'Saw status'))).toContain('| `phase` | string | no | The phase. |');
  });

  test('types of Kubernetes are only named', async () => {
    const shown = text(section(await parse(saw), 'Saw spec'));
    expect(shown).toContain('| `affinity` | Kubernetes Affinity | no | Where it runs. |');
    expect(shown).not.toContain('Deep');
  });

  test('of several versions, the newest stable one is read', async () => {
    const version = (name: string, served = true) =>
      `    - { name: ${name}, served: ${served}, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { of: { type: string, description: In ${name} } } } } } } }`;
    const content = saw.replace(
      /versions:[^]*/,
      [
        'versions:',
        version('v1beta1'),
        version('v2'),
        version('v10alpha1'),
        version('v3', false),
      ].join('\n'),
    );
    const parsed = await parse(content);
    expect(parsed.title).toBe('tools.example/v2');
    expect(text(section(parsed, 'Saw spec'))).toContain('In v2');
  });

  test('several definitions in one file are read, beside other resources and broken ones', async () => {
    const drill = saw.replace('kind: Saw,', 'kind: Drill,');
    const broken = 'kind: CustomResourceDefinition\n  a: [';
    const parsed = await parse([saw, 'kind: ConfigMap', broken, drill].join('\n---\n'));
    expect(parsed.title).toBe('tools.example');
    expect(section(parsed, 'Drill spec')).toBeDefined();
    expect(section(parsed, 'Saw spec')).toBeDefined();
  });

  test('a definition in JSON is read', async () => {
    const content = JSON.stringify({
      kind: 'CustomResourceDefinition',
      spec: {
        group: 'tools.example',
        names: { kind: 'Saw' },
        versions: [
          {
            name: 'v1',
            schema: {
              openAPIV3Schema: {
                properties: { spec: { properties: { a: { description: 'An a' } } } },
              },
            },
          },
        ],
      },
    });
    expect(text(section(await parse(content, 'crds/saw.json'), 'Saw spec'))).toContain('An a');
  });
});

describe('a hostile definition', () => {
  test('a file without a definition is refused', async () => {
    await expect(parse('kind: ConfigMap\n')).rejects.toThrow(RunError);
    await expect(parse('kind: CustomResourceDefinition\na: [')).rejects.toThrow(/YAML is broken/);
  });

  test('an object that contains itself ends', async () => {
    const fields = 'abcdefghijkl'.split('').map((name) => `${name}: *self`);
    const parsed = await parse(
      definition(
        `properties: { spec: &self { description: Again., properties: { ${fields.join(', ')} } } }`,
      ),
    );
    expect(parsed.sections.length).toBeLessThan(200);
  });

  test('a small object that contains itself ends', async () => {
    const parsed = await parse(
      definition(
        'properties: { spec: &self { description: Again., properties: { a: *self, b: { type: string, description: B } } } }',
      ),
    );
    expect(text(section(parsed, 'Saw spec')).length).toBeLessThan(20_000);
  });

  test('a large one yields a bounded text in little time', async () => {
    const wide = Array.from(
      { length: 8_000 },
      (_, at) => `        f${at}: { type: string, description: Field }`,
    );
    const cpuSeconds = startCpuClock();
    const parsed = await parse(
      definition(`properties:\n  spec:\n    type: object\n    properties:\n${wide.join('\n')}`),
    );
    const size = parsed.sections
      .flatMap(({ blocks }) => blocks)
      .map((block) => (block.kind === 'text' ? block.text : block.code).length);
    expect(size.reduce((sum, one) => sum + one, 0)).toBeLessThan(100_000);
    expect(cpuSeconds()).toBeLessThan(5);
  });
});

test('a definition with a described schema is recognized, and no template, patch or empty schema is', () => {
  expect(sniffCrd('crds/saw.yaml', saw)).toBe(true);
  expect(
    sniffCrd('crds/saw.yaml', saw.replace('metadata:', '{{- if .Values.crds }}\nmetadata:')),
  ).toBe(false);
  expect(sniffCrd('crds/saw.yaml', saw.replaceAll('description', 'text'))).toBe(false);
  expect(sniffCrd('crds/saw.yaml', saw.replace('kind: Custom', 'kind: Other'))).toBe(false);
  expect(sniffCrd('crds/saw.txt', saw)).toBe(false);
  expect(sniffCrd('crds/saw.yaml', saw.replaceAll('properties:', 'x-fields:'))).toBe(false);
});
