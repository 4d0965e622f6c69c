import type { DocumentFormat } from '../documents/document.ts';
import { createFileFilter, type FilterSettings } from './filter.ts';
import { formatOf } from './formats.ts';

export interface SelectSettings extends FilterSettings {
  /** Reads source code besides the documentation; without it, code is read only where there is no documentation. */
  indexSourceCode?: boolean;
}

/** Of the files of a repository, those to read and how, in the order given. */
export function selectFiles<File extends { path: string }>(
  files: Iterable<File>,
  settings: SelectSettings,
): (File & { format: DocumentFormat })[] {
  const readable = [...files].flatMap((file) => {
    const format = formatOf(file.path);
    return format ? [{ ...file, format }] : [];
  });
  const isWanted = createFileFilter(settings);
  const documents = readable.filter(({ path, format }) => format !== 'code' && isWanted(path));
  // What is only named like an API description does not make a repository documented.
  const documented = documents.some(({ format }) => format !== 'openapi');
  if (documented && !settings.indexSourceCode) return documents;
  return readable.filter(({ path }) => isWanted(path));
}
