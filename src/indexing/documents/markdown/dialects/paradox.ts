import { labelLine } from '../../clean.ts';
import { FenceTracker, outsideFences } from '../../fences.ts';
import { indentOf } from '../../indentation.ts';
import { capitalized } from '../../text-pieces.ts';

/** The first or the last line of a block: `@@@ note { title="Wait" }`, `@@@`. */
const block = /^[ \t]*@{3,}[ \t]*([A-Za-z]*)[ \t]*(.*)$/;
/** The first line of a directive without text of its own: `@@toc { depth=1 }`, `@@dependency[sbt] {`. */
const leaf = /^[ \t]*@@ ?([A-Za-z-]{1,40})\b(.*)$/;
/** The first line of a definition. Pages define "Scala" and "Java" as the same code in both languages. */
const definition = /^:(?:[ \t]+|$)/;
/** Blocks that only arrange their text. */
const layout = new Set(['', 'div', 'vars']);
/** Maximum number of lines of a directive. */
const longestLeaf = 60;

/** Returns whether a Markdown file belongs to a site of Paradox, as those of Akka and Pekko do. */
export function isParadox(path: string): boolean {
  return path.includes('/paradox/');
}

/** Converts the Markdown of Paradox to plain Markdown. Source: https://github.com/lightbend/paradox/tree/main/docs. */
export function paradoxToMarkdown(lines: string[]): string[] {
  const structure = new Structure();
  for (const line of lines) structure.read(line);
  return outsideFences(structure.lines.join('\n'), (text) => replaceLinks(text)).split('\n');
}

/** Replaces blocks, definitions and directives that take lines of their own. */
class Structure {
  readonly lines: string[] = [];
  private readonly fences = new FenceTracker();
  /** True inside of a list of the pages below a page. */
  private isHidden = false;
  /** Lines of a directive whose braces are open. */
  private leaf: string[] = [];
  /** Indentation of the text of a definition; undefined before its first line. */
  private indent: number | undefined = 0;

  read(line: string): void {
    const text = this.fences.inside ? this.dedent(line) : this.defined(this.dedent(line));
    if (this.fences.advance(text)) this.lines.push(text);
    else if (this.leaf.length > 0) this.continueLeaf(text);
    else if (!this.openBlock(text) && !this.isHidden) this.openLeaf(text);
  }

  /** Removes the indentation of a definition. A line with less indentation ends the definition. */
  private dedent(line: string): string {
    if (this.indent === 0 || line.trim() === '') return line;
    const indent = indentOf(line);
    this.indent ??= indent;
    if (indent < this.indent && !this.fences.inside) this.indent = 0;
    return line.slice(Math.min(indent, this.indent));
  }

  /** Writes the term of a definition as a label. Returns the rest of the line. */
  private defined(line: string): string {
    const [mark] = definition.exec(line) ?? [];
    if (mark === undefined) return line;
    const term = this.lines.at(-1)?.trim() ?? '';
    if (term === '') return line;
    this.lines.splice(-1, 1, '', labelLine(term.replaceAll('**', '')), '');
    const rest = line.slice(mark.length);
    this.indent = rest === '' ? undefined : mark.length;
    return rest;
  }

  private openBlock(line: string): boolean {
    const [found, kind = '', options = ''] = block.exec(line) ?? [];
    if (found === undefined) return false;
    this.isHidden = kind === 'index';
    const words = layout.has(kind) || this.isHidden ? '' : titleOf(kind, options);
    this.lines.push('', words, '');
    return true;
  }

  private openLeaf(line: string): void {
    const [, name, rest = ''] = leaf.exec(line) ?? [];
    if (name === undefined) this.lines.push(line);
    else if (rest.includes('{') && !rest.includes('}')) this.leaf = [line];
    else this.lines.push('');
  }

  private continueLeaf(line: string): void {
    this.leaf.push(line);
    if (!line.includes('}') && this.leaf.length < longestLeaf) return;
    if (/^[ \t]*@@ ?dependency/.test(this.leaf[0]!)) this.lines.push(...buildLines(this.leaf));
    this.leaf = [];
  }
}

