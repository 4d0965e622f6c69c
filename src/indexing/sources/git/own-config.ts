import type { Parser } from '../../parser.ts';
import type { RefNames } from './ref-name.ts';
import type { Repository, TreeEntry } from './repository.ts';
import {
  configName,
  emptyConfig,
  maxConfigBytes,
  type RepositoryConfig,
} from './repository-config.ts';

/** The repository's own configuration; one without content where it has none. */
export async function readOwnConfig(
  repository: Repository,
  entries: TreeEntry[],
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<RepositoryConfig> {
  const none = emptyConfig();
  const entry = entries.find(({ path, kind }) => path === configName && kind === 'file');
  if (!entry) return none;
  const size = (await repository.obtain([entry.oid], signal)).get(entry.oid);
  const tooLarge = { ...none, problems: [`it is larger than ${maxConfigBytes} bytes`] };
  if (size === undefined || size > maxConfigBytes) return tooLarge;
  for await (const content of repository.read([entry.oid], signal)) {
    if (content.length > maxConfigBytes) return tooLarge;
    return parser.run('repositoryConfig', content.toString('utf8'), { signal });
  }
  return none;
}

/** The versions a configuration names, without those that do not exist: one stale line must not fail every run. */
export async function existingVersions(
  repository: Repository,
  config: RepositoryConfig,
  signal: AbortSignal,
): Promise<{ versions: string[]; problems: string[] }> {
  if (config.versions.length === 0) return { versions: [], problems: [] };
  const { tags, branches }: RefNames = await repository.refs(signal);
  const names = new Set([...tags, ...branches]);
  const missing = config.versions.filter((version) => !names.has(version));
  return {
    versions: config.versions.filter((version) => names.has(version)),
    problems: missing.map((version) => `there is neither a tag nor a branch named ${version}`),
  };
}
