import { isObject, objectOf } from '../../../base/json.ts';
import { RunError } from '../../../base/errors.ts';
import { field, listOf, textOf, type JsonObject } from '../openapi/json-values.ts';
import { readObject } from '../openapi/read-description.ts';

/** A custom resource in its newest version. */
export interface Definition {
  group: string;
  version: string;
  kind: string;
  /** The plural name, and the short names of kubectl. */
  names: string[];
  /** `Namespaced` or `Cluster`. */
  scope: string;
  schema: JsonObject;
}

/** Definitions of one file. Bundles of a large project have about 60. */
const mostDefinitions = 200;
const separator = /^---[ \t]*(?:#.*)?\r?$/m;

/**
 * Returns the definitions of a file with one or several documents of YAML, or with one of JSON. Leaves out documents of other
 * kinds and those that are broken. Throws RunError('Malformed') if there is only a broken one.
 */
export function readDefinitions(path: string, content: string): Definition[] {
  const texts = content.split(separator, mostDefinitions * 5);
  const defining = texts
    .filter((text) => text.includes('CustomResourceDefinition'))
    .slice(0, mostDefinitions);
  let mistake: RunError | undefined;
  const found = defining.flatMap((text) => {
    try {
      return definitionsIn(readObject(path, text));
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      mistake ??= error;
      return [];
    }
  });
  if (found.length === 0 && mistake) throw mistake;
  return found;
}

function definitionsIn(value: JsonObject): Definition[] {
  if (field(value, 'kind') === 'List') {
    return listOf(field(value, 'items'), mostDefinitions).flatMap(
      (item) => definitionOf(objectOf(item)) ?? [],
    );
  }
  return [definitionOf(value) ?? []].flat();
}

/** See https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/. */
function definitionOf(value: JsonObject): Definition | undefined {
  const spec = objectOf(field(value, 'spec'));
  const names = objectOf(field(spec, 'names'));
  const kind = textOf(field(names, 'kind'));
  const versions = listOf(field(spec, 'versions'), 20).map(objectOf);
  const version = newestOf(versions);
  if (field(value, 'kind') !== 'CustomResourceDefinition' || kind === '' || !version)
    return undefined;
  return {
    group: textOf(field(spec, 'group')),
    version: textOf(field(version, 'name')),
    kind,
    names: [field(names, 'plural'), ...listOf(field(names, 'shortNames'), 10)]
      .map(textOf)
      .filter(Boolean),
    scope: textOf(field(spec, 'scope')),
    schema: schemaOf(version),
  };
}

function schemaOf(version: JsonObject): JsonObject {
  return objectOf(field(objectOf(field(version, 'schema')), 'openAPIV3Schema'));
}

function newestOf(versions: readonly JsonObject[]): JsonObject | undefined {
  return versions
    .filter((one) => field(one, 'served') !== false && isObject(field(schemaOf(one), 'properties')))
    .reduce<JsonObject | undefined>(
      (best, one) => (best === undefined || isNewer(one, best) ? one : best),
      undefined,
    );
}

function isNewer(a: JsonObject, b: JsonObject): boolean {
  const [one, other] = [a, b].map((version) => rankOf(textOf(field(version, 'name'))));
  const differing = one!.findIndex((number, at) => number !== other![at]);
  return differing >= 0 && one![differing]! > other![differing]!;
}

/** Stable versions come before betas and alphas: v10, v2, v1, v11beta2, v10beta3. See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority. */
function rankOf(name: string): [stability: number, major: number, minor: number] {
  const [, major, stage, minor] = /^v(\d{1,9})(?:(alpha|beta)(\d{1,9}))?$/.exec(name) ?? [];
  if (major === undefined) return [0, 0, 0];
  const stability = stage === undefined ? 3 : stage === 'beta' ? 2 : 1;
  return [stability, Number(major), Number(minor ?? 0)];
}
