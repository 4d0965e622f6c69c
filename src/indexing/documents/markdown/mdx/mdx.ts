import { bracketDepth } from '../../brackets.ts';
import { cleanLines } from '../../clean.ts';
import type { ParsedDocument, SourceDocument } from '../../document.ts';
import { FenceTracker, longFenced, withoutMdxFences } from '../../fences.ts';
import { commandsOf, routeOf, titleOf, wordsOf } from '../component-words.ts';
import { isPlaywright, playwrightToMarkdown } from '../dialects/playwright.ts';
import { parseMarkdownLines } from '../markdown.ts';
import { TextConstants } from './mdx-constants.ts';
import { withHeldText, withLinks, withoutExpressions } from './mdx-inline.ts';
import { withMetadata } from './mdx-metadata.ts';
import { TabHeadings, withTabLabels } from './mdx-tabs.ts';
import { DataTables, withTablesOfLongLines } from './mdx-tables.ts';
import { isRazorPage, razorPageToMdx } from './razor-page.ts';
import { isInSvelte, sveltePageToMdx } from './svelte-page.ts';
import { dedent, indentOf, withoutMargin } from '../../indentation.ts';

/** Parses MDX and pages of Svelte and Razor. Removes imports, exports, expressions and components, and keeps their text. */
export function parseMdx(document: SourceDocument): ParsedDocument {
  const { path, content } = document;
  const lines = withMetadata(cleanLines(withTablesOfLongLines(writtenAsMdx(path, content))));
  return parseMarkdownLines({
    document,
    lines: isPlaywright(content) ? playwrightToMarkdown(lines) : lines,
    tags: 'all',
    translate: mdxToMarkdown,
  });
}

function writtenAsMdx(path: string, content: string): string {
  if (isRazorPage(path)) return razorPageToMdx(content);
  return isInSvelte(path) ? sveltePageToMdx(content) : content;
}

// HTML elements that the Markdown parser converts to headings, tables, lists and code.
const structural = /^(?:h[1-6]|pre|table|t[rhd]|thead|tbody|[ou]l|li|summary|img)$/;

/**
 * Removes the JavaScript from MDX line by line. Removes imports, exports, comments, and the tags
 * of components. Keeps a component's title. For a tab, the title labels the code that follows.
 * Removes the indentation inside of components, because MDX has no indented code.
 */
function mdxToMarkdown(written: string[]): string[] {
  const lines = [...withTabLabels(withoutMdxFences(written))];
  const out: string[] = [];
  const fences = new FenceTracker();
  const script = new ScriptReader(lines);
  const tables = new DataTables(lines);
  const headings = new TabHeadings(lines);
  let base = 0;
  let afterTag = false;
  for (let at = 0; at < lines.length; at += 1) {
    if (!fences.inside) lines[at] = withHeldText(withLinks(lines[at]!));
    const line = lines[at]!;
    const shown = fences.inside
      ? undefined
      : (tables.take(at) ?? shownAs(lines, script.take(at), script.constants));
    if (shown) {
      out.push('', ...headings.name(shown.text, at), '');
      at = shown.last;
      afterTag ||= tagStart.test(line);
      continue;
    }
    const { inside } = fences;
    if (afterTag && line.trim() !== '' && !inside) {
      base = indentOf(line);
      afterTag = false;
    }
    const dedented = withoutMargin(line, base);
    const isCode = fences.advance(dedented);
    out.push(isCode ? dedented : withoutExpressions(headings.lower(dedented, at)));
  }
  return out;
}

/** Lines that replace a piece of JavaScript, and the index of its last line. */
interface Shown {
  text: string[];
  last: number;
}

function shownAs(
  lines: readonly string[],
  taken: Taken | undefined,
  constants: TextConstants,
): Shown | undefined {
  if (!taken) return undefined;
  const text = textOf(taken);
  return (
    heldUnseen(lines, taken) ??
    heldCode(lines, taken, constants) ??
    givenFiles(lines, taken, constants) ??
    givenCode(lines, taken) ??
    givenConstant(taken, constants) ??
    givenHtml(taken) ??
    heldCommands(lines, taken) ??
    (text && { text, last: taken.last })
  );
}

