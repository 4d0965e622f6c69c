/** Documents, and further ones with the same content. */
export interface WithCopies<File> {
  originals: File[];
  /** Copies by their original. */
  copies: Map<File, File[]>;
}

/** Separates documents from copies with the same blob. The original is the one in the outermost folder. */
export function separateCopies<File extends { path: string; oid: string }>(
  files: readonly File[],
): WithCopies<File> {
  const originals = new Set<File>();
  const copies = new Map<File, File[]>();
  for (const same of Map.groupBy(files, ({ oid }) => oid).values()) {
    const original = same.reduce((best, file) => (isOutside(file, best) ? file : best));
    originals.add(original);
    if (same.length > 1)
      copies.set(
        original,
        same.filter((file) => file !== original),
      );
  }
  return { originals: files.filter((file) => originals.has(file)), copies };
}

function isOutside(file: { path: string }, other: { path: string }): boolean {
  const depths = [file, other].map(({ path }) => path.split('/').length);
  return depths[0]! < depths[1]!;
}
