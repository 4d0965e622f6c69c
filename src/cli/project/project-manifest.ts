import { Document, stringify, YAMLSeq } from 'yaml';
import { LecternError } from '../../base/errors.ts';
import { libraryId } from '../../indexing/sources/library-id.ts';
import { isSameSource } from '../../indexing/sources/same-source.ts';
import { parseManifest } from '../../libraries/manifest/parse.ts';
import { librariesOf } from '../../libraries/manifest/to-library.ts';
import type { ResolvedDependency } from '../../projects/resolve.ts';
import { planLibrary } from '../../projects/plan-library.ts';
import { wantedSources, type WantedSource } from '../../projects/wanted-sources.ts';
import { resourceName, type LibrarySpec } from '../../resources/library.ts';

/** A library that a manifest names, and the dependencies that it cannot name. */
interface Named {
  specs: LibrarySpec[];
  missing: ResolvedDependency[];
}

/** Returns a manifest (repos.yaml) with the libraries of a project at the versions in use. Pure. */
export function manifestOf(name: string, dependencies: readonly ResolvedDependency[]): string {
  const { specs, missing } = namedLibraries(dependencies);
  return manifestText(header(name, missing), specs);
}

/**
 * Joins the manifests of several projects: each repository once, with the versions of all of them. Throws ManifestError for a
 * file with mistakes, and LecternError for an entry of another type than git.
 */
export function joinManifests(files: readonly { name: string; text: string }[]): string {
  const joined: WantedSource[] = [];
  for (const { name, text } of files) {
    for (const { source, versions = [], aliases = [] } of librariesOf(parseManifest(text), {
      name,
    }).specs) {
      const { git } = source;
      if (!git) {
        const message = `${name} has an entry that is no Git repository; join manifests of projects only`;
        throw new LecternError('manifest_invalid', message);
      }
      const held = joined.find((one) => isSameSource(one.source, source));
      const refs = [...(git.branch ? [git.branch] : []), ...versions];
      if (held) {
        held.refs = [...new Set([...held.refs, ...refs])];
        held.aliases = [...new Set([...held.aliases, ...aliases])];
      } else {
        joined.push({ source: { git: { url: git.url } }, refs, aliases, members: [] });
      }
    }
  }
  const specs = joined.flatMap(specOf);
  return manifestText(
    ` The dependencies of ${files.length} projects. lectern manifest --join writes this file.`,
    specs,
  );
}

function manifestText(comment: string, specs: LibrarySpec[]): string {
  const repos = specs.map(({ source, versions, aliases }) => ({
    url: source.git?.url,
    ...(source.git?.branch && { branch: source.git.branch }),
    ...(versions && { versions }),
    ...(aliases && { aliases }),
  }));
  const document = new Document({ repos });
  const list = document.get('repos');
  if (list instanceof YAMLSeq && specs.length === 0) list.flow = true;
  document.commentBefore = comment;
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
  const specs = named.flatMap(specOf);
  const members = new Set(named.flatMap((one) => one.members));
  return { specs, missing: dependencies.filter((one) => !members.has(one)) };
}

function specOf({ source, refs, aliases }: WantedSource): LibrarySpec[] {
  const plan = planLibrary(undefined, { id: libraryId(source), source, refs, aliases });
  return plan.action === 'create' ? [plan.spec] : [];
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