/** Elements whose content is for programs and old browsers. See https://docusaurus.io/docs/markdown-features/head-metadata. */
const unseen = /^<(head|video|audio)(?=[\s>])[^]*(?<!\/)>$/i;

/** Returns no text for the head of a page of Docusaurus, or for what stands in place of a film or a sound. */
function heldUnseen(lines: readonly string[], taken: Taken): Shown | undefined {
  const name = unseen.exec(taken.tag ?? '')?.[1];
  const held = name === undefined ? undefined : heldLines(lines, taken, name);
  // A text behind the element is not for them.
  return held && lines[held.last]!.trimEnd().endsWith('>')
    ? { text: [], last: held.last }
    : undefined;
}

/** Returns the lines that replace a piece of JavaScript; undefined if it stays unchanged. */
function textOf({ tag, rest: written }: Taken): string[] | undefined {
  const rest = withoutExpressions(written);
  if (tag === undefined) return rest.trim() === '' ? [] : [rest.trim()];
  const name = /^<\/?([\w.:-]*)/.exec(tag)![1]!;
  if (/^[a-z]/.test(name) && (structural.test(name) || rest.trim() !== '')) return undefined;
  const commands = routeOf(tag, rest) ?? commandsOf(name, tag);
  if (commands) return commands;
  const words = wordsOf(name, tag);
  if (words.length === 0 && isInSentence(name, rest)) return undefined;
  // Tags within the rest of the line belong to a sentence. `reduceInline` removes them.
  return rest.trim() === '' ? words : [...words, rest.trim()];
}

