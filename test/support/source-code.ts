import type { ParsedDocument } from '../../src/indexing/documents/document.ts';
import { parseCode } from '../../src/indexing/documents/code/parse-code.ts';
import { codes } from './sections.ts';

/** Parses a source file. */
export async function parseSource(path: string, content: string): Promise<ParsedDocument> {
  return parseCode({ path, content, format: 'code', hash: '' });
}

/** Returns the names of the symbols of a source file with their signatures. */
export async function symbolsOf(path: string, content: string): Promise<string[][]> {
  const { sections } = await parseSource(path, content);
  return sections.map((section) => [section.headings.at(-1)!, codes(section)[0]?.code ?? '']);
}
