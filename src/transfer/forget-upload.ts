import type { Library } from '../resources/library.ts';
import type { UploadStore } from '../store/uploads.ts';

/** Removes what an import has stored for a library that goes. */
export function forgetUpload(
  uploads: Pick<UploadStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async ({ spec }) => {
    if (spec.source.import) await uploads.delete(spec.source.import.upload);
  };
}
