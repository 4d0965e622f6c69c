import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import { RunError } from '../../../base/errors.ts';
import type { DocumentParser, ParsedDocument, SourceDocument } from '../document.ts';
import { codeSections } from './code-sections.ts';
import { exampleDocument, exampleName, wholeExample } from './example-file.ts';
import type { CodeFile } from './code-symbol.ts';
import { isExcludedPath, isGeneratedOrMinified, isTestPath } from './excluded-code.ts';
import { isObjectiveC } from './extract/objective-c.ts';
import { languageOfPath, objectiveC } from './languages.ts';
import type { CodeLanguage } from './languages.ts';
import { codeReaders, type TreeReader } from './readers.ts';

const maxChars = 1_000_000;
/** Milliseconds of processor time: five times the time for 1 MB of ordinary code. */
const maxParseMs = 1500;
/**
 * Maximum bytes of the grammars' memory. It begins with 34 MB, which is enough for 1 MB of ordinary
 * code.
 */
const maxMemory = 96_000_000;
/** Maximum number of open brackets, with those in strings and comments. */
const maxOpen = 2000;
const smallFile = 8000;

let grammars: Promise<GrammarLoader> | undefined;

/**
 * Parses doc comments and signatures of a source file into one atomic section for each documented
 * public symbol. Returns no sections for tests, generated and minified files and other languages.
 * Throws RunError for files over 1 MB, for brackets that are never closed, and if a grammar takes too
 * much time or memory. If nothing fits together, a grammar tries all ways to repair the code.
 */
export const parseCode: DocumentParser = async (document) => {
  const { path, content } = document;
  const language = languageOf(path, content);
  const empty = { title: document.title ?? path, sections: [] };
  if (!language) return empty;
  if (isTestPath(path) || isExcludedPath(path) || isGeneratedOrMinified(content)) return empty;
  if (content.length > maxChars) {
    throw new RunError('TooLarge', `the source code has more than ${maxChars} characters`);
  }
  if (nestsTooDeep(content)) {
    throw new RunError('Malformed', `more than ${maxOpen} of its brackets are never closed`);
  }
  const reader = codeReaders[language.reader];
  if ('readText' in reader) {
    return parsed(document, reader.readText(content, path), language);
  }
  // The runtime and the grammars start slowly and keep no state of a document, so a process has one
  // set.
  grammars ??= createGrammarLoader();
  const { load, memory } = await grammars;
  const grammar = await load(language.grammar!);
  const source = { path, content: reader.prepare?.(content) ?? content };
  return parsed(document, symbolsOf(source, { grammar, memory, read: reader.read }), language);
};

function languageOf(path: string, content: string): CodeLanguage | undefined {
  return isObjectiveC(path, content) ? objectiveC : languageOfPath(path);
}

type Read = TreeReader['read'];

interface CodeGrammar {
  grammar: Language;
  /** Returns the bytes of the runtime's memory. */
  memory: () => number;
  read: Read;
}

function symbolsOf(
  { path, content }: Pick<SourceDocument, 'path' | 'content'>,
  { grammar, memory, read }: CodeGrammar,
): CodeFile {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    const since = process.threadCpuUsage();
    // The memory does not shrink after a document that needed much of it.
    const mostMemory = Math.max(maxMemory, memory());
    let exceeded = '';
    const tree = parser.parse(content, null, {
      progressCallback: () => {
        const { user, system } = process.threadCpuUsage(since);
        if ((user + system) / 1000 > maxParseMs) {
          exceeded = `longer than ${maxParseMs / 1000} seconds of processor time`;
        } else if (memory() > mostMemory) {
          exceeded = `more than ${Math.round(mostMemory / 1e6)} MB of memory`;
        }
        return exceeded !== '';
      },
    });
    if (!tree) throw new RunError('TooLarge', `its grammar takes ${exceeded} to read it`);
    try {
      return read(tree.rootNode, path);
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

/** Returns true if more brackets open than close. A grammar keeps all of them on its stack and takes gigabytes to give up. */
function nestsTooDeep(content: string): boolean {
  let open = 0;
  let angles = 0;
  for (const [mark] of content.matchAll(/[()[\]{}<>;]/g)) {
    if (mark === '<') angles += 1;
    else if (mark === '>') angles = Math.max(0, angles - 1);
    else if (mark !== ';') open = Math.max(0, open + ('([{'.includes(mark) ? 1 : -1));
    // A comparison looks like an open bracket until its statement ends.
    if (';{}'.includes(mark)) angles = 0;
    if (open > maxOpen || angles > maxOpen) return true;
  }
  return false;
}

function parsed(document: SourceDocument, file: CodeFile, language: CodeLanguage): ParsedDocument {
  const { path, content } = document;
  const title = document.title ?? (file.title || moduleTitle(path, language.reader));
  const reader = codeReaders[language.reader];
  const small = content.length <= smallFile;
  const example = exampleName(path);
  if (example !== undefined && content.length <= wholeExample) {
    return exampleDocument(file, { title: `Example: ${example}`, content, language });
  }
  const fence = file.fence ?? language.fence;
  return { title, sections: codeSections(file, { title, fence, reader, small }) };
}

const layoutFolders = new Set(['src', 'lib', 'python', 'packages', 'crates', 'main', 'pkg']);
const indexNames = new Set(['index', '__init__', 'mod', 'lib', 'main']);

/** The folder of a package of Python among others, which is no module: `libs/saw-core/` of `libs/saw-core/saw/cut.py`. */
const packageFolder = /^(?:libs|packages)\/[^/]+\/(?=[^/]+\/)/;

/** Returns a module's name as its users write it, from its path: `requests.api`, `tower::retry`, `zod/types`. */
function moduleTitle(path: string, reader: CodeLanguage['reader']): string {
  const inside = reader === 'python' ? path.replace(packageFolder, '') : path;
  const parts = inside.split('/').filter((part) => part !== '');
  const file = (parts.pop() ?? path).replace(/(\.d)?\.[^.]+$/, '');
  const folders = parts.filter((part) => !layoutFolders.has(part));
  const names = indexNames.has(file) && folders.length > 0 ? folders : [...folders, file];
  if (reader === 'python') return names.join('.');
  return reader === 'rust'
    ? names.map((name) => name.replace(/-/g, '_')).join('::')
    : names.join('/');
}

/** Loads grammars from disk, each once. */
interface GrammarLoader {
  load: (grammar: string) => Promise<Language>;
  /** Returns the bytes of the runtime's memory, which has all trees. */
  memory: () => number;
}

/** Starts the tree-sitter runtime. Returns a loader that caches its grammars. */
async function createGrammarLoader(): Promise<GrammarLoader> {
  // The runtime adds its parts to this object, and replaces HEAPU8 whenever its memory grows.
  const runtime: { HEAPU8?: Uint8Array } = {};
  await Parser.init(runtime);
  const require = createRequire(import.meta.url);
  const languages = new Map<string, Promise<Language>>();
  return {
    memory: () => runtime.HEAPU8?.byteLength ?? 0,
    load(grammar) {
      const known = languages.get(grammar);
      if (known) return known;
      const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
      const loading = readFile(file).then((bytes) => Language.load(bytes));
      languages.set(grammar, loading);
      return loading;
    },
  };
}
