import { messageOf } from '../base/errors.ts';
import { createConcurrencyLimit } from '../base/concurrency-limit.ts';
import type { Dependency, PackageFacts } from './dependency.ts';
import { resolveDependency, type FoundTag, type ResolvedDependency } from './resolve.ts';

/** A tag of a repository and its commit. */
export interface RepositoryTag {
  name: string;
  commit: string;
}

/** What reads packages and repositories. */
export interface ResolvePorts {
  /** Returns what is known of each package. */
  locate: (
    dependencies: readonly Dependency[],
    onProgress: (done: number) => void,
  ) => Promise<ReadonlyMap<Dependency, PackageFacts>>;
  /** Returns the tags of a repository. Throws an error whose message says why they cannot be read. */
  tagsOf: (url: string) => Promise<RepositoryTag[]>;
  /** Finds the tag of a version. */
  findTag: (
    dependency: { name: string; version: string; commit?: string; directory?: string },
    tags: readonly RepositoryTag[],
  ) => FoundTag;
}

/** How far a project is resolved. */
export interface ResolveProgress {
  step: 'packages' | 'tags';
  done: number;
  total: number;
}

export interface ResolveOptions {
  /** Takes the nearest tag of a version that has none. */
  useNearest: boolean;
  onProgress: (progress: ResolveProgress) => void;
  signal: AbortSignal;
}

/** Repositories whose tags are read at a time, in all and of one host. */
const parallelRepositories = 8;
const parallelOfHost = 6;

/** Finds the source of the documentation of each dependency. Reads the tags of each repository once. */
export async function resolveProject(
  dependencies: readonly Dependency[],
  { locate, tagsOf, findTag }: ResolvePorts,
  { useNearest, onProgress, signal }: ResolveOptions,
): Promise<ResolvedDependency[]> {
  const total = dependencies.length;
  const located = await locate(dependencies, (done) =>
    onProgress({ step: 'packages', done, total }),
  );
  const urls = new Set(
    dependencies
      .filter(({ version }) => version !== '')
      .flatMap((one) => located.get(one)?.repository?.url ?? []),
  );
  const limit = createConcurrencyLimit({ total: parallelRepositories, perKey: parallelOfHost });
  const tags = new Map<string, RepositoryTag[] | { problem: string }>();
  await Promise.all(
    [...urls].map((url) =>
      limit(URL.parse(url)?.host ?? url, signal, async () => {
        const read = await tagsOf(url).catch((error: unknown) => {
          signal.throwIfAborted();
          return { problem: messageOf(error) };
        });
        tags.set(url, read);
        onProgress({ step: 'tags', done: tags.size, total: urls.size });
      }),
    ),
  );
  return dependencies.map((dependency) => {
    const facts = located.get(dependency) ?? {};
    const found = tagIn(tags.get(facts.repository?.url ?? ''));
    return resolveDependency(dependency, { facts, ...(found && { found }), useNearest });

    function tagIn(read: RepositoryTag[] | { problem: string } | undefined): FoundTag | undefined {
      if (!read || 'problem' in read) return read;
      const { name, version } = dependency;
      const commit = dependency.git?.commit ?? facts.commit;
      const directory = facts.repository?.directory;
      return findTag(
        {
          name,
          version,
          ...(commit !== undefined && { commit }),
          ...(directory !== undefined && { directory }),
        },
        read,
      );
    }
  });
}
