/** Name patterns of files that describe a project, and of the folder that some must lie in, by what they are. */
const kinds: readonly [kind: DescribingKind, name: RegExp, folder?: RegExp][] = [
  ['mkdocs', /^mkdocs\.ya?ml$/],
  ['docusaurus', /^docusaurus\.config\.[cm]?[jt]s$/],
  // VuePress and Rspress have the same properties.
  ['vitepress', /^config\.[cm]?[jt]s$/, /^\.(?:vite|vue)press$/],
  ['vitepress', /^rspress\.config\.[cm]?[jt]s$/],
  ['starlight', /^astro\.config\.[cm]?[jt]s$/],
  ['mintlify', /^(?:docs|mint)\.json$/],
  ['fern', /^docs\.yml$/, /^fern$/],
  ['gitbook', /^book\.json$/],
  ['docfx', /^docfx\.json$/],
  ['mdbook', /^book\.toml$/],
  ['hugo', /^hugo\.ya?ml$/],
  ['zola', /^(?:hugo|zola|config)\.toml$/],
  ['jekyll', /^_config\.ya?ml$/],
  ['antora', /^antora\.yml$/],
  ['sphinx', /^conf\.py$/],
  ['npm', /^package\.json$/],
  ['python', /^pyproject\.toml$/],
  ['setup', /^setup\.cfg$/],
  ['setupScript', /^setup\.py$/],
  ['cargo', /^Cargo\.toml$/],
  ['composer', /^composer\.json$/],
  ['gem', /^[\w-]+\.gemspec$/],
  ['mix', /^mix\.exs$/],
  ['maven', /^pom\.xml$/],
  ['go', /^go\.mod$/],
  ['dotnet', /^[\w.-]+\.csproj$/],
  ['readme', /^readme(?:\.(?:md|markdown|rst|adoc|txt))?$/i],
];

/** The kind of a file that describes a project. */
export type DescribingKind =
  | 'mkdocs'
  | 'docusaurus'
  | 'vitepress'
  | 'starlight'
  | 'mintlify'
  | 'fern'
  | 'gitbook'
  | 'docfx'
  | 'mdbook'
  | 'hugo'
  | 'zola'
  | 'jekyll'
  | 'antora'
  | 'sphinx'
  | 'npm'
  | 'python'
  | 'setup'
  | 'setupScript'
  | 'cargo'
  | 'composer'
  | 'gem'
  | 'mix'
  | 'maven'
  | 'go'
  | 'dotnet'
  | 'readme';

/** Maximum number of files that are read. */
const maxFiles = 40;
/** Maximum bytes of a file that is read. */
export const maxDescribingBytes = 200_000;

const maxDepth = 3;
/** Folders whose manifests belong to another project or to a sample. */
const foreign =
  /(?:^|\/)(?:node_modules|vendor|third[-_]?party|(?:\w+_)?tests?|__tests__|testdata|fixtures?|examples?|samples?|demos?|playgrounds?|(?:\w+_)?templates?|e2e|bench(?:marks)?|\.(?!(?:vite|vue)press\/)[^/]+)\//i;

/** Returns the kind of a file that describes a project; undefined for every other file. */
export function describingKind(path: string): DescribingKind | undefined {
  const parts = path.split('/');
  const name = parts.at(-1)!;
  const around = parts.at(-2) ?? '';
  const kind = kinds.find(
    ([, pattern, folder]) => pattern.test(name) && (folder === undefined || folder.test(around)),
  )?.[0];
  if (kind === undefined) return undefined;
  if (parts.length > maxDepth + 1 || foreign.test(path)) return undefined;
  return kind === 'readme' && parts.length > 1 ? undefined : kind;
}

/** Returns the files that describe a project, those nearest to the root first, at most 40. */
export function describingFiles<Entry extends { path: string }>(
  entries: readonly Entry[],
): Entry[] {
  return entries
    .filter(({ path }) => describingKind(path) !== undefined)
    .sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
    .slice(0, maxFiles);
}

function depth(path: string): number {
  return path.split('/').length;
}
