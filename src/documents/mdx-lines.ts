import { FenceTracker } from './fences.ts';
import { labelLine } from './markdown-directives.ts';

/** Lines one tag or one import may span; what runs on is text that looked like one. */
const longestSpan = 300;

const moduleLine =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*(?:,|\s+from\b))|export\s+(?:default|const|let|var|function|async|class|type|interface)\b|export\s*[{*])/;
const tagStart = /^[ \t]*<(?:\/?[A-Za-z][\w.:-]*|\/?>)/;
const commentStart = /^[ \t]*\{\/\*/;
const title =
  /\b(?:label|title|header|heading|name|summary|tab|filename)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`{}]*)["'`]\s*\})/;
const tabs = /^(?:Tab|TabItem|TabPane|TabPanel|TabsContent|CodeGroupItem|CodeBlock|Snippet|Code)$/;

/**
 * Takes the JavaScript out of MDX line by line: imports, exports and comments go; a component's opening and closing tags
 * go, its title stays (as the label of the code that follows where it is a tab); what it holds loses the indentation that
 * is there for the eye, since MDX has no indented code.
 */
export function mdxToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  let base = 0;
  let afterTag = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const taken = fences.inside ? undefined : takeScript(lines, at);
    if (taken) {
      out.push('', ...taken.text, '');
      at = taken.last;
      afterTag ||= taken.tag;
      continue;
    }
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

interface Taken {
  /** Lines that stand for what was taken. */
  text: string[];
  /** Index of the last line taken. */
  last: number;
  tag: boolean;
}

function takeScript(lines: string[], at: number): Taken | undefined {
  const line = lines[at]!;
  if (line.startsWith('import') || line.startsWith('export')) return takeModule(lines, at);
  if (commentStart.test(line)) return takeComment(lines, at);
  return tagStart.test(line) ? takeTag(lines, at) : undefined;
}

/** An import or export up to the line where its brackets and quotes are closed. */
function takeModule(lines: string[], at: number): Taken | undefined {
  if (!moduleLine.test(lines[at]!)) return undefined;
  const scan = new BracketScan();
  for (let last = at; last < Math.min(lines.length, at + longestSpan); last += 1) {
    scan.line(lines[last]!);
    const next = lines[last + 1]?.trim() ?? '';
    if (scan.closed && !/^[.=?:&|+]/.test(next)) return { text: [], last, tag: false };
  }
  return { text: [], last: at, tag: false };
}

function takeComment(lines: string[], at: number): Taken | undefined {
  for (let last = at; last < Math.min(lines.length, at + longestSpan); last += 1) {
    const end = lines[last]!.indexOf('*/}');
    if (end !== -1) return { text: [lines[last]!.slice(end + 3)], last, tag: false };
  }
  return undefined;
}

/** A line that begins with a tag: the tag goes, over several lines where it has many attributes. */
function takeTag(lines: string[], at: number): Taken | undefined {
  let source = '';
  for (let last = at; last < Math.min(lines.length, at + longestSpan); last += 1) {
    source += `${source === '' ? '' : '\n'}${lines[last]!.trim()}`;
    const end = tagEnd(source);
    if (end !== -1) return tagText(source.slice(0, end), source.slice(end), last);
    if (lines[last]!.trim() === '') return undefined;
  }
  return undefined;
}

function tagText(tag: string, rest: string, last: number): Taken | undefined {
  const name = /^<\/?([\w.:-]*)/.exec(tag)![1]!;
  // HTML is left to the Markdown parser, which knows headings, tables and lists; inline tags are part of a sentence.
  if (
    /^[a-z]/.test(name) &&
    (rest.trim() !== '' ||
      /^(?:h[1-6]|pre|table|t[rhd]|thead|tbody|[ou]l|li|summary|img)$/.test(name))
  ) {
    return undefined;
  }
  const label = tag.startsWith('</') ? undefined : titleOf(tag);
  const words =
    label === undefined ? [] : [tabs.test(name) ? labelLine(label) : `**${label}**`, ''];
  const text = rest.trim() === '' ? [] : mdxToMarkdown([rest.trim()]);
  return { text: [...words, ...text], last, tag: true };
}

function titleOf(tag: string): string | undefined {
  const [, double, single, expression] = title.exec(tag) ?? [];
  const text = (double ?? single ?? expression)?.trim();
  return text === '' ? undefined : text;
}

/** Index after the '>' that ends the tag at the start of the text; -1 while it is still open. */
function tagEnd(source: string): number {
  let depth = 0;
  let quote = '';
  for (let at = 1; at < source.length; at += 1) {
    const char = source[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === '>' && depth <= 0) return at + 1;
  }
  return -1;
}

/** Counts brackets over lines of JavaScript, strings skipped. */
class BracketScan {
  #depth = 0;

  line(line: string): void {
    const code = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$/g, '');
    for (const char of code) {
      if ('([{'.includes(char)) this.#depth += 1;
      else if (')]}'.includes(char)) this.#depth -= 1;
    }
  }

  get closed(): boolean {
    return this.#depth <= 0;
  }
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}
