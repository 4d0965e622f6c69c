import { byWord } from '../by-word.ts';
import { languageName } from '../code-language.ts';
import { codeLanguageOf } from '../code/languages.ts';

/** Formats with includes. MDX and Quarto are Markdown here. HTML is that of pages with front matter. C++ has comments for Doxygen, and Rust for rustdoc. */
export type IncludableFormat = 'markdown' | 'rst' | 'asciidoc' | 'docbook' | 'html' | CommentFormat;

type CommentFormat = 'cpp' | 'rust';

const formats = byWord<IncludableFormat>([
  ['md mdx markdown svx svelte razor topic tutorial djot smd mdoc qmd rmd', 'markdown'],
  ['rst rest', 'rst'],
  ['adoc asciidoc asc', 'asciidoc'],
]);

/**
 * Returns the format of a file by its name, if the format has includes. Undefined for code and
 * other files.
 */
export function formatOfName(path: string): IncludableFormat | undefined {
  return formats.get(extensionOf(path));
}

/** Returns the format of source code whose comments can show other files, by its name; undefined for any other file. */
export function formatOfComments(path: string): CommentFormat | undefined {
  if (path.endsWith('.rs')) return 'rust';
  return /\.(?:h|hh|hpp|hxx|c|cc|cpp|cxx)$/i.test(path) ? 'cpp' : undefined;
}

/** Names of languages that differ from the ending of their files. */
const languages: ReadonlyMap<string, string> = new Map([
  ['bat', 'batch'],
  ['cc', 'cpp'],
  ['cxx', 'cpp'],
  ['ex', 'elixir'],
  ['exs', 'elixir'],
  ['fs', 'fsharp'],
  ['gradle', 'groovy'],
  ['h', 'c'],
  ['hs', 'haskell'],
  ['kts', 'kotlin'],
  ['md', 'markdown'],
  ['pl', 'perl'],
  ['ps1', 'powershell'],
  ['sh', 'bash'],
  ['tf', 'hcl'],
  ['zsh', 'bash'],
  ...['txt', 'text', 'out', 'output', 'log', 'stdout', 'inc', 'in', 'conf', 'cfg', 'snippet'].map(
    (extension): [string, string] => [extension, ''],
  ),
]);

/** Returns the fence language of a file by its name; '' for plain text. */
export function fenceLanguage(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === 'dockerfile' || name === 'makefile') return name;
  const extension = extensionOf(path);
  const known = languages.get(extension) ?? codeLanguageOf(path);
  return known ?? languageName(extension);
}

/** The name of a file with code. */
const codeFile =
  /^[\w./@-]{1,200}\.(?:c|cc|cpp|cs|css|dart|exs?|go|gradle|html|java|jsonc?|[cm]?[jt]s|[jt]sx|kts?|lua|php|proto|py|rb|rs|scala|sh|sql|svelte|swift|tf|toml|vue|xml|ya?ml|zig)$/i;

/** Returns the language of code by its label, if that is the name of a file; '' for another label. */
export function languageOfLabel(label = ''): string {
  return codeFile.test(label) ? fenceLanguage(label) : '';
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path.toLowerCase())?.[1] ?? '';
}
