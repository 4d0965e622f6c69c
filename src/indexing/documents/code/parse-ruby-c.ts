import type { DocumentParser } from '../document.ts';
import { codeSections } from './code-sections.ts';
import { rubyDocParts } from './doc/yard.ts';
import { readRubyC } from './extract/ruby-c.ts';

const maxChars = 2_000_000;
const style = { open: '', close: 'end', comment: '#', end: '', empty: '; end' };

/**
 * Parses the comments for RDoc in an extension of Ruby in C into one atomic section for each documented method and class. Returns no
 * sections for files over 2 MB.
 */
export const parseRubyC: DocumentParser = (document) => {
  const { path, content } = document;
  if (content.length > maxChars) return { title: document.title ?? path, sections: [] };
  const file = readRubyC(content, path);
  const title = document.title ?? file.title;
  const reader = { readText: readRubyC, docParts: rubyDocParts, style };
  return { title, sections: codeSections(file, { title, fence: 'ruby', reader, small: false }) };
};
