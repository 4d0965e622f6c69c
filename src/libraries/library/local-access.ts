import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { annotations, type Library } from '../../resources/library.ts';

/**
 * Returns whether a run may read its source from the local disk: the Library comes from the operator's own manifest or command
 * line, or its path is in one of `localRoots`. Resolves links before it compares paths.
 */
export async function mayReadLocally(
  { metadata, spec }: Library,
  localRoots: readonly string[],
): Promise<boolean> {
  const isAllowed = metadata.annotations?.[annotations.allowLocal] === 'true';
  if (isAllowed && !metadata.isForeign) return true;
  const path = pathOf(spec.source.git?.url ?? '');
  if (!isAbsolute(path)) return false;
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return false;
  const roots = await Promise.all(localRoots.map((root) => realpath(root).catch(() => undefined)));
  return roots.some((root) => root !== undefined && isInside(root, target));
}

/** Returns the path of a file URL, and other text unchanged. */
function pathOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    // The URL is invalid, or names another host.
    return '';
  }
}

function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return !way.startsWith('..') && !isAbsolute(way);
}