function titleOf(kind: string, options: string): string {
  const [, double, single, bare] =
    /\btitle=(?:"([^"]{1,200})"|'([^']{1,200})'|([\w-]+))/.exec(options) ?? [];
  return `**${double ?? single ?? bare ?? capitalized(kind)}**`;
}

/** Returns the dependencies of a directive as the lines of a build with sbt. */
function buildLines(directive: string[]): string[] {
  const values = new Map<string, string>();
  const pairs = directive
    .join('\n')
    .matchAll(/\b(\w{1,40})=(?:"([^"\n]{0,200})"|([^\s"]{1,200}))/g);
  for (const [, name, quoted, bare] of pairs) values.set(name!, quoted ?? bare ?? '');
  const lines = [...values].flatMap(([name, group]) => {
    const [, number] = /^group(\d*)$/.exec(name) ?? [];
    const artifact = number === undefined ? undefined : values.get(`artifact${number}`);
    if (artifact === undefined) return [];
    const version = values.get(`version${number}`) ?? '';
    const isScala = artifact.endsWith('_$scala.binary.version$');
    const module = artifact.replace('_$scala.binary.version$', '');
    const shown = /^[A-Z]\w*$/.test(version) ? version : `"${version}"`;
    return `libraryDependencies += "${group}" ${isScala ? '%%' : '%'} "${module}" % ${shown}`;
  });
  return lines.length === 0 ? [''] : ['', '```scala', ...lines, '```', ''];
}

const opening = /@([a-z]{2,20}):?\[/g;
/** Maximum number of characters in the brackets of a link. */
const longestText = 1_000;
/** The target of a link, and its options. */
const rest =
  /(?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,400}\))?(?:[ \t]*\{[^{}\n]{0,300}=[^{}\n]{0,300}\})?/y;
const groups = new Set(['scala', 'java']);
const symbols = new Set(['apidoc', 'scaladoc', 'javadoc', 'apiref']);

/** Replaces `@ref[text](page.md)`, `@apidoc[Name]`, and `@scala[text]@java[text]`, which can contain others. */
function replaceLinks(text: string, depth = 0): string {
  if (!text.includes('@')) return text;
  let out = '';
  let at = 0;
  /** The text for Scala, if it ends at `at`. */
  let scala: string | undefined;
  for (const match of text.matchAll(opening)) {
    if (match.index < at) continue;
    const start = match.index + match[0].length;
    const end = closingBracket(text, start);
    if (end === -1) continue;
    const between = text.slice(at, match.index);
    const name = match[1]!;
    const label = text.slice(start, end);
    const inner = depth < 4 ? replaceLinks(label, depth + 1) : label;
    out += between;
    const before = between.trim() === '' ? scala : undefined;
    rest.lastIndex = end + 1;
    const target = groups.has(name) ? '' : rest.exec(text)![0];
    out += shownLink({ name, label: inner, target, scala: before });
    scala = name === 'scala' ? inner : undefined;
    at = end + 1 + target.length;
  }
  return out + text.slice(at);
}

interface Link {
  name: string;
  label: string;
  target: string;
  /** The same text for Scala, if it comes before the text for Java. */
  scala: string | undefined;
}

function shownLink({ name, label, target, scala }: Link): string {
  if (name === 'java' && scala !== undefined) return scala === label ? '' : ` (Java: ${label})`;
  if (name === 'link') return `[${label}]${/\([^()]*\)/.exec(target)?.[0] ?? ''}`;
  return symbols.has(name) ? symbolOf(label) : label;
}

/** Returns the name of a type as code, without the sign of a Scala object. */
function symbolOf(label: string): string {
  if (label.includes('`') || /\s\w+\s/.test(label)) return label;
  return `\`${label.replaceAll('\\', '').replace(/\$$/, '')}\``;
}

function closingBracket(text: string, start: number): number {
  let depth = 1;
  const stop = Math.min(text.length, start + longestText);
  for (let at = start; at < stop; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
