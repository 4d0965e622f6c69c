import { isTestPath } from '../documents/code/excluded-code.ts';
import { definitionEnding } from '../documents/crd/crd-file.ts';
import { isAboutProject } from './documentation.ts';
import { formatOf } from './formats.ts';

/** Where operators keep the definitions of their custom resources, the surest place first. */
const places = [
  // Kubebuilder and the Operator SDK generate them there: config/crd/bases.
  /(?:^|\/)_?crds?\/(?:v\d\w{0,8}\/)?bases\/(?:[\w.-]{1,60}\/)?[^/]+$/i,
  // The charts of Helm and the packages of Crossplane.
  /(?:^|\/)_?crds?\/(?:[\w.-]{1,60}\/){0,2}[^/]+$/i,
  // One file: `crd.yaml`, `saws.crd.yaml`, `saw-crds.yaml`, `040-Crd-saw.yaml`.
  /(?:^|\/)(?:[\w.-]{0,80}[._-])?crds?(?:[._-][\w.-]{0,80})?\.\w+$/i,
];
/** Folders with templates, patches, and definitions of other projects. Charts contain the charts of others. */
const elsewhere =
  /(?:^|\/)(?:\.[^/]*|vendor|third[_-]?party|externals?|dependencies|examples?|samples?|demos?|hack|[\w-]*e2e[\w-]*|[\w-]*tests?|testing|[\w-]*testdata|integration|conformance|templates?|patches|design|docs?|proposals|tools?|scripts?|site|website|charts\/[^/]+\/charts)\/|(?:^|\/)(?:kustomiz(?:ation|econfig)|values|chart)\.ya?ml$/i;
/** Folders whose documents are about something else. */
const others = /(?:^|\/)(?:vendor|third[_-]?party|externals?|[\w-]*tests?|hack)\//i;
/** Documents with the same text: the references that generators make of the types, and specifications. */
const reference =
  /(?:^|[/_. -])(?:apis?|crds?|custom-?resources?|reference|spec|specification)(?:[/_. -]|$)|\.v\d{1,3}(?:(?:alpha|beta)\d{1,3})?\.\w+$/i;
/** Providers for large clouds have more, one for each of their resources. */
const mostDefinitions = 500;

/**
 * Returns a filter for the files of a repository that define custom resources of Kubernetes. They are the reference of an operator
 * if no document and no API description is. Their content decides.
 */
export function crdFilter(paths: readonly string[]): (path: string) => boolean {
  const own = paths.filter(
    (path) => definitionEnding.test(path) && !elsewhere.test(path) && !isTestPath(path),
  );
  const kept = places
    .map((place) => own.filter((path) => place.test(path)))
    .find(({ length }) => length > 0);
  if (kept === undefined || kept.length > mostDefinitions || paths.some(isReference))
    return () => false;
  const byName = new Map<string, string>();
  for (const path of kept) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same === undefined || path.split('/').length < same.split('/').length)
      byName.set(name, path);
  }
  const found = new Set(byName.values());
  return (path) => found.has(path);
}

function isReference(path: string): boolean {
  if (others.test(path) || isTestPath(path)) return false;
  const format = formatOf(path);
  if (format === 'openapi') return /(?:swagger|openapi)[^/]*\.json$/i.test(path);
  if (format === undefined || format === 'code' || format === 'docbook') return false;
  return reference.test(path) && !/readme[^/]*$/i.test(path) && !isAboutProject(path);
}
