import { FenceTracker } from '../fences.ts';
import { labelLine } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { indentOf, withoutMargin } from '../indentation.ts';
import { withValues, writersideValues } from '../writerside-variables.ts';
import { readSemanticTopic } from './writerside-topic.ts';

/** What the lines of a Writerside topic state beside their text. */
export interface WritersideTopic {
  title?: string;
  lines: string[];
}

/** Lines at the top of a topic, in which Writerside's own elements show its dialect. */
const mostHead = 40;
const sign =
  /^\s*(?:\[\/\/\]: # \(title: |<(?:show-structure|primary-label|secondary-label|link-summary|card-summary|web-summary)\b)/;
const titleLine = /^\[\/\/\]: # \(title: (.{1,200})\)\s*$/;
/** Texts for lists of pages and for search engines. They repeat the topic. */
const summary = /^\s*<(link-summary|card-summary|web-summary)\b[^>]*>/;
/** Elements without text of their own, alone on a line. */
const structure =
  /^\s*<\/?(?:show-structure|primary-label|secondary-label|include|var|tldr|tabs|compare|snippet|list|deflist|procedure|step|chapter|def|tab)\b[^<>]*>\s*$/;
const tab = /^\s*<tab\b[^<>]{0,300}\btitle="([^"]{0,200})"[^<>]{0,300}>\s*$/;
const titled =
  /^\s*<(?:def|chapter|procedure)\b[^<>]{0,300}\btitle="([^"]{0,200})"[^<>]{0,300}>\s*$/;
const codeBlock = /^\s*<code-block\b[^<>]{0,300}\blang="([\w+#.-]{1,30})"[^<>/]{0,300}>\s*$/;
const codeBlockEnd = /^\s*<\/code-block>\s*$/;
/** The first and the last line of code that is written without references such as `&lt;`. */
const verbatim = /^\s*(?:<!\[CDATA\[|(\]\]>))\s*$/;
/** Attributes of the block above, such as `{style="note"}`, also at the end of the quote that they describe. */
const attributes =
  /^\s*(?:>\s*)?\{\s*[\w-]+=(?:"[^"]*"|'[^']*')(?:\s+[\w-]+=(?:"[^"]*"|'[^']*'))*\s*\}\s*$/;

/**
 * Converts a topic of Writerside (https://www.jetbrains.com/help/writerside/markup-reference.html) to Markdown. Fills in its
 * variables, removes elements without text, and labels the code of tabs. Returns undefined for any other document.
 */
export function readWriterside(written: readonly string[]): WritersideTopic | undefined {
  const semantic = readSemanticTopic(written);
  if (semantic) return { ...semantic, ...readMarkup(semantic.lines) };
  const isTopic = written.slice(0, mostHead).some((line) => sign.test(line));
  return isTopic ? readMarkup(written) : undefined;
}

function readMarkup(lines: readonly string[]): WritersideTopic {
  const head = lines.slice(0, mostHead);
  const title = head.map((line) => titleLine.exec(line)?.[1]).find((found) => found !== undefined);
  const variables = writersideValues(lines);
  const fences = new FenceTracker();
  const out: string[] = [];
  const code = new CodeBlockReader();
  let until: string | undefined;
  for (const original of lines) {
    const line = withValues(original, variables);
    if (until !== undefined) {
      if (line.includes(until)) until = undefined;
      continue;
    }
    const opened = fences.inside ? null : summary.exec(line);
    if (opened) {
      if (!line.includes(`</${opened[1]}>`)) until = `</${opened[1]}>`;
      continue;
    }
    const replaced = fences.inside ? undefined : (code.read(line) ?? replacement(line));
    if (replaced !== undefined) out.push(...replaced);
    else {
      fences.advance(line);
      out.push(line);
    }
  }
  return { lines: out, ...(title !== undefined && { title: withValues(title, variables) }) };
}

/** Follows the elements with code. */
class CodeBlockReader {
  private isOpen = false;
  /** Indentation of the first line of code. */
  private margin: number | undefined;
  private isVerbatim = false;

  /** Returns the lines that replace a line of such an element; undefined for any other line. */
  read(line: string): string[] | undefined {
    if (!this.isOpen) {
      const [, language] = codeBlock.exec(line) ?? [];
      if (language === undefined) return undefined;
      [this.isOpen, this.isVerbatim, this.margin] = [true, false, undefined];
      return ['', `\`\`\`${language}`];
    }
    if (codeBlockEnd.test(line)) {
      this.isOpen = false;
      return ['```', ''];
    }
    const mark = verbatim.exec(line);
    if (mark) {
      this.isVerbatim = mark[1] === undefined;
      return [];
    }
    if (this.margin === undefined && line.trim() !== '') this.margin = indentOf(line);
    const code = withoutMargin(line, this.margin ?? 0);
    return [this.isVerbatim ? code : decodeEntities(code)];
  }
}

/** HTML that is indented in an element. Without the element, it would be code. */
const indentedTag = /^\s{4,}(<\/?[a-z].*)$/;

/** Markup on a line of its own, and the lines that replace it. */
const rules: readonly [markup: RegExp, lines: (value: string) => string[]][] = [
  [titleLine, () => []],
  [attributes, () => ['']],
  [tab, (label) => ['', labelLine(label), '']],
  [titled, (title) => ['', `**${title}**`, '']],
  [structure, () => ['']],
  [indentedTag, (tags) => [tags]],
];

/** Returns the lines that replace a line of markup; undefined for any other line. */
function replacement(line: string): string[] | undefined {
  if (!'[{<>'.includes(line.trimStart()[0] ?? ' ')) return undefined;
  for (const [markup, lines] of rules) {
    const found = markup.exec(line);
    if (found) return lines(found[1] ?? '');
  }
  return undefined;
}
