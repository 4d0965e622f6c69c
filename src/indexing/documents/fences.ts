/** The parsed info string of an opening fence. */
export interface FenceInfo {
  /** In lower case; '' if the fence names no language. */
  language: string;
  /** File name or tab label. */
  label?: string;
}

/** A fence that is longer than those within most code. */
export const longFence = '`'.repeat(6);

const opening =
  /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){0,16}(`{3,}(?=[^`]*$)|~{3,})/;
const closing = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** The first line of a comment that ends on another line. */
const comment = /^ {0,3}<!--(?!.*-->)/;

/** Follows fenced code through the lines of a document, also in lists and quotes. Fences in comments of HTML are none. */
export class FenceTracker {
  private fence = '';
  private quoted = false;
  private commented = false;

  /** Reads the next line. Returns true if it belongs to fenced code. The fences belong to it. */
  advance(line: string): boolean {
    if (this.commented) {
      this.commented = !line.includes('-->');
      return false;
    }
    if (this.fence === '') {
      this.commented = comment.test(line);
      return !this.commented && this.open(line);
    }
    if (this.quoted && !line.trimStart().startsWith('>')) {
      this.fence = '';
      return this.open(line);
    }
    const end = closing.exec(line)?.[1];
    if (end?.startsWith(this.fence)) this.fence = '';
    return true;
  }

  /** True between an opening fence and its end. */
  get inside(): boolean {
    return this.fence !== '';
  }

  private open(line: string): boolean {
    if (!line.includes('```') && !line.includes('~~~')) return false;
    const match = opening.exec(line);
    if (!match) return false;
    this.fence = match[1]!;
    this.quoted = match[0].includes('>');
    return true;
  }
}

