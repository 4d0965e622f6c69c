import { FenceTracker } from './fences.ts';
import { labelLine } from './markdown-directives.ts';
import { ScriptReader, type Taken } from './mdx-script.ts';

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
export function mdxToMarkdown(lines: string[]): string[] {
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
