import { dirname } from 'node:path';
import { openFolder } from './folder-repository.ts';
import { isJar, openJar } from './jar-repository.ts';
import { findLayout } from './local-layout.ts';
import { openLocal } from './local-repository.ts';
import { fileTemplate, linkTemplate, pageOf, publishedTemplate } from './hosts.ts';
import type { GitLocation } from './location.ts';
import { openIsomorphicLocal } from './isomorphic/local.ts';
import { openIsomorphicRemote } from './isomorphic/remote.ts';
import { isPythonDistribution, openPythonDistribution } from './python-distribution.ts';
import { openRemote } from './remote-repository.ts';
import type { Repository, RepositoryOptions } from './repository.ts';
import type { Toolbox } from './toolbox.ts';

/** A repository and the addresses of its files. The code that opens a repository closes it. */
export interface OpenedRepository {
  repository: Repository;
  /** See Snapshot. '{path}' alone if the repository has no page. */
  linkTemplate: string;
}

/** Opens a repository with git, with isomorphic-git, as a folder, or as a jar. Throws RunError. */
export async function openRepository(
  location: GitLocation,
  options: RepositoryOptions,
  { program, env }: Toolbox,
): Promise<OpenedRepository> {
  if (location.kind === 'local') return openPath(location.path, options, { program, env });
  const repository = program
    ? await openRemote(location, { ...options, program, env })
    : await openIsomorphicRemote(location, options);
  const page = pageOf(location.url);
  return { repository, linkTemplate: page ? linkTemplate(page, repository.revision) : '{path}' };
}

async function openPath(
  path: string,
  options: RepositoryOptions,
  { program, env }: Toolbox,
): Promise<OpenedRepository> {
  if (await isJar(path)) {
    return { repository: await openJar(path, options), linkTemplate: fileTemplate(path) };
  }
  const layout = await findLayout(path);
  if (!layout && isPythonDistribution(path)) {
    const repository = await openPythonDistribution(path, options);
    return { repository, linkTemplate: fileTemplate(dirname(path)) };
  }
  if (!layout) {
    return { repository: await openFolder(path, options), linkTemplate: fileTemplate(path) };
  }
  if (!program) {
    const repository = await openIsomorphicLocal(path, layout, options.ref);
    return { repository, linkTemplate: fileTemplate(path) };
  }
  const repository = await openLocal(path, layout, { ...options, program, env });
  const { publishedAt, revision } = repository;
  const published =
    publishedAt === undefined ? undefined : publishedTemplate(publishedAt, revision);
  return { repository, linkTemplate: published ?? fileTemplate(path) };
}