/** Returns the lines of a code block between blank lines, with a fence that the code does not contain. */
export function fenced(code: readonly string[], language: string, label = ''): string[] {
  const longest = code.reduce((most, line) => Math.max(most, /^\s*(`*)/.exec(line)![1]!.length), 2);
  const fence = '`'.repeat(longest + 1);
  // A fence with a backtick after the language opens no code.
  const words = label.replaceAll('`', '').replaceAll('"', "'");
  const title = words === '' ? '' : ` title="${words}"`;
  return ['', `${fence}${language}${title}`, ...code, fence, ''];
}

/** Returns the lines of a code block whose fence has an info string. The fence is longer than those within most code. */
export function longFenced(code: readonly string[], info: string): string[] {
  return [`${longFence}${info}`, ...code, longFence];
}

/** Returns Markdown after `change` of its lines outside of fences. */
export function outsideFences(markdown: string, change: (text: string) => string): string {
  const fences = new FenceTracker();
  const chunks: { isCode: boolean; lines: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const isCode = fences.advance(line);
    const last = chunks.at(-1);
    if (last?.isCode === isCode) last.lines.push(line);
    else chunks.push({ isCode, lines: [line] });
  }
  return chunks
    .map(({ isCode, lines }) => (isCode ? lines.join('\n') : change(lines.join('\n'))))
    .join('\n');
}

/** A code span on one line. */
const span = /(`{1,9})[^`\n](?:[^\n]{0,2000}?[^`\n])?\1(?!`)/g;

/** Returns a line after `change` of its text outside of code spans. */
export function outsideSpans(line: string, change: (text: string) => string): string {
  let out = '';
  let at = 0;
  for (const match of line.matchAll(span)) {
    out += change(line.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + change(line.slice(at));
}

const mdxFence = /^[ \t]*(`{3,})mdx-code-block[ \t]*$/;

/** Removes the fences that Docusaurus writes around MDX, so that translators leave it alone. Keeps those in longer fences. */
export function withoutMdxFences(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => mdxFence.test(line))) return lines;
  const fences = new FenceTracker();
  const open: string[] = [];
  return lines.filter((line) => {
    const last = open.at(-1);
    if (last !== undefined && line.trim() === last) {
      open.pop();
      return false;
    }
    const mark = fences.inside ? undefined : mdxFence.exec(line)?.[1];
    // A fence holds only shorter ones.
    if (mark !== undefined && mark.length < (last?.length ?? Infinity)) {
      open.push(mark);
      return false;
    }
    if (last === undefined) fences.advance(line);
    return true;
  });
}

const attribute =
  /(?:^|[\s,{])(?:title|filename|file|name|label|tab|caption)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|\{?"?([^\s"'{},]+))/;

/** A label in brackets, which may contain brackets: `[pages/[id].vue]`, `[pages/[id\].vue]`. Flags and numbers of lines may stand before it. Places that React's site marks are none: `[[1, 2, "cut"]]`. */
const bracketed =
  /^(?:\s*(?:[\w:][\w:=-]*|\{[\d, -]{0,200}\})(?=\s))*\s*\[(?!\[\d)((?:\\.|\[[^[\]\\]*\]|[^\]\\])+)\]/;

/** The file of code, as Mintlify and the sandboxes of React's site name it: `js src/App.js active`. */
const bareFile = /^\s*((?:[\w@.-]{1,60}\/){0,12}[\w@.-]{0,60}\.[a-z][a-z\d]{0,9})(?=\s|$)/i;

/** An example of React Native that runs in Snack. Its options are a query: `SnackPlayer name=Text%20Input&ext=tsx`. */
const snack = /^SnackPlayer(?:[ \t]+(\S{1,1000}))?/i;

function snackInfo(query: string): FenceInfo {
  const options = new URLSearchParams(query);
  const label = options.get('name')?.trim();
  return { language: options.get('ext') ?? 'jsx', ...(label && { label }) };
}

/**
 * Parses an info string of any dialect: `js title="x.js" {1,3}`, `sh [npm]`, `ts:src/x.ts`, `js src/x.js`,
 * `{.python}`, `{code-block} ruby`, `rust,ignore`, `SnackPlayer name=Button&ext=js`.
 */
export function parseFenceInfo(info: string): FenceInfo {
  const text = info.trim();
  const [player, query = ''] = snack.exec(text) ?? [];
  return player === undefined ? ordinaryInfo(text) : snackInfo(query);
}

function ordinaryInfo(text: string): FenceInfo {
  const directive = /^\{(?:code-block|code-cell|code|sourcecode)\}\s*/.exec(text);
  const rest = directive ? text.slice(directive[0].length) : text;
  const first = /^[^\s{[,]*/.exec(rest)![0];
  const word = first.replace(/\?.*$/, '').replace(suffix, '');
  const [name = '', file] = /^[^:]*=/.test(word) ? [''] : splitName(word);
  const language = languageOf(name || languageInBraces(rest));
  const label = labelOf(rest.slice(first.length && name ? first.length : 0)) ?? file;
  return { language, ...(label ? { label } : {}) };
}

/** Returns the language that a word names. Numbers of lines, as in ` {11}`, name none. Some write a class without braces: `.cpp`. */
function languageOf(word: string): string {
  const written = word.toLowerCase();
  return /[<>"'`|]|^[^a-z]*$/.test(written)
    ? ''
    : written.replace(htmlClass, '').replace(/^\.(?=\w)/, '');
}

/** A file in place of a language, whose ending is the language: `saw.conf`, `/etc/saws/hand`. */
const fileAsLanguage =
  /^(?!\.|(?:asp|vb)\.net$|(?:node|next|vue|react|d3)\.js$)[\w./-]{1,100}\.([a-z]{1,10})$|^\/[\w./-]{1,100}$/i;
/** The language in braces: `{python}`, `{.python .numbered}`. What has a value is an attribute. */
const bracedWord = /^\{\s*\.?(?!#)([\w+#-]+)(?![\w+#-]|\s*=)/;
/** A class or the attribute for the language behind other attributes: `{#cut .python}`, `{title="Cut" lang="python"}`. */
const bracedClass = /^\{[^{}]{0,200}?\s(?:\.|lang(?:uage)?=["']?)([A-Za-z][\w+#-]{0,30})/;
const bracedBrush = /^\{\s*(?:lang(?:uage)?|brush)=["']?([\w+#-]{1,30})/;

function languageInBraces(info: string): string {
  const found = bracedWord.exec(info) ?? bracedBrush.exec(info) ?? bracedClass.exec(info);
  return found?.[1] ?? '';
}

/**
 * What HackMD writes behind a language for line numbers and for wrapped lines: `js=`, `js=101`, `js=+`, `json!`. VitePress
 * writes `js-vue` for code with values of the page.
 */
const suffix = /(?<=[\w+#-])(?:=\d{0,6}\+?|!|-vue)$/;
/** The start of the class that HTML has for the language of code. Some write it into Markdown, as in `language-java`. */
const htmlClass = /^lang(?:uage)?-(?=\w)/;
/** An option of VitePress or VuePress behind a language, as in `ts:line-numbers=2`. */
const viewOption = /^(?:(?:no-)?(?:line-numbers|collapsed-lines)(?:=\d{1,6})?|v-pre)$/;

/** Splits `lang:file`, and Gatsby's `lang:title=file`. A file alone has its ending as its language. */
function splitName(word: string): string[] {
  const colon = word.indexOf(':');
  const [path, ending = ''] = fileAsLanguage.exec(word) ?? [];
  if (path !== undefined) return [ending, path];
  if (colon === -1) return [word];
  const options = word.slice(colon + 1).split(':');
  const file = options.filter((option) => !viewOption.test(option)).join(':');
  return [word.slice(0, colon), file.replace(/^title=/, '')];
}

function labelOf(attributes: string): string | undefined {
  const [, double, single, bare] = attribute.exec(attributes) ?? [];
  const label =
    double ?? single ?? bare ?? (bracketed.exec(attributes) ?? bareFile.exec(attributes))?.[1];
  return label
    ?.replace(/\\([[\]])/g, '$1')
    .trim()
    .slice(0, 200);
}
