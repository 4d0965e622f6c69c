import type { SourceDocument } from '../../documents/document.ts';
import { Places, type References } from '../../documents/references/places.ts';
import { canRefer, referenceReader } from '../../documents/references/reference-readers.ts';
import { maxBytesOf, type SourceLimits } from '../source.ts';
import { readWithIncludes, type IncludesByPath, type ReadFile } from './included-files.ts';
import { decodeFile, type SelectedFile } from './read-file.ts';
import type { Repository } from './repository.ts';

interface CollectOptions {
  /** All documents of the source. */
  files: readonly SelectedFile[];
  found: IncludesByPath;
  repository: Repository;
  limits: SourceLimits;
  signal: AbortSignal;
}

/**
 * Returns the places to which documents can refer. Reads all documents only if one of those that changed has a reference, and fetches
 * those of them that did not change.
 */
export async function collectPlaces(
  changed: readonly SelectedFile[],
  { files, found, repository, limits, signal }: CollectOptions,
): Promise<Places> {
  const places = new Places();
  const changedOnes = changed.filter(({ format }) => canRefer(format));
  if (!(await someRefer(readWithIncludes(changedOnes, found, { repository, signal }))))
    return places;
  const all = files.filter(({ format }) => canRefer(format));
  const sizes = await repository.obtain([...new Set(all.map(({ oid }) => oid))], signal);
  let bytes = 0;
  const readable = all.filter(({ oid, format }) => {
    const size = sizes.get(oid) ?? Infinity;
    if (size > maxBytesOf(format, limits)) return false;
    bytes += size;
    return bytes <= limits.maxTotalBytes;
  });
  const none: IncludesByPath = new Map();
  for await (const { file, content } of readWithIncludes(readable, none, { repository, signal })) {
    const { path, format } = file;
    const document = { path, format, content: decodeFile(content, format) };
    places.add(path, referenceReader(document)?.places(document) ?? []);
  }
  return places;
}

async function someRefer(documents: AsyncIterable<ReadFile>): Promise<boolean> {
  for await (const read of documents) if (referencesOf(read).size > 0) return true;
  return false;
}

/** Returns the references in a document and in the files that it includes. */
function referencesOf({ file, content, included }: ReadFile): References {
  const { path, format } = file;
  if (!canRefer(format)) return new Map();
  const text = decodeFile(content, format);
  const reader = referenceReader({ format, content: text });
  const texts = reader ? [text, ...Object.values(included)] : [];
  return new Map(texts.flatMap((one) => [...reader!.references({ path, content: one })]));
}

/** Returns the titles that a document shows of the places to which it refers, and the paths of the documents that have them. */
export function referencedTitles(
  read: ReadFile,
  places: Places,
): Pick<SourceDocument, 'titles'> & { titled: string[] } {
  if (places.isEmpty) return { titled: [] };
  const { titles, titled } = places.titlesFor(referencesOf(read), read.file.path);
  return { ...(Object.keys(titles).length > 0 && { titles }), titled };
}
