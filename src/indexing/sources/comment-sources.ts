import { ansibleFilter } from '../documents/ansible/ansible-file.ts';
import { gtkDocFilter } from '../documents/code/gtk-doc-file.ts';
import { rubyCFilters } from '../documents/code/ruby-c-file.ts';
import type { DocumentFormat } from '../documents/document.ts';

/** Sources of which only comments or the texts of plugins are read. */
export interface CommentSources {
  /** Returns the format of what is read of a source; undefined for other files. */
  commentFormat: (path: string) => DocumentFormat | undefined;
  /** Returns whether files of a format are source code, which is read if a repository has no other documentation. */
  isCode: (format: DocumentFormat) => boolean;
}

/** Returns the sources among the files of a repository whose comments gtk-doc or RDoc reads, and the plugins of Ansible. */
export function commentSources(paths: readonly string[]): CommentSources {
  const isGtkDoc = gtkDocFilter(paths);
  const isPlugin = ansibleFilter(paths);
  const { isExtension, isPublished } = rubyCFilters(paths);
  return {
    commentFormat: (path) => {
      if (isGtkDoc(path)) return 'gtk-doc';
      if (isPlugin(path)) return 'ansible';
      return isExtension(path) ? 'ruby-c' : undefined;
    },
    isCode: (format) => format === 'code' || (format === 'ruby-c' && !isPublished),
  };
}
