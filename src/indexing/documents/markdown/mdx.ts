import { cleanLines } from '../clean.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { FenceTracker } from '../fences.ts';
import { labelLine } from './directives.ts';
import { parseMarkdownLines } from './markdown.ts';

/** MDX: Markdown once its imports, exports, expressions and components have given way to the text they hold. */
export function parseMdx(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({
    document,
    lines: cleanLines(document.content),
    tags: 'all',
    translate: mdxToMarkdown,
  });
}

const title =
  /\b(?:label|title|header|heading|name|summary|tab|filename)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`{}]*)["'`]\s*\})/;
const tabs = /^(?:Tab|TabItem|TabPane|TabPanel|TabsContent|CodeGroupItem|CodeBlock|Snippet|Code)$/;
// HTML that the Markdown parser makes headings, tables, lists and code of.
const structural = /^(?:h[1-6]|pre|table|t[rhd]|thead|tbody|[ou]l|li|summary|img)$/;

/**
 * Takes the JavaScript out of MDX line by line: imports, exports and comments go; a component's opening and closing tags
 * go, its title stays (as the label of the code that follows where it is a tab); what it holds loses the indentation that
 * is there for the eye, since MDX has no indented code.
 */
function mdxToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  const script = new ScriptReader(lines);
  let base = 0;
  let afterTag = false;
  for (let at = 0; at < lines.length; at += 1) {
    const taken = fences.inside ? undefined : script.take(at);
    const text = taken && textOf(taken);
    if (text) {
      out.push('', ...text, '');
      at = taken.last;
      afterTag ||= taken.tag !== undefined;
      continue;
    }
    const line = lines[at]!;
    if (afterTag && line.trim() !== '' && !fences.inside) {
      base = indentOf(line);
      afterTag = false;
    }
    const dedented = base === 0 ? line : line.slice(Math.min(base, indentOf(line)));
    fences.advance(dedented);
    out.push(dedented);
  }
  return out;
}

/** Lines that stand for what was taken; undefined where it is to stay as it is. */
function textOf({ tag, rest }: Taken): string[] | undefined {
  if (tag === undefined) return rest.trim() === '' ? [] : [rest.trim()];
  const name = /^<\/?([\w.:-]*)/.exec(tag)![1]!;
  if (/^[a-z]/.test(name) && (structural.test(name) || rest.trim() !== '')) return undefined;
  const label = tag.startsWith('</') ? undefined : titleOf(tag);
  const words =
    label === undefined ? [] : [tabs.test(name) ? labelLine(label) : `**${label}**`, ''];
  // Tags within the rest of the line are part of a sentence; the inline reduction takes them.
  return rest.trim() === '' ? words : [...words, rest.trim()];
}

function titleOf(tag: string): string | undefined {
  const [, double, single, expression] = title.exec(tag) ?? [];
  const text = (double ?? single ?? expression)?.trim();
  return text === '' ? undefined : text;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}

/** Lines one tag, comment or import may span; what runs on is text that looked like one. */
const longestSpan = 200;
/** Lines read in vain before nothing is looked for beyond its own line any more. */
const patience = 5_000;

const moduleLine =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*(?:,|\s+from\b))|export\s+(?:default|const|let|var|function|async|class|type|interface)\b|export\s*[{*])/;
const tagStart = /^[ \t]*<(?:\/?[A-Za-z][\w.:-]*|\/?>)/;
const commentStart = /^[ \t]*\{\/\*/;

/** A piece of JavaScript at the beginning of a line. */
interface Taken {
  /** Index of its last line. */
  last: number;
  /** What stands behind it on that line. */
  rest: string;
  /** The tag, when it is one. */
  tag?: string;
}

/** Finds where imports, exports, comments and tags end in the lines of an MDX document. */
class ScriptReader {
  private readonly lines: string[];
  private patience = patience;

  constructor(lines: string[]) {
    this.lines = lines;
  }

  /** What begins on a line; undefined where that is text. */
  take(at: number): Taken | undefined {
    const line = this.lines[at]!;
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

  /** Reads lines until `end` gives the index behind the end in one of them; a negative index means there is none. */
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

/** Follows a tag through quotes and braces to its '>'. */
class TagScan {
  /** The tag as read so far, lines trimmed. */
  source = '';
  private depth = 0;
  private quote = '';

  /** Index behind the tag in a line it ends in; -1 where it turns out to be none. */
  end(line: string): number | undefined {
    if (line === '') return -1;
    for (let at = this.source === '' ? 1 : 0; at < line.length; at += 1) {
      const char = line[at]!;
      if (this.closes(char)) {
        this.source += line.slice(0, at + 1);
        return at + 1;
      }
      // Outside quotes and braces no tag holds another.
      if (char === '<' && this.quote === '' && this.depth === 0) return -1;
    }
    this.source += `${line}\n`;
    return undefined;
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

/** Counts brackets over lines of JavaScript, strings skipped. */
class BracketScan {
  private depth = 0;

  /** The line's length when the statement ends with it. */
  end(line: string, next: string): number | undefined {
    const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$/g, '');
    for (const char of code) {
      if ('([{'.includes(char)) this.depth += 1;
      else if (')]}'.includes(char)) this.depth -= 1;
    }
    return this.depth <= 0 && !/^\s*[.=?:&|+]/.test(next) ? line.length : undefined;
  }
}
