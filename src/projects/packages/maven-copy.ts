import { join } from 'node:path';
import { selectFiles } from '../../indexing/sources/filter.ts';
import { pathsInJar } from '../../indexing/sources/git/jar-repository.ts';
import { pomPath, type MavenArtifact } from '../formats/maven-artifact.ts';
import { installedExcludes } from '../installed-excludes.ts';
import { realWithin } from './read-within.ts';

const pageFormats: ReadonlySet<string> = new Set(['markdown', 'rst', 'asciidoc']);

/**
 * Returns the jar that documents an artifact in the local Maven repository: the one of its sources, or its own if that has pages;
 * undefined if there is neither. Most jars have classes, licenses and texts that their program prints.
 */
export async function mavenCopy(
  repository: string,
  artifact: MavenArtifact,
  signal: AbortSignal,
): Promise<string | undefined> {
  const base = join(repository, pomPath(artifact).replace(/\.pom$/, ''));
  const sources = await realWithin(repository, `${base}-sources.jar`);
  if (sources !== undefined && (await documents(sources, signal)).length > 0) return sources;
  const jar = await realWithin(repository, `${base}.jar`);
  if (jar === undefined) return undefined;
  const pages = (await documents(jar, signal)).filter(
    ({ path, format }) => pageFormats.has(format) && /^(?:META-INF\/|[^/]+$)/.test(path),
  );
  return pages.length > 0 ? jar : undefined;
}

async function documents(
  jar: string,
  signal: AbortSignal,
): Promise<ReturnType<typeof selectFiles>> {
  const paths = await pathsInJar(jar, signal);
  const files = paths.map((path) => ({ path }));
  return selectFiles(files, { excludeFiles: installedExcludes, indexSourceCode: true });
}