/** Returns whether a component that begins a line ends before other text of this line, or is code. A line without its tag would be a paragraph of its own. */
function isInSentence(name: string, rest: string): boolean {
  const [content, behind] = rest.split(`</${name}>`, 2);
  if (content === '' || behind === undefined) return false;
  return name === 'Code' || /^\s*[^\s<{]/.test(behind);
}

const codeTag = /^<(?:CodeBlock|Mermaid)\b/;
const codeLanguage = /\b(?:language|lang|className)\s*=\s*["'](?:language-)?([\w+#-]{1,30})/;

/**
 * Returns the code of a component of Docusaurus or Mintlify as a fence. The component holds one string, as in
 * `<CodeBlock language="sh">{`npm i`}</CodeBlock>`, or text on its line. Also diagrams: `<Mermaid>{`graph LR`}</Mermaid>`. A component with another name holds a string if it
 * says the language, or a template with several lines.
 */
function heldCode(
  lines: readonly string[],
  taken: Taken,
  constants: TextConstants,
): Shown | undefined {
  const { tag = '' } = taken;
  const isCode = inLanguage.test(tag) || beginsTemplate(lines, taken);
  const [, name] = (isCode && /^<([A-Z][\w.]*)/.exec(tag)) || [];
  if (name === undefined || tag.endsWith('/>')) return undefined;
  const held = heldLines(lines, taken, name);
  if (!held) return undefined;
  const text = held.text.join('\n').trim();
  const [, constant = ''] = /^\{([\w$]{1,61})\}$/.exec(text) ?? [];
  const code = constants.get(constant) ?? codeIn(text, tag, held.last === taken.last);
  return code === undefined ? undefined : { text: fenceOf(tag, code), last: held.last };
}

function beginsTemplate(lines: readonly string[], { rest, last }: Taken): boolean {
  return /^\s*\{\s*`/.test(rest.trim() === '' ? (lines[last + 1] ?? '') : rest);
}

function codeIn(text: string, tag: string, isOneLine: boolean): string | undefined {
  if (!inLanguage.test(tag) && !severalLines.test(text)) return undefined;
  const code = /^\{\s*(["'`])([\s\S]*)\1\s*\}$/.exec(text)?.[2];
  return code ?? (isOneLine && codeTag.test(tag) && /^[^<{]/.test(text) ? text : undefined);
}

/** The code that a component of Astro, Starlight or Nextra has as an attribute, or within the object of one. */
const codeAttribute =
  /[\s{](?:code|query|prompt)(?:=\{|:)\s{0,99}(["'`])((?:[^\\]|\\[\s\S])*?)\1\s{0,99}[,}]/;

/** An attribute whose value is a text that can have several lines. */
const textAttribute = /\s(\w{1,40})=\{\s{0,99}`((?:[^`\\]|\\[\s\S])*)`\s{0,99}\}/g;
/** A component that says the language of what it shows, or runs it. */
const inLanguage =
  /^<(?:\w*(?:Code|Snippet|(?:Playground|Repl)\b)|Mermaid\b|[^>]*?\s(?:language|lang)=)/;

/**
 * Returns the code in attributes, as in ``<Code code={`npm i`} lang="sh" />``, as fences. A component with another name
 * shows code only if it has several lines, and by attributes with other names only if it says the language.
 */
function givenCode(lines: readonly string[], taken: Taken): Shown | undefined {
  const { tag = '', rest, last } = taken;
  const [, name] = /^<([A-Z][\w.]*)/.exec(tag) ?? [];
  const end = tag.endsWith('/>') ? '' : `</${name}>`;
  if (name === undefined || rest.trim() !== end) return undefined;
  const written = writtenTag(lines, taken);
  const [, , code] = codeAttribute.exec(written) ?? [];
  const isCode =
    code !== undefined && (/^Code(?:Block)?$|Signature$/.test(name) || severalLines.test(code));
  if (isCode) return { text: fenceOf(tag, code), last };
  const texts = inLanguage.test(tag) ? [...written.matchAll(textAttribute)] : [];
  const codes = texts.filter(([, , text]) => severalLines.test(text!));
  return codes.length === 0
    ? undefined
    : { text: codes.flatMap(([, label, text]) => fenceOf(tag, text!, label)), last };
}

/** Returns the constant of the page that a component for code shows, as in `<CodeBlock code={cut} />`. */
function givenConstant(
  { tag = '', rest, last }: Taken,
  constants: TextConstants,
): Shown | undefined {
  if (!/^<[A-Z]/.test(tag) || !inLanguage.test(tag) || rest.trim() !== '') return undefined;
  const given = [...tag.matchAll(/\s\w{1,40}=\{\s{0,9}([\w$]{1,61})\s{0,9}\}/g)];
  const codes = given.flatMap(([, name = '']) => constants.get(name) ?? []);
  return codes.length === 0
    ? undefined
    : { text: codes.flatMap((code) => fenceOf(tag, code)), last };
}

/** A file in an object, as code or as the `code` of a further object. */
const fileOfObject =
  /(["'])(\/?[\w./-]{1,200}\.([a-z]{1,8}))\1\s{0,9}:\s{0,99}(?:\{[^{}`]{0,300}?\bcode:\s{0,99})?`((?:[^`\\]|\\[\s\S])*)`/gi;

/** A file in an object that is a constant, or whose `code` is one: `'saw.js': cut`, `'saw.js': {code: cut}`, `'saw.js': {code}`. */
const constantOfObject =
  /(["'])(\/?[\w./-]{1,200}\.([a-z]{1,8}))\1\s{0,9}:\s{0,99}(?:\{[^{}`]{0,300}?\b(?=code\b)(?:code\s{0,9}:\s{0,99})?)?([\w$]{1,61})\s{0,9}[,}]/gi;

/**
 * Returns the files of an editor as fences, as in ``<Sandpack files={{ 'saw.js': `cut()` }} />``. A file can be a constant of the page.
 * See https://sandpack.codesandbox.io/docs/getting-started/usage#files.
 */
function givenFiles(
  lines: readonly string[],
  taken: Taken,
  constants: TextConstants,
): Shown | undefined {
  const { tag = '', last } = taken;
  if (!/^<[A-Z]/.test(tag) || !/\sfiles=\{\{/.test(tag)) return undefined;
  const written = writtenTag(lines, taken);
  const known = [...written.matchAll(constantOfObject)].flatMap(([, , file, language, name]) => {
    const code = constants.get(name!);
    return code === undefined ? [] : [['', '', file, language, code]];
  });
  const files = [...known, ...written.matchAll(fileOfObject)];
  const text = files.flatMap(([, , name = '', language = '', code = '']) =>
    longFenced(codeLines(code), `${language} title="${name.replace(/^\//, '')}"`),
  );
  return files.length === 0 ? undefined : { text, last };
}

/** Returns a tag as it is written: its lines are trimmed otherwise, but those of code are not. */
function writtenTag(lines: readonly string[], { tag = '', last }: Taken): string {
  return lines.slice(last - (tag.split('\n').length - 1), last + 1).join('\n');
}

const severalLines = /\n.*\S/;

const htmlAttribute = /\sset:html=\{\s{0,99}"((?:[^"\\\n]|\\.)*)"\s{0,99}\}/;

