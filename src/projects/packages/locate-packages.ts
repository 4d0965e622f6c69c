import { createConcurrencyLimit } from '../../base/concurrency-limit.ts';
import type { Dependency, PackageFacts } from '../dependency.ts';
import { goModuleRepository, repositoryAddress } from '../repository-address.ts';
import type { IndexReader } from './index-facts.ts';
import { installedFacts, whyNotInstalled, type Places } from './installed.ts';

interface LocateOptions extends Places {
  /** The indexes of the ecosystems. Absent: asks no index. */
  index?: IndexReader | undefined;
  /** Called after each package. */
  onProgress?: (done: number) => void;
}

const maxParallel = 8;

/** Returns what is known of each dependency: from its installed copy first, then from the index of its ecosystem. */
export async function locatePackages(
  dependencies: readonly Dependency[],
  options: LocateOptions,
): Promise<Map<Dependency, PackageFacts>> {
  const limit = createConcurrencyLimit({ total: maxParallel, perKey: maxParallel });
  const found = new Map<Dependency, PackageFacts>();
  let done = 0;
  await Promise.all(
    dependencies.map((dependency) =>
      limit('', options.signal, async () => {
        found.set(dependency, await locate(dependency, options));
        done += 1;
        options.onProgress?.(done);
      }),
    ),
  );
  return new Map(dependencies.map((dependency) => [dependency, found.get(dependency) ?? {}]));
}

async function locate(dependency: Dependency, options: LocateOptions): Promise<PackageFacts> {
  const { git } = dependency;
  if (git) {
    const repository = repositoryAddress(git.url);
    if (!repository) return { problem: 'the lock file names an address that is no Git repository' };
    return { repository, ...(git.commit !== undefined && { commit: git.commit }) };
  }
  const installed = await installedFacts(dependency, options);
  if (installed?.repository) return installed;
  const { source } = dependency;
  const locked = source && repositoryAddress(source.url);
  if (locked) {
    const commit = source.commit === undefined ? {} : { commit: source.commit };
    return { ...withoutProblem(installed), repository: locked, ...commit };
  }
  const facts = options.index
    ? { ...withoutProblem(installed), ...(await options.index.factsOf(dependency)) }
    : (installed ?? { problem: await whyNotInstalled(dependency, options) });
  return facts.repository ? facts : { ...facts, ...byPath(dependency) };
}

function withoutProblem(facts: PackageFacts | undefined): PackageFacts {
  const { problem: _, ...others } = facts ?? {};
  return others;
}

/** Returns the repository that the path of a Go module names, also of a module that no index knows. */
function byPath({ ecosystem, name }: Dependency): PackageFacts {
  const repository = ecosystem === 'go' ? goModuleRepository(name) : undefined;
  return repository ? { repository } : {};
}
