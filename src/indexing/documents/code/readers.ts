import type { Node } from 'web-tree-sitter';
import {
  braces,
  rubyStyle,
  type CodeFile,
  type ContainerStyle,
  type DocPart,
} from './code-symbol.ts';
import { markdownParts } from './doc/markdown-parts.ts';
import { docstringParts } from './doc/docstring.ts';
import { goDocParts, readGo } from './extract/go.ts';
import { javadocParts } from './doc/javadoc.ts';
import { jsdocParts } from './doc/jsdoc.ts';
import { doxygenParts } from './doc/doxygen-comment.ts';
import { readCpp } from './extract/cpp.ts';
import { withoutMacros } from './extract/cpp-source.ts';
import { readCrystal } from './extract/crystal.ts';
import { readCsharp } from './extract/csharp.ts';
import { xmlDocParts } from './doc/xml-doc.ts';
import { readRust, rustDocParts } from './extract/rust.ts';
import { readEcmascript } from './extract/ecmascript.ts';
import { readJava } from './extract/java.ts';
import { phpdocParts } from './doc/phpdoc.ts';
import { readObjectiveC } from './extract/objective-c.ts';
import { readPhp } from './extract/php.ts';
import { readNim } from './extract/nim.ts';
import { readPowershell } from './extract/powershell.ts';
import { readPurescript } from './extract/purescript.ts';
import { readPython } from './extract/python.ts';
import { readRuby } from './extract/ruby.ts';
import { rubyDocParts } from './doc/yard.ts';
import { readDart } from './extract/dart.ts';
import { readKotlin } from './extract/kotlin.ts';
import { readHaskell } from './extract/haskell.ts';
import { readLua } from './extract/lua.ts';
import { readOcaml } from './extract/ocaml.ts';
import { readProto } from './extract/proto.ts';
import { readClojure } from './extract/clojure.ts';
import { readElm } from './extract/elm.ts';
import { readFsharp } from './extract/fsharp.ts';
import { readGleam } from './extract/gleam.ts';
import { readSolidity } from './extract/solidity.ts';
import { readZig } from './extract/zig.ts';
import { readScala } from './extract/scala.ts';
import { readSwift } from './extract/swift.ts';
import { haddockParts } from './doc/haddock.ts';
import { cljdocParts } from './doc/cljdoc.ts';
import { kdocParts, swiftDocParts } from './doc/kdoc.ts';
import { luaDocParts } from './doc/ldoc.ts';
import { ocamldocParts } from './doc/ocamldoc.ts';
import { powershellHelpParts } from './doc/powershell-help.ts';
import { scaladocParts } from './doc/scaladoc.ts';
import type { CodeLanguage } from './languages.ts';

/** How to read comments and write a container of one language. */
export interface LanguageStyle {
  docParts: (doc: string, fence: string) => DocPart[];
  style: ContainerStyle;
}

/** Finds symbols in the tree of a grammar. */
export interface TreeReader extends LanguageStyle {
  /** Changes a source that its grammar does not understand, and no line of it. */
  prepare?: (content: string) => string;
  read: (root: Node, path: string) => CodeFile;
}

/** Finds symbols in a source without a grammar. */
interface TextReader extends LanguageStyle {
  readText: (content: string, path: string) => CodeFile;
}

/** The parts that differ by language. */
export type CodeReader = TreeReader | TextReader;

const goStyle: ContainerStyle = { ...braces, end: '' };
const stubs: ContainerStyle = { open: ':', close: '', comment: '#', end: ': ...', empty: ': ...' };

const luaStyle: ContainerStyle = { ...goStyle, comment: '--' };
const ocamlStyle: ContainerStyle = { ...goStyle, comment: '(*' };
const objectiveCStyle: ContainerStyle = { ...braces, open: '', close: '@end', empty: '\n@end' };
const haskellStyle: ContainerStyle = {
  open: ' where',
  close: '',
  comment: '--',
  end: '',
  empty: '',
};

/** Reads comments in Markdown. Fences without a language have `fallback`. */
function inMarkdown(fallback: string): LanguageStyle['docParts'] {
  return (doc) => markdownParts(doc, { fallback });
}

/** The reader of each language. */
export const codeReaders: Readonly<Record<CodeLanguage['reader'], CodeReader>> = {
  ecmascript: { read: readEcmascript, docParts: jsdocParts, style: braces },
  python: { read: readPython, docParts: docstringParts, style: stubs },
  go: { read: readGo, docParts: goDocParts, style: goStyle },
  java: { read: readJava, docParts: javadocParts, style: braces },
  cpp: { read: readCpp, docParts: doxygenParts, style: braces, prepare: withoutMacros },
  'objective-c': { readText: readObjectiveC, docParts: doxygenParts, style: objectiveCStyle },
  csharp: { read: readCsharp, docParts: xmlDocParts, style: braces },
  rust: { read: readRust, docParts: rustDocParts, style: braces },
  ruby: { read: readRuby, docParts: rubyDocParts, style: rubyStyle },
  kotlin: { readText: readKotlin, docParts: kdocParts, style: braces },
  swift: { readText: readSwift, docParts: swiftDocParts, style: braces },
  dart: { readText: readDart, docParts: kdocParts, style: braces },
  scala: { readText: readScala, docParts: scaladocParts, style: goStyle },
  lua: { readText: readLua, docParts: luaDocParts, style: luaStyle },
  ocaml: { readText: readOcaml, docParts: ocamldocParts, style: ocamlStyle },
  proto: { readText: readProto, docParts: inMarkdown(''), style: braces },
  zig: { readText: readZig, docParts: inMarkdown('zig'), style: braces },
  gleam: { readText: readGleam, docParts: inMarkdown('gleam'), style: braces },
  clojure: { readText: readClojure, docParts: cljdocParts, style: goStyle },
  elm: { readText: readElm, docParts: inMarkdown('elm'), style: haskellStyle },
  nim: { readText: readNim, docParts: inMarkdown('nim'), style: { ...goStyle, comment: '#' } },
  purescript: { readText: readPurescript, docParts: inMarkdown('purescript'), style: haskellStyle },
  fsharp: { readText: readFsharp, docParts: xmlDocParts, style: goStyle },
  crystal: { readText: readCrystal, docParts: inMarkdown('crystal'), style: rubyStyle },
  powershell: { readText: readPowershell, docParts: powershellHelpParts, style: braces },
  solidity: { readText: readSolidity, docParts: jsdocParts, style: braces },
  haskell: { readText: readHaskell, docParts: haddockParts, style: haskellStyle },
  php: { read: readPhp, docParts: phpdocParts, style: braces },
};
