import { labelLine } from '../clean.ts';

/** The title of a shortcode or a container in an attribute. */
export const titled = /\b(?:title|header|label|name|summary)\s*=\s*(?:"([^"]*)"|'([^']*)')/;

const highlightTag =
  /^[ \t]*(?:\{%-?[ \t]*highlight\b(.*?)-?%\}|\{\{[<%][ \t]*(?:highlight|code-toggle|text)\b(.*?)[%>]\}\}|\{\{[<%][ \t]*(?:clients-example|redis-cli)\b(?:[^{}]*[^{}/])?[%>]\}\})[ \t]*$/;
const highlightEnd =
  /^[ \t]*(?:\{%-?[ \t]*endhighlight[ \t]*-?%\}|\{\{[<%][ \t]*\/[ \t]*(?:highlight|code-toggle|text|clients-example|redis-cli)[ \t]*[%>]\}\})[ \t]*$/;
/** Longer than the fences in code. */
const highlightFence = '`'.repeat(6);

/** Writes the tags of Jekyll and Hugo around code, as in `{% highlight ruby %}`, as fences. The documentation of Redis and Istio has some of its own. */
export class HighlightTags {
  private isOpen = false;

  /** Returns the fence that replaces a line, or the line. */
  fence(line: string, inFence: boolean): string {
    if (this.isOpen && highlightEnd.test(line)) {
      this.isOpen = false;
      return highlightFence;
    }
    const found = inFence || !line.includes('{') ? null : highlightTag.exec(line);
    if (!found) return line;
    this.isOpen = true;
    const rest = (found[1] ?? found[2] ?? '').trim();
    const language = /^(?:lang=)?"?([\w+#.-]{1,30})(?![\w=])/.exec(rest)?.[1] ?? '';
    const file = /\bfile="?([\w./-]{1,100})/.exec(rest)?.[1];
    return `${highlightFence}${language}${file === undefined ? '' : ` title="${file}"`}`;
  }
}

const openShortcode = /^[ \t]*\{\{(?:[<%]|[ \t]*\w{1,60}[ \t]?\(\{?)[^{}]{0,300}$/;
const restOfShortcode = /^[^{}]{0,300}?(?:[>%]|\}?\)[ \t]*)\}\}/;
/** Maximum number of lines of a shortcode. */
const longestShortcode = 12;

/**
 * Returns the line at an index, and the index of its last line. Joins it with the lines below if a shortcode of Hugo or a
 * call of a template begins on it and ends on one of them.
 */
export function shortcodeLine(
  lines: readonly string[],
  at: number,
): { line: string; last: number } {
  const line = lines[at]!;
  if (!line.includes('{{') || !openShortcode.test(line)) return { line, last: at };
  const parts = [line.trimEnd()];
  for (let next = at + 1; next < Math.min(lines.length, at + longestShortcode); next += 1) {
    const part = lines[next]!.trim();
    parts.push(part);
    if (restOfShortcode.test(part)) return { line: parts.join(' '), last: next };
    if (/[{}]/.test(part)) break;
  }
  return { line, last: at };
}

const tabShortcode =
  /^[ \t]*\{\{[<%#][ \t]*(\/|end)?[ \t]*(tabs|multitabs|codetab|tab)\b([^{}]*?)[ \t]*[%>]?\}\}[ \t]*$/;
/** Stands between two tabs of Redis's documentation. */
const tabSeparator = /^-tab-sep-[ \t]*$/;

/** Labels the tabs of Hugo and of mdbook-tabs. Some themes name all tabs in their container, others name each tab. */
export class ShortcodeTabs {
  private names: string[] = [];

  /** Returns the label of the tab that a line opens, '' for another line of tabs, or undefined. */
  label(line: string): string | undefined {
    if (tabSeparator.test(line)) return this.next();
    const found = line.includes('{{') ? tabShortcode.exec(line) : null;
    if (!found) return undefined;
    const [, end, kind, parameters = ''] = found;
    if (end !== undefined) return '';
    if (kind === 'multitabs') {
      this.names = Array.from(parameters.matchAll(/\btab\d+="([^"]*)"/g), ([, name = '']) => name);
      return this.next();
    }
    const names = namesOf(parameters);
    if (kind === 'tabs') {
      this.names = names;
      return '';
    }
    return this.next(names[0]);
  }

  private next(name = this.names.shift()): string {
    return name === undefined ? '' : labelLine(name);
  }
}

/** Reads `name="Linux"`, `"Self-Hosted" Kubernetes` and `items="Self-Hosted, Kubernetes"`. */
function namesOf(parameters: string): string[] {
  const [, double, single] = titled.exec(parameters) ?? [];
  const title = double ?? single;
  if (title !== undefined) return [title];
  const items = /\bitems="([^"]*)"/.exec(parameters)?.[1];
  if (items !== undefined) return items.split(',').map((name) => name.trim());
  const words = parameters.replace(/[\w-]+=(?:"[^"]*"|\S*)/g, '').matchAll(/"([^"]*)"|([^\s"]+)/g);
  return Array.from(words, ([, quoted, bare]) => quoted ?? bare ?? '');
}

/** A command for each package manager, of ESLint's site: `{{ npm_tabs({ command: "install", packages: ["saw"] }) }}`. */
const commandTabs = /^[ \t]*\{\{ ?(npm|npx)_tabs ?\(\{(.*)\}\) ?\}\}[ \t]*$/;

/** Returns the command of such a line as code. */
export function commandOf(line: string): string | undefined {
  const [, program, options = ''] = commandTabs.exec(line) ?? [];
  if (program === undefined) return undefined;
  const words = ['command', 'package', 'args', 'packages'].flatMap((key) => {
    const value = new RegExp(`\\b${key}: ?(?:\\[((?:[^\\]"]|"[^"]*")*)\\]|("[^"]*"))`).exec(
      options,
    );
    return (value?.[1] ?? value?.[2] ?? '').match(/"[^"]+"/g) ?? [];
  });
  return ['```sh', [program, ...words.map((word) => word.slice(1, -1))].join(' '), '```'].join(
    '\n',
  );
}
