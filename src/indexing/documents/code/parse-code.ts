import { Parser } from 'web-tree-sitter';
import type { Language } from 'web-tree-sitter';
import type { DocumentParser, ParsedDocument, SourceDocument } from '../document.ts';
import { codeSections } from './code-sections.ts';
import type { CodeFile } from './code-symbol.ts';
import { isGeneratedOrMinified, isTestPath } from './excluded-code.ts';
import { createGrammarLoader } from './grammars.ts';
import type { GrammarLoader } from './grammars.ts';
import { languageOfPath } from './languages.ts';
import { moduleTitle } from './module-title.ts';
import { codeReaders } from './readers.ts';

const maxChars = 1_000_000;
const maxParseMs = 5000;
const smallFile = 8000;

let grammars: Promise<GrammarLoader> | undefined;

/**
 * Doc comments and signatures of a source file: one atomic section a documented public symbol. No sections for tests,
 * generated and minified files, other languages, files over 1 MB and those that take longer than 5 s to parse.
 */
export const parseCode: DocumentParser = async (document) => {
  const { path, content } = document;
  const language = languageOfPath(path);
  const empty = { title: document.title ?? path, sections: [] };
  if (!language || content.length > maxChars) return empty;
  if (isTestPath(path) || isGeneratedOrMinified(path, content)) return empty;
  // The runtime and the grammars are costly to start and hold no state of a document: one set a process.
  grammars ??= createGrammarLoader();
  const grammar = await (await grammars).load(language.grammar);
  const reader = codeReaders[language.reader];
  const file = readFile(document, grammar, reader.read);
  return file ? parsed(document, file) : empty;
};

type Read = (typeof codeReaders)[keyof typeof codeReaders]['read'];

function readFile(
  { path, content }: SourceDocument,
  grammar: Language,
  read: Read,
): CodeFile | undefined {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    const deadline = performance.now() + maxParseMs;
    const tree = parser.parse(content, null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (!tree) return undefined;
    try {
      return read(tree.rootNode, path);
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

function parsed(document: SourceDocument, file: CodeFile): ParsedDocument {
  const { path, content } = document;
  const language = languageOfPath(path)!;
  const title = document.title ?? (file.title || moduleTitle(path, language.reader));
  const reader = codeReaders[language.reader];
  const small = content.length <= smallFile;
  return { title, sections: codeSections(file, { title, fence: language.fence, reader, small }) };
}
