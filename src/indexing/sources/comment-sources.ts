import { gtkDocFilter } from '../documents/code/gtk-doc-file.ts';
import { rubyCFilters } from '../documents/code/ruby-c-file.ts';
import type { DocumentFormat } from '../documents/document.ts';

/** Sources of C of which only comments are read. */
export interface CommentSources {
  /** Returns the format of the comments of a source; undefined for other files. */
  commentFormat: (path: string) => DocumentFormat | undefined;
  /** Returns whether files of a format are source code, which is read if a repository has no other documentation. */
  isCode: (format: DocumentFormat) => boolean;
}

/** Returns the sources of C among the files of a repository whose comments gtk-doc or RDoc reads. */
export function commentSources(paths: readonly string[]): CommentSources {
  const isGtkDoc = gtkDocFilter(paths);
  const { isExtension, isPublished } = rubyCFilters(paths);
  return {
    commentFormat: (path) => {
      if (isGtkDoc(path)) return 'gtk-doc';
      return isExtension(path) ? 'ruby-c' : undefined;
    },
    isCode: (format) => format === 'code' || (format === 'ruby-c' && !isPublished),
  };
}
