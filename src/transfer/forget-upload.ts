import { resourceName, type Library, type LibrarySpec } from '../resources/library.ts';
import type { UploadStore } from '../store/uploads.ts';

/** Removes what somebody has sent for a library that goes. */
export function forgetUpload(
  uploads: Pick<UploadStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async ({ spec }) => {
    const name = uploadOf(spec);
    if (name !== undefined) await uploads.delete(name);
  };
}

/** Name of the upload that a library was made of. Whoever writes a Library by hand may name what belongs to another. */
export function uploadOf({ id, source }: LibrarySpec): string | undefined {
  const name = source.import?.upload ?? source.openapi?.upload?.name;
  return name?.startsWith(`${resourceName(id)}-`) ? name : undefined;
}
