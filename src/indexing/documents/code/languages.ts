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
    | 'fsharp';
  /** Name of the tree-sitter grammar file; undefined if we have none. */
  grammar?: string;
  /** Fence language of its code blocks. */
  fence: string;
  /** Whether only documented functions of its files are read, because headers have the rest. */
  isSource?: boolean;
}

const typescript: CodeLanguage = { reader: 'ecmascript', grammar: 'typescript', fence: 'ts' };
const tsx: CodeLanguage = { reader: 'ecmascript', grammar: 'tsx', fence: 'tsx' };
const javascript: CodeLanguage = { reader: 'ecmascript', grammar: 'javascript', fence: 'js' };
const jsx: CodeLanguage = { ...javascript, fence: 'jsx' };
const python: CodeLanguage = { reader: 'python', grammar: 'python', fence: 'python' };
const go: CodeLanguage = { reader: 'go', grammar: 'go', fence: 'go' };
const java: CodeLanguage = { reader: 'java', grammar: 'java', fence: 'java' };
const rust: CodeLanguage = { reader: 'rust', grammar: 'rust', fence: 'rust' };
const csharp: CodeLanguage = { reader: 'csharp', grammar: 'c-sharp', fence: 'csharp' };
const ruby: CodeLanguage = { reader: 'ruby', grammar: 'ruby', fence: 'ruby' };
const php: CodeLanguage = { reader: 'php', grammar: 'php', fence: 'php' };
const cpp: CodeLanguage = { reader: 'cpp', grammar: 'cpp', fence: 'cpp' };
const cppSource: CodeLanguage = { ...cpp, isSource: true };
const cSource: CodeLanguage = { ...cppSource, fence: 'c' };

const kotlin: CodeLanguage = { reader: 'kotlin', fence: 'kotlin' };
const swift: CodeLanguage = { reader: 'swift', fence: 'swift' };
const dart: CodeLanguage = { reader: 'dart', fence: 'dart' };
const scala: CodeLanguage = { reader: 'scala', fence: 'scala' };
const haskell: CodeLanguage = { reader: 'haskell', fence: 'haskell' };
const lua: CodeLanguage = { reader: 'lua', fence: 'lua' };
const proto: CodeLanguage = { reader: 'proto', fence: 'protobuf' };
const zig: CodeLanguage = { reader: 'zig', fence: 'zig' };
const gleam: CodeLanguage = { reader: 'gleam', fence: 'gleam' };
const solidity: CodeLanguage = { reader: 'solidity', fence: 'solidity' };
const clojure: CodeLanguage = { reader: 'clojure', fence: 'clojure' };
const elm: CodeLanguage = { reader: 'elm', fence: 'elm' };
const nim: CodeLanguage = { reader: 'nim', fence: 'nim' };
const purescript: CodeLanguage = { reader: 'purescript', fence: 'purescript' };
const fsharp: CodeLanguage = { reader: 'fsharp', fence: 'fsharp' };
const ocaml: CodeLanguage = { reader: 'ocaml', fence: 'ocaml' };

const byExtension: ReadonlyMap<string, CodeLanguage> = new Map([
  ['.ts', typescript],
  ['.mts', typescript],
  ['.cts', typescript],
  ['.tsx', tsx],
  ['.js', javascript],
  ['.mjs', javascript],
  ['.cjs', javascript],
  ['.jsx', jsx],
  ['.py', python],
  ['.pyi', python],
  ['.go', go],
  ['.java', java],
  ['.rs', rust],
  ['.cs', csharp],
  ['.rb', ruby],
  ['.php', php],
  ['.kt', kotlin],
  ['.swift', swift],
  ['.dart', dart],
  ['.scala', scala],
  ['.hs', haskell],
  ['.lua', lua],
  ['.zig', zig],
  ['.gleam', gleam],
  ['.sol', solidity],
  ['.clj', clojure],
  ['.cljs', clojure],
  ['.cljc', clojure],
  ['.elm', elm],
  ['.nim', nim],
  ['.fs', fsharp],
  ['.purs', purescript],
  // Interfaces, as documentation tools show them, and no implementations.
  ['.mli', ocaml],
  ['.proto', proto],
  // Sources, if Doxygen reads them.
  ['.c', cSource],
  ['.cc', cppSource],
  ['.cpp', cppSource],
  ['.cxx', cppSource],
  // Headers, as documentation tools show them.
  ['.h', cpp],
  ['.hh', cpp],
  ['.hpp', cpp],
  ['.hxx', cpp],
]);

/** Supported file name extensions, in lower case, each with its dot. */
export const codeExtensions: readonly string[] = [...byExtension.keys()];

/** Returns the language of a source file by its extension; undefined if it is not supported. */
export function languageOfPath(path: string): CodeLanguage | undefined {
  const extension = /\.[^./]+$/.exec(path.toLowerCase());
  return extension ? byExtension.get(extension[0]) : undefined;
}

/** Returns the fence language of a source file ('ts', 'python', ...); undefined if it is not supported. */
export function codeLanguageOf(path: string): string | undefined {
  return languageOfPath(path)?.fence;
}
