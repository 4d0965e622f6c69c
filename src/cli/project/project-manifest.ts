import { Document, stringify, YAMLSeq } from 'yaml';
import { libraryId } from '../../indexing/sources/library-id.ts';
import type { ResolvedDependency } from '../../projects/resolve.ts';
import { planLibrary } from '../../projects/plan-library.ts';
import { wantedSources } from '../../projects/wanted-sources.ts';
import { resourceName, type LibrarySpec } from '../../resources/library.ts';

/** A library that a manifest names, and the dependencies that it cannot name. */
interface Named {
  specs: LibrarySpec[];
  missing: ResolvedDependency[];
}

/** Returns a manifest (repos.yaml) with the libraries of a project at the versions in use. Pure. */
export function manifestOf(name: string, dependencies: readonly ResolvedDependency[]): string {
  const { specs, missing } = namedLibraries(dependencies);
  const repos = specs.map(({ source, versions, aliases }) => ({
    url: source.git?.url,
    ...(source.git?.branch && { branch: source.git.branch }),
    ...(versions && { versions }),
    ...(aliases && { aliases }),
  }));
  const document = new Document({ repos });
  const list = document.get('repos');
  if (list instanceof YAMLSeq && specs.length === 0) list.flow = true;
  document.commentBefore = header(name, missing);
  return document.toString({ lineWidth: 0 });
}

/** Returns Library resources of a project at the versions in use, as YAML documents. Pure. */
export function resourcesOf(name: string, dependencies: readonly ResolvedDependency[]): string {
  const { specs, missing } = namedLibraries(dependencies);
  const comment = header(name, missing)
    .split('\n')
    .map((line) => `#${line}`)
    .join('\n');
  const documents = specs.map((spec) =>
    stringify(
      {
        apiVersion: 'lectern.dev/v1alpha1',
        kind: 'Library',
        metadata: { name: resourceName(spec.id) },
        spec,
      },
      { lineWidth: 0 },
    ),
  );
  return [`${comment}\n`, ...documents].join('---\n');
}

/** Installed packages are folders of one machine, so a manifest cannot name them. */
function namedLibraries(dependencies: readonly ResolvedDependency[]): Named {
  const { wanted } = wantedSources(dependencies);
  const named = wanted.filter(({ installed }) => !installed);
  const specs = named.flatMap(({ source, refs, aliases }) => {
    const plan = planLibrary(undefined, { id: libraryId(source), source, refs, aliases });
    return plan.action === 'create' ? [plan.spec] : [];
  });
  const members = new Set(named.flatMap((one) => one.members));
  return { specs, missing: dependencies.filter((one) => !members.has(one)) };
}

function header(name: string, missing: readonly ResolvedDependency[]): string {
  const lines = missing.map(
    ({ name: packageName, version, note = '' }) =>
      ` ${[packageName, version].filter(Boolean).join(' ')}: ${note || 'not found'}`,
  );
  return [
    ` The dependencies of ${name} at the versions in use. lectern manifest --project writes this file.`,
    ...(lines.length > 0 ? [' Without documentation here:', ...lines] : []),
  ]
    .map((line) => line.replaceAll(/[\p{C}\u2028\u2029]+/gu, ' '))
    .join('\n');
}