/** Returns the HTML that an element shows in place of its content. See https://docs.astro.build/en/reference/directives-reference/#sethtml. */
function givenHtml({ tag = '', last }: Taken): Shown | undefined {
  const [, html] = htmlAttribute.exec(tag) ?? [];
  if (html === undefined) return undefined;
  const text = html.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  return { text: text.split('\n'), last };
}

/** Returns the lines between a tag with a name and its end, and the index of the last; undefined if the end is missing. */
function heldLines(
  lines: readonly string[],
  { rest, last }: Taken,
  name: string,
): Shown | undefined {
  const endTag = `</${name}>`;
  const text: string[] = [];
  for (let at = last; at < Math.min(lines.length, last + longestSpan); at += 1) {
    const line = at === last ? rest : lines[at]!;
    const end = line.indexOf(endTag);
    text.push(end === -1 ? line : line.slice(0, end));
    if (end !== -1) return { text, last: at };
  }
  return undefined;
}

/** A component of Drizzle around packages to install, or commands to run, one on each line. */
const commandTag = /^<(Npm|Npx)>$/;

/** Returns the commands that such a component stands for, as code. */
function heldCommands(lines: readonly string[], taken: Taken): Shown | undefined {
  const [, name] = commandTag.exec(taken.tag ?? '') ?? [];
  const held = name === undefined ? undefined : heldLines(lines, taken, name);
  if (!held) return undefined;
  const words = held.text.map((line) => line.trim()).filter((line) => line !== '');
  const commands = words.map((line) => `${name === 'Npm' ? 'npm i' : 'npx'} ${line}`);
  return { text: ['```sh', ...commands, '```'], last: held.last };
}

/** Names of attributes that say the language of their code, as in ``<CodeTabs js={`cut()`} dart={`cut();`} />``. */
const languageAttribute =
  /^(?:bash|sh|shell|curl|js|javascript|ts|typescript|jsx|tsx|dart|python|py|go|java|kotlin|swift|rust|ruby|php|csharp|json|ya?ml|html|css|svelte|vue)$/;

/** Returns code as a fence, in the language that its component or its attribute says. */
function fenceOf(tag: string, code: string, attribute = ''): string[] {
  const own = languageAttribute.test(attribute) ? attribute : '';
  const language = tag.startsWith('<Mermaid') ? 'mermaid' : (codeLanguage.exec(tag)?.[1] ?? own);
  const label = titleOf(tag)?.replaceAll('"', "'");
  const info = label === undefined ? language : `${language} title="${label}"`;
  return longFenced(codeLines(code), info);
}

