import { byWord } from '../by-word.ts';

/** The parser and the fence language of one source language. */
export interface CodeLanguage {
  /** The reader of its symbols and comments. */
  reader:
    | 'ecmascript'
    | 'python'
    | 'go'
    | 'java'
    | 'rust'
    | 'csharp'
    | 'cpp'
    | 'objective-c'
    | 'ruby'
    | 'php'
    | 'kotlin'
    | 'swift'
    | 'dart'
    | 'scala'
    | 'haskell'
    | 'lua'
    | 'ocaml'
    | 'proto'
    | 'zig'
    | 'gleam'
    | 'solidity'
    | 'clojure'
    | 'elm'
    | 'nim'
    | 'purescript'
    | 'fsharp'
    | 'crystal'
    | 'powershell';
  /** Name of the tree-sitter grammar file; undefined if we have none. */
  grammar?: string;
  /** Fence language of its code blocks. */
  fence: string;
  /** Whether only documented functions of its files are read, because headers have the rest. */
  isSource?: boolean;
}

const cpp: CodeLanguage = { reader: 'cpp', grammar: 'cpp', fence: 'cpp' };

const byExtension = byWord<CodeLanguage>([
  ['.ts .mts .cts', { reader: 'ecmascript', grammar: 'typescript', fence: 'ts' }],
  ['.tsx', { reader: 'ecmascript', grammar: 'tsx', fence: 'tsx' }],
  ['.js .mjs .cjs', { reader: 'ecmascript', grammar: 'javascript', fence: 'js' }],
  ['.jsx', { reader: 'ecmascript', grammar: 'javascript', fence: 'jsx' }],
  ['.py .pyi', { reader: 'python', grammar: 'python', fence: 'python' }],
  ['.go', { reader: 'go', grammar: 'go', fence: 'go' }],
  ['.java', { reader: 'java', grammar: 'java', fence: 'java' }],
  ['.rs', { reader: 'rust', grammar: 'rust', fence: 'rust' }],
  ['.cs', { reader: 'csharp', grammar: 'c-sharp', fence: 'csharp' }],
  ['.rb', { reader: 'ruby', grammar: 'ruby', fence: 'ruby' }],
  ['.php', { reader: 'php', grammar: 'php', fence: 'php' }],
  ['.kt', { reader: 'kotlin', fence: 'kotlin' }],
  ['.swift', { reader: 'swift', fence: 'swift' }],
  ['.dart', { reader: 'dart', fence: 'dart' }],
  ['.scala', { reader: 'scala', fence: 'scala' }],
  ['.hs', { reader: 'haskell', fence: 'haskell' }],
  ['.lua', { reader: 'lua', fence: 'lua' }],
  ['.zig', { reader: 'zig', fence: 'zig' }],
  ['.gleam', { reader: 'gleam', fence: 'gleam' }],
  ['.sol', { reader: 'solidity', fence: 'solidity' }],
  ['.clj .cljs .cljc', { reader: 'clojure', fence: 'clojure' }],
  ['.elm', { reader: 'elm', fence: 'elm' }],
  ['.nim', { reader: 'nim', fence: 'nim' }],
  ['.fs .fsi', { reader: 'fsharp', fence: 'fsharp' }],
  ['.cr', { reader: 'crystal', fence: 'crystal' }],
  ['.ps1 .psm1', { reader: 'powershell', fence: 'powershell' }],
  ['.purs', { reader: 'purescript', fence: 'purescript' }],
  // Interfaces, as documentation tools show them, and no implementations.
  ['.mli', { reader: 'ocaml', fence: 'ocaml' }],
  ['.proto', { reader: 'proto', fence: 'protobuf' }],
  // Sources, if Doxygen reads them.
  ['.c', { ...cpp, fence: 'c', isSource: true }],
  ['.cc .cpp .cxx', { ...cpp, isSource: true }],
  // Headers, as documentation tools show them.
  ['.h .hh .hpp .hxx', cpp],
]);

/** Supported file name extensions, in lower case, each with its dot. */
export const codeExtensions: readonly string[] = [...byExtension.keys()];

/** The language of headers that declare classes of Objective-C. Their ending is that of C. */
export const objectiveC: CodeLanguage = { reader: 'objective-c', fence: 'objective-c' };

/** Returns the language of a source file by its extension; undefined if it is not supported. */
export function languageOfPath(path: string): CodeLanguage | undefined {
  const extension = /\.[^./]+$/.exec(path.toLowerCase());
  return extension ? byExtension.get(extension[0]) : undefined;
}

/** Returns the fence language of a source file ('ts', 'python', ...); undefined if it is not supported. */
export function codeLanguageOf(path: string): string | undefined {
  return languageOfPath(path)?.fence;
}
