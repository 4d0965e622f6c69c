import { isGalleryPath } from '../documents/rst/gallery-program.ts';

/** The file that every folder of a gallery has: the text above its list of pages. */
const header = /^(.*\/)(?:GALLERY_HEADER\.\w+|README\.(?:rst|txt))$/i;

/**
 * Returns a filter for the programs of a repository that can be pages of Sphinx-Gallery: in a folder of examples with the header of a
 * gallery. Their content decides.
 */
export function galleryFilter(paths: Iterable<string>): (path: string) => boolean {
  const folders = new Set<string>();
  for (const path of paths) {
    const [, folder] = header.exec(path) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return (path) => isGalleryPath(path) && folders.has(path.slice(0, path.lastIndexOf('/') + 1));
}