/** Returns the lines of the code in a text of JavaScript. */
function codeLines(text: string): string[] {
  const lines = text
    .replace(/\\([`$\\])/g, '$1')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  return dedent(lines.map((line) => (line.trim() === '' ? '' : line)));
}

/** Maximum number of lines of a tag, comment or import. A longer one is text that looks like it. */
const longestSpan = 200;
/**
 * Number of lines to search without success. After that, the reader searches only the current
 * line.
 */
const patience = 5_000;

const moduleLine =
  /^(?:import\s+(?:['"{*]|[\w$]+(?:\s*,\s*[{*]|\s+from\s*(?:['"]|$)))|export\s+(?:default|const|let|var|function|async|class|type|interface)\b|export\s*[{*])/;
const tagStart = /^[ \t]*<(?:\/?[A-Za-z][\w.:-]*|\/?>)/;
const commentStart = /^[ \t]*\{\/\*/;

/** A piece of JavaScript at the beginning of a line. */
interface Taken {
  /** Index of its last line. */
  last: number;
  /** Text after the piece on its last line. */
  rest: string;
  /** The tag, if the piece is one. */
  tag?: string;
}

/** Finds the ends of imports, exports, comments and tags in the lines of an MDX document. */
class ScriptReader {
  private readonly lines: readonly string[];
  private patience = patience;
  readonly constants: TextConstants;

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.constants = new TextConstants(lines);
  }

  /** Returns the JavaScript that begins on a line; undefined if the line is text. */
  take(at: number): Taken | undefined {
    const line = this.lines[at]!;
    const text = this.constants.textAt(at);
    if (text) return { last: text.last, rest: '' };
    if (moduleLine.test(line)) {
      const scan = new BracketScan();
      return this.span(at, (text, next) => scan.end(text, next)) ?? { last: at, rest: '' };
    }
    if (commentStart.test(line)) return this.span(at, commentEnd);
    return tagStart.test(line) ? this.tag(at) : undefined;
  }

  private tag(at: number): Taken | undefined {
    const scan = new TagScan();
    const taken = this.span(at, (line) => scan.end(line.trim()));
    return taken && { ...taken, tag: scan.source };
  }

  /**
   * Calls `end` for each line until it returns the index after the end. A negative index means
   * that there is no end.
   */
  private span(
    at: number,
    end: (line: string, next: string) => number | undefined,
  ): Taken | undefined {
    const most = this.patience > 0 ? longestSpan : 1;
    const stop = Math.min(this.lines.length, at + most);
    for (let last = at; last < stop; last += 1) {
      const line = this.lines[last]!;
      const index = end(line, this.lines[last + 1] ?? '');
      if (index === undefined) continue;
      if (index >= 0) return { last, rest: line.trim().slice(index) };
      this.patience -= last - at;
      return undefined;
    }
    this.patience -= stop - at;
    return undefined;
  }
}

function commentEnd(line: string): number | undefined {
  const end = line.trim().indexOf('*/}');
  return end === -1 ? undefined : end + 3;
}

/** Follows a tag to its '>', past quotes and braces. */
class TagScan {
  /** Text of the tag so far, with trimmed lines. */
  source = '';
  private depth = 0;
  private quote = '';

  /**
   * Returns the index after the tag in its last line; -1 if the text is not a tag; undefined if
   * the tag continues.
   */
  end(line: string): number | undefined {
    // A blank line ends text that looks like a tag. Authors write some between attributes with code.
    if (line === '' && this.depth === 0 && !this.source.endsWith('}\n')) return -1;
    for (let at = this.source === '' ? 1 : 0; at < line.length; at += 1) {
      const char = line[at]!;
      if (this.isText(line, at)) {
        at += char === '\\' ? 1 : 0;
        continue;
      }
      if (this.closes(char)) {
        this.source += line.slice(0, at + 1);
        return at + 1;
      }
      // A tag contains another tag only in quotes or braces.
      if (char === '<' && this.quote === '' && this.depth === 0) return -1;
    }
    this.source += `${line}\n`;
    return undefined;
  }

  /** Returns whether a character within braces is only text: an escape in a string, or the apostrophe of a word. */
  private isText(line: string, at: number): boolean {
    if (this.depth === 0) return false;
    if (line[at] === '\\') return this.quote !== '';
    return line[at] === "'" && this.quote === '' && /[A-Za-z]/.test(line[at - 1] ?? '');
  }

  private closes(char: string): boolean {
    if (this.quote !== '') {
      if (char === this.quote) this.quote = '';
    } else if (char === '"' || char === "'" || char === '`') this.quote = char;
    else if (char === '{') this.depth += 1;
    else if (char === '}') this.depth -= 1;
    else return char === '>' && this.depth <= 0;
    return false;
  }
}

/** Counts brackets over lines of JavaScript, outside of strings. */
class BracketScan {
  private depth = 0;

  /** Returns the length of the line if the statement ends with it, otherwise undefined. */
  end(line: string, next: string): number | undefined {
    const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$/g, '');
    this.depth += bracketDepth(code);
    const isOpen = this.depth > 0 || /\b(?:import|from)\s*$/.test(code);
    return isOpen || /^\s*[.=?:&|+]/.test(next) ? undefined : line.length;
  }
}
