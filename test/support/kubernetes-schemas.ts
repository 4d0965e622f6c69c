import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kubectl } from './chart.ts';

interface Definition {
  type?: string;
  format?: string;
  properties?: Record<string, Definition>;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/**
 * Writes the schemas of all kinds of a cluster into a folder, one in each file, with the file
 * names that kubeconform expects. Makes them from the OpenAPI document of the cluster. They are
 * strict: an unknown field is a mistake. Returns their location in kubeconform's notation.
 */
export async function writeKubernetesSchemas(folder: string): Promise<string> {
  const openapi = await kubectl(['get', '--raw', '/openapi/v2']);
  const { definitions } = JSON.parse(openapi) as { definitions: Record<string, Definition> };
  for (const definition of Object.values(definitions)) makeStrict(definition);
  await writeFile(join(folder, 'definitions.json'), JSON.stringify({ definitions }));
  const kinds = Object.entries(definitions).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map((kind) => ({ ...kind, name })),
  );
  for (const { group, version, kind, name } of kinds) {
    const suffix = [group.split('.')[0], version].filter(Boolean).join('-');
    const schema = { $ref: `definitions.json#/definitions/${name}` };
    await writeFile(join(folder, `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(schema));
  }
  return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
}

function makeStrict(definition: Definition): void {
  if (definition.properties && definition.additionalProperties === undefined)
    definition.additionalProperties = false;
  // OpenAPI 2 has no type for "a number or a string".
  if (definition.format === 'int-or-string') delete definition.type;
}
