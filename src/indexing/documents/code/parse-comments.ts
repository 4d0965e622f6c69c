import type { DocumentParser, SourceDocument, ParsedDocument } from '../document.ts';
import { codeSections } from './code-sections.ts';
import { braces, rubyStyle, type CodeFile } from './code-symbol.ts';
import { gtkDocParts } from './doc/gtk-doc-text.ts';
import { rubyDocParts } from './doc/yard.ts';
import { readGtkDoc, typePrefix } from './extract/gtk-doc.ts';
import { readRubyC } from './extract/ruby-c.ts';
import type { LanguageStyle } from './readers.ts';

/**
 * Parses the comments for gtk-doc and gi-docgen in a source of C. Returns the text about the class or the section, and then an
 * atomic section for each documented symbol. Returns no sections for files over 2 MB.
 */
export const parseGtkDoc: DocumentParser = (document) =>
  parseComments(document, {
    fence: 'c',
    read: readGtkDoc,
    style: (file) => {
      const prefix = typePrefix(file);
      return { docParts: (doc, fence) => gtkDocParts(doc, fence, prefix), style: braces };
    },
  });

/**
 * Parses the comments for RDoc in an extension of Ruby in C into one atomic section for each documented method and class. Returns no
 * sections for files over 2 MB.
 */
export const parseRubyC: DocumentParser = (document) =>
  parseComments(document, {
    fence: 'ruby',
    read: readRubyC,
    style: () => ({ docParts: rubyDocParts, style: rubyStyle }),
  });

const maxChars = 2_000_000;

/** How to read the comments of a source without a grammar, and the language that they describe. */
interface CommentReader {
  fence: string;
  read: (content: string, path: string) => CodeFile;
  style: (file: CodeFile) => LanguageStyle;
}

function parseComments(
  document: SourceDocument,
  { fence, read, style }: CommentReader,
): ParsedDocument {
  const { path, content } = document;
  if (content.length > maxChars) return { title: document.title ?? path, sections: [] };
  const file = read(content, path);
  const title = document.title ?? file.title;
  return {
    title,
    sections: codeSections(file, { title, fence, reader: style(file), small: false }),
  };
}
