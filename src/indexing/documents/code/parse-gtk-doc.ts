import type { DocumentParser } from '../document.ts';
import { codeSections } from './code-sections.ts';
import { gtkDocParts } from './doc/gtk-doc-text.ts';
import { readGtkDoc, typePrefix } from './extract/gtk-doc.ts';

const maxChars = 2_000_000;
const style = { open: ' {', close: '}', comment: '//', end: ';', empty: ' {}' };

/**
 * Parses the comments for gtk-doc and gi-docgen in a source of C into one atomic section for each documented symbol, after the text
 * about the class or the section. Returns no sections for files over 2 MB.
 */
export const parseGtkDoc: DocumentParser = (document) => {
  const { path, content } = document;
  if (content.length > maxChars) return { title: document.title ?? path, sections: [] };
  const file = readGtkDoc(content, path);
  const title = document.title ?? file.title;
  const prefix = typePrefix(file);
  const docParts = (doc: string, fence: string) => gtkDocParts(doc, fence, prefix);
  const reader = { readText: readGtkDoc, docParts, style };
  return { title, sections: codeSections(file, { title, fence: 'c', reader, small: false }) };
};
