import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { annotations, type Library } from '../../resources/library.ts';

/**
 * Whether a run may read its source from this machine's disk: the Library came from the operator's own manifest or command
 * line, or its path lies under a folder the operator opened to everybody. Links are followed before the paths are compared.
 */
export async function mayReadLocally(
  { metadata, spec }: Library,
  localRoots: readonly string[],
): Promise<boolean> {
  if (metadata.annotations?.[annotations.allowLocal] === 'true') return true;
  const path = pathOf(spec.source.git?.url ?? '');
  if (!isAbsolute(path)) return false;
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return false;
  const roots = await Promise.all(localRoots.map((root) => realpath(root).catch(() => undefined)));
  return roots.some((root) => root !== undefined && isInside(root, target));
}

/** What a file URL names on this machine; everything else as it is. */
function pathOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    // A file on another host, or a URL that is none.
    return '';
  }
}

function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return !way.startsWith('..') && !isAbsolute(way);
}
