import { useMutation } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { bytes, counted } from '../../shared/format.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { exportedOf, type Chosen } from './chosen.ts';

const fileName = 'lectern-libraries.zip';

/** Downloads the bundle of some libraries. */
export function useExport() {
  return useMutation({
    async mutationFn(libraries: readonly Chosen[]) {
      const { data } = await http.POST('/api/export-libraries', {
        body: { libraries: libraries.map(exportedOf) },
        parseAs: 'blob',
      });
      if (!data) throw new Error('The server answered without a bundle.');
      return { bundle: data, libraries };
    },
    onSuccess({ bundle, libraries }) {
      save(bundle);
      const what = counted(libraries.length, 'library', 'libraries');
      showSuccess(`${fileName} has ${what} and ${bytes(bundle.size)}.`);
    },
    onError: showFailure,
  });
}

/** Downloads data that the page already has. */
function save(bundle: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bundle);
  link.download = fileName;
  link.click();
  // The download has its own reference to the data by now.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
