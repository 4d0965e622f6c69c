import { messageOf } from '../base/errors.ts';
import { createConcurrencyLimit } from '../base/concurrency-limit.ts';
import { isCommitId } from '../indexing/sources/git/ref-name.ts';
import type { Dependency, PackageFacts } from './dependency.ts';
import { resolveDependency, type FoundSource, type ResolvedDependency } from './resolve.ts';
import { findTag, type FoundTag, type Tag } from './tags.ts';

/** What reads packages and repositories. */
export interface ResolvePorts {
  /** Returns what is known of each package. */
  locate: (
    dependencies: readonly Dependency[],
    onProgress: (done: number) => void,
  ) => Promise<ReadonlyMap<Dependency, PackageFacts>>;
  /** Returns the tags of a repository. Throws an error whose message says why they cannot be read. */
  tagsOf: (url: string) => Promise<Tag[]>;
}

/** How far a project is resolved. */
export interface ResolveProgress {
  step: 'packages' | 'tags';
  done: number;
  total: number;
}

interface ResolveOptions {
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
  { locate, tagsOf }: ResolvePorts,
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
  const tags = new Map<string, Tag[] | { problem: string }>();
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
    const found = foundIn(tags.get(facts.repository?.url ?? ''), dependency, facts);
    return resolveDependency(dependency, { facts, ...(found && { found }), useNearest });
  });
}

/** Returns the tag of a dependency; if no tag fits, the commit of its version, if that is known. */
function foundIn(
  read: Tag[] | { problem: string } | undefined,
  { name, version, git }: Dependency,
  { commit: reported, repository, tag }: PackageFacts,
): FoundSource | undefined {
  if (!read || 'problem' in read) return read;
  const commit = git?.commit ?? reported;
  const known = {
    repository: (repository?.url ?? '')
      .split('/')
      .at(-1)!
      .replace(/\.git$/, ''),
    ...(tag !== undefined && { tag }),
    ...(commit !== undefined && { commit }),
    ...(repository?.directory !== undefined && { directory: repository.directory }),
  };
  return withCommit(findTag({ name, version, ...known }, read), commit, read);
}

/** Replaces a missing tag, or the first digits of a commit, by the id of the commit. */
function withCommit(found: FoundTag, commit: string | undefined, tags: Tag[]): FoundSource {
  if ('tag' in found) return found;
  // A pseudo-version of Go has the first 12 digits of its commit.
  const [begin, otherwise] = 'commit' in found ? [found.commit, {}] : [commit, found];
  if (begin === undefined) return otherwise;
  const ids = [commit ?? '', ...tags.map((tag) => tag.commit)];
  const full = ids.find((id) => isCommitId(id) && id.startsWith(begin));
  return full === undefined ? otherwise : { tag: full };
}
