import { fenced, FenceTracker } from '../../fences.ts';

/** Returns whether a path is that of Markdown with Ruby in it, as in Middleman (`saw.html.md.erb`) and Sitepress (`saw.html.markerb`). */
export function isErb(path: string): boolean {
  return /\.(?:md|markdown|mark)\.?erb$/i.test(path);
}

/** Returns whether Markdown has tags of ERB. Other documents show such tags in code alone. */
export function hasErb(content: string): boolean {
  if (!tagLine.test(content)) return false;
  const fences = new FenceTracker();
  const lines = content.split('\n');
  return lines.some((line, at) => {
    if (fences.advance(line) || !tagLine.test(line)) return false;
    // Indented code begins below a blank line.
    return line.startsWith('<%') || /^ {0,3}\S/.test(lines[at - 1] ?? '');
  });
}

const tagLine = /^[ \t]*<%/m;

const tag = /<%(?:[^%<]|%(?!>)|<(?!%))*%>[ \t]?/g;
/** The first line of a tag that ends on another line. */
const opened = /^[ \t]*<%(?:[^%]|%(?!>))*$/;
const link = /<%=[ \t]{0,9}link_to[ (]{1,9}(["'])([^"'%\n]{1,200})\1[^%\n]{0,300}%>/g;
/** A tag that shows a value, such as the name of a product. */
const value = /^<%=[ \t]{0,9}@?\w[\w.:'"[\]-]{0,100}[ \t]{0,9}-?%>$/;
/** A tag with the data that the lines below it show. */
const data = /^[ \t]*<%-?[ \t]*\[[ \t]*$/;
/** Maximum number of lines of a tag. */
const longest = 400;

/** Leaves out the tags of ERB outside of code, but the values and the data that they show. Shows the texts of links. */
export function erbToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const isCode = fences.advance(line);
    const end = isCode || !opened.test(line) ? undefined : endOf(lines, at);
    if (end !== undefined) {
      if (data.test(line)) shown.push(...fenced(lines.slice(at + 1, end), 'ruby'));
      at = end;
    } else shown.push(isCode || !line.includes('<%') ? line : withoutTags(line));
  }
  return shown;
}

/** Returns the index of the line on which a tag ends; undefined if it is too far away, or if another tag begins before it. */
function endOf(lines: readonly string[], at: number): number | undefined {
  for (let next = at + 1; next < Math.min(lines.length, at + longest); next += 1) {
    const mark = /<%|%>/.exec(lines[next]!)?.[0];
    if (mark !== undefined) return mark === '%>' ? next : undefined;
  }
  return undefined;
}

function withoutTags(line: string): string {
  const text = line.replace(link, '$2');
  if (!/[^\W_]/.test(text.replace(tag, ''))) return '';
  return text.replace(tag, (written) => (value.test(written.trimEnd()) ? written : ''));
}
