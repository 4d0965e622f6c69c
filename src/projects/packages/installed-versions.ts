import type { Dependency } from '../dependency.ts';
import { installedFacts, type Places } from './installed.ts';

/** Returns the dependencies. One with several versions in its lock file has the version that is installed. */
export async function withInstalledVersions(
  dependencies: readonly Dependency[],
  places: Places,
): Promise<Dependency[]> {
  const settled: Dependency[] = [];
  for (const dependency of dependencies) settled.push(await settle(dependency, places));
  return settled;
}

async function settle(dependency: Dependency, places: Places): Promise<Dependency> {
  for (const version of dependency.candidates ?? []) {
    const candidate = { ...dependency, version };
    if (await installedFacts(candidate, places)) return candidate;
  }
  return dependency;
}
