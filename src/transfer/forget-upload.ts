import { resourceName, type Library } from '../resources/library.ts';
import type { UploadStore } from '../store/uploads.ts';

/** Removes what somebody has sent for a library that goes. */
export function forgetUpload(
  uploads: Pick<UploadStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async ({ spec }) => {
    const { source, id } = spec;
    const name = source.import?.upload ?? source.openapi?.upload?.name;
    // Whoever writes a Library by hand may name what belongs to another.
    if (name?.startsWith(`${resourceName(id)}-`)) await uploads.delete(name);
  };
}
