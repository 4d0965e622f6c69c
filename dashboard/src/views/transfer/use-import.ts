import { useMutation } from '@tanstack/react-query';
import { http, queries } from '../../api/client.ts';
import type { Paths } from '../../api/paths.gen.ts';
import { showSuccess } from '../../shared/notify.ts';

/** The result of an import. */
export type Imported =
  Paths['/api/import-libraries']['post']['responses'][202]['content']['application/json'];

interface Importing {
  file: File;
  /** Whether the import replaces existing libraries. */
  force: boolean;
}

/** Sends a bundle, or the JSON of an export. */
export function useImport() {
  return useMutation({
    async mutationFn({ file, force }: Importing): Promise<Imported> {
      const isJson = file.name.toLowerCase().endsWith('.json');
      const { data } = await http.POST('/api/import-libraries', {
        params: { query: { force: force ? 'true' : 'false' } },
        // Sends the file without reading it into the memory of the page.
        body: {} as never,
        bodySerializer: () => (isJson ? file : formOf(file)),
        ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
      });
      if (!data) throw new Error('The server answered without saying what it did.');
      return data;
    },
    async onSuccess({ message }) {
      showSuccess(message);
      await queries.invalidateQueries({ queryKey: ['get', '/api/v1/libraries'] });
    },
  });
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('bundleFile', file);
  return form;
}
