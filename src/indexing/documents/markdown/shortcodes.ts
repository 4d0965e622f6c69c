import { labelLine } from '../clean.ts';
import { longFence } from '../fences.ts';

/** The title of a shortcode or a container in an attribute. */
export const titled = /\b(?:title|head(?:er|ing)|label|name|summary)\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The inside of a tag of Liquid, and of a shortcode of Hugo. It ends at the first mark of the end. */
const liquid = String.raw`(?:[^%]|%(?!\}))*`;
const hugo = String.raw`(?:[^%>]|[%>](?!\}\}))*`;

const highlightTag = new RegExp(
  String.raw`^[ \t]*(?:<pre\b[^<>]{0,200}>)?(?:\{%-?[ \t]*highlight\b(${liquid}?)-?%\}|\{\{[<%][ \t]*(?:highlight|code-toggle|text)\b(${hugo})[%>]\}\}|\{\{[<%][ \t]*(?:clients-example|redis-cli)\b(?:[^{}]*[^{}/])?[%>]\}\}|\{\{[<%][ \t]*code[\w-]{0,30}[ \t](?=[^{}]{0,300}\blang(?:uage)?=)(?![^{}]{0,300}(?:\b(?:src|source)=|/[ \t]*[%>]\}))([^{}]{1,300})[%>]\}\}|\{\{[<%][ \t]*code[ \t]+([\w+#-]{1,30}(?:[ \t]+"[^"{}]{1,100}")?)[ \t]*[%>]\}\}|\{%-?[ \t]*(mermaid)[ \t]*-?%\}|\{\{[<%][ \t]*(mermaid)\b[^{}]{0,300}[%>]\}\})`,
);
/** A tag with the name of a file, or without names of attributes, which can also name a part of a site. */
const namesFile = /^[ \t]*\{\{[<%][ \t]*code(?!-toggle)(?:[^{}]*\bfile=|[ \t][^={}]*[%>]\}\})/;
const highlightEnd =
  /\{%-?[ \t]*end(?:highlight|mermaid)[ \t]*-?%\}|\{\{[<%][ \t]*\/[ \t]*(?:highlight|mermaid|code[\w-]{0,30}|text|clients-example|redis-cli)[ \t]*[%>]\}\}/;

/** Writes the tags of Jekyll and Hugo around code, as in `{% highlight ruby %}`, as fences. The documentation of Redis and Istio has some of its own, and many sites have one for code in a language: `{{< code lang="sh" >}}`, or `{{< code sh "Title" >}}`. */
export class HighlightTags {
  private isOpen = false;
  /** Number of end tags below. Code beside a tag needs one; without it, the line is text about the tag. */
  private ends: number;

  constructor(lines: readonly string[]) {
    this.ends = lines.filter((line) => line.includes('{') && highlightEnd.test(line)).length;
  }

  /** Returns the lines that replace a line: a fence for each tag, and what stands beside the tags. */
  fences(line: string, inFence: boolean): string[] {
    if (!line.includes('{')) return [line];
    if (this.isOpen) return this.untilEnd(line) ?? [line];
    const found = inFence ? null : highlightTag.exec(line);
    if (!found) return [line];
    const rest = line.slice(found[0].length);
    const closed = rest.trim() === '' ? undefined : this.untilEnd(rest.trimStart());
    if (!closed && this.needsEnd(line, rest) && this.ends === 0) return [line];
    const code = closed ?? [rest].filter((part) => part.trim() !== '');
    this.isOpen = !closed;
    const attributes = found.slice(1).find((one) => one !== undefined) ?? '';
    return [openingFence(attributes.trim()), ...code];
  }

  /** Returns whether a tag encloses no code if no end tag follows: text is beside it, or it names the file that has the code. */
  private needsEnd(line: string, rest: string): boolean {
    return rest.trim() !== '' || namesFile.test(line);
  }

  /** Returns the code before an end tag, a fence, and the text after the tag. */
  private untilEnd(line: string): string[] | undefined {
    const end = highlightEnd.exec(line);
    if (!end) return undefined;
    this.isOpen = false;
    this.ends -= 1;
    const before = line.slice(0, end.index);
    const after = line.slice(end.index + end[0].length).replace(/^<\/pre>/i, '');
    return [before, longFence, after].filter((part) => part.trim() !== '');
  }
}

function openingFence(attributes: string): string {
  const language = /^(?:lang(?:uage)?=)?"?([\w+#.-]{1,30})(?![\w=])/.exec(attributes)?.[1] ?? '';
  const [, file, title = file] =
    /\bfile="?([\w./-]{1,100})|^\S+[ \t]+"([^"=]{1,100})"$/.exec(attributes) ?? [];
  return `${longFence}${language}${title === undefined ? '' : ` title="${title}"`}`;
}

/** A tag of Liquid or Nunjucks that has only texts in quotes. Such a tag is the site's own: `{% addedin "2.0" %}`. */
const quotedTag =
  /\{%-?[ \t]*([a-z][\w-]{0,60})((?:[ \t,]{1,9}(?:"[^"%\n]{0,300}"|'[^'%\n]{0,300}'))+)[ \t]*-?%\}/gi;
/** Tags that show a file or a picture. */
const fileTag = /^(?:include|include_relative|render|extends|import|link|post_url|image|img)$/i;
/** A tag of Jekyll that shows a part of a template, often a badge or an icon: `{% include badge.html text="New" %}`. */
const includeTag =
  /\{%-?[ \t]*include(?:_cached|_relative)?[ \t]+(?:\{\{[^{}\n]{1,100}\}\})?[\w./-]{0,200}(?:[ \t][^{}%\n]{0,300})?%\}/g;
/** A text that Liquid keeps for later on one line, often the name of a file. */
const capturedText =
  /\{%-?[ \t]*capture[ \t]+\w{1,60}[ \t]*-?%\}[^{}\n]{0,300}\{%-?[ \t]*endcapture[ \t]*-?%\}/g;
/** The address of a page or the name of a file. */
const isTarget = /\/|\.[a-z]\w{0,4}$/i;

/** The inside of a tag of Jekyll that shows a part of a theme: `include note.html content="Oil it."`. */
const themePart =
  /^include(?:_cached)?\s+(?:[\w.-]{1,60}\/){0,5}([\w-]{1,60})(?:\.\w{1,10})?(?=\s)/;
const partAttribute = /\s([\w-]{1,40})\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g;

/** Returns the kind and the sentences of such a part, from the inside of its tag; undefined for another tag, also for one with a label. */
export function readThemePart(tag: string): { kind: string; text: string } | undefined {
  const [found, name = ''] = themePart.exec(tag) ?? [];
  if (found === undefined) return undefined;
  const given = new Map(
    Array.from(tag.matchAll(partAttribute), ([, key = '', double, single = '']) => [
      key,
      (double?.replace(/\\(.)/g, '$1') ?? single).trim(),
    ]),
  );
  const text = given.get('content') ?? given.get('text') ?? given.get('message') ?? '';
  return /[\s.]/.test(text) ? { kind: given.get('type') ?? name, text } : undefined;
}

/** A tag of Liquid with a version alone, which names what it says of the version: `{% new_in 3.10 %}`. */
const versionTag =
  /\{%-?[ \t]*([a-z][a-z_-]{1,40})[ \t]+(v?\d{1,3}(?:\.[\dx]{1,4}){0,3})[ \t]*-?%\}/g;

/** A text with a condition, also one that a site defines: `{% if_version gte:2.6.x %}Oil{% endif_version %}`. */
const conditional =
  /\{%-?[ \t]*(if|unless)(_\w{1,40})?[ \t][^{}%\n]{1,200}%\}((?:[^{}\n]|\{\{[^{}\n]{0,100}\}\}){0,500})\{%-?[ \t]*end\1\2[ \t]*-?%\}/g;
/** The end of such a text, right before the next one. */
const conditionEnd =
  /(?<=\{%-?[ \t]*end(?:if|unless)(?:_\w{1,40})?[ \t]*-?%\})(?=\{%-?[ \t]*(?:if|unless))/g;

/** A tag of Markdoc without content, as in `{% badge text="New" /%}`, and what Markdoc sets of the text before it: `{% .wide %}`. */
const markdocTag =
  /\{%[ \t]*(?:[a-z][\w-]{0,60}(?:[ \t]+\w{1,60}=(?:"[^"\n]{0,300}"|[^\s"{}%]{1,100})){0,20}[ \t]*\/|[.#][\w-]{1,100}(?:[ \t]+[.#]?[\w-]{1,100}(?:="[^"\n]{0,300}")?){0,10}[ \t]*)%\}/gi;
/** A tag of Markdoc around some words: `2{% sup %}53{% /sup %}`, `{% badge href="/saws" %}New{% /badge %}`. */
const markdocPair =
  /\{%[ \t]*([a-z][\w-]{0,60})(?:[ \t]+\w{1,60}=(?:"[^"\n]{0,300}"|[^\s"{}%]{1,100})){0,20}[ \t]*%\}([^{}\n]{1,300})\{%[ \t]*\/\1[ \t]*%\}/gi;
/** The attributes of such a tag that it shows. */
const shownAttribute = /[ \t](?:text|label|title|content)="([^"\n]{1,300})"/;

/** A text that filters of Liquid or Jinja change, often to a link: `{{ "Saw.cut" | api_doc }}`. */
const filteredText =
  /\{\{-?[ \t]{0,9}(?:"([^"{}\n]{1,300})"|'([^'{}\n]{1,300})')[ \t]{0,9}\|[^{}\n]{0,200}\}\}/g;

/** Replaces the tags within text by the last text that they have, which is often what they show. The address of a page is none. */
export function withoutQuotedTags(source: string): string {
  const written = source.replace(filteredText, (_, double?: string, single?: string) => {
    return double ?? single ?? '';
  });
  if (!written.includes('{%')) return written;
  const attribute = (tag: string): string => shownAttribute.exec(tag)?.[1] ?? '';
  const text = written
    .replace(conditionEnd, ' / ')
    .replace(conditional, '$3')
    .replace(markdocPair, '$2')
    .replace(markdocTag, attribute)
    .replace(capturedText, '')
    .replace(includeTag, attribute)
    .replace(versionTag, (_, name: string, version: string) => {
      return `(${name.replace(/[_-]/g, ' ')} ${version})`;
    });
  return text.replace(quotedTag, (_, name: string, quoted: string) => {
    const texts = (quoted.match(/"[^"]*"|'[^']*'/g) ?? []).map((one) => one.slice(1, -1));
    return (!fileTag.test(name) && texts.findLast((one) => !isTarget.test(one))) || '';
  });
}

const tag = String.raw`(?:\{%(${liquid})%\}|\{\{[<%](${hugo})[%>]\}\})`;
const firstTag = new RegExp(String.raw`^[ \t]*${tag}`);
const onlyTags = new RegExp(String.raw`^[ \t]*(?:${tag}[ \t]*)+$`);
const lastTag = /(?:\{%-?[ \t]*(?:end|\/)[^{}]*%\}|\{\{[<%][ \t]*(?:end|\/)[^{}]*[%>]\}\})[ \t]*$/;

/** The tags at the beginning of a line, without their marks, and the text that they enclose. */
interface TaggedLine {
  tags: string[];
  text: string;
}

/** Splits a line that has only tags of a template, or text between a tag and an end tag. Returns undefined for any other line. */
export function splitTags(line: string): TaggedLine | undefined {
  const first = firstTag.exec(line);
  if (!first) return undefined;
  if (onlyTags.test(line)) {
    return { tags: Array.from(line.matchAll(new RegExp(tag, 'g')), insideOf), text: '' };
  }
  const own = insideOf(first);
  const rest = line.slice(first[0].length);
  const last = lastTag.exec(rest);
  if (!last) return undefined;
  const text = rest.slice(0, last.index).trim();
  const isUnshown = own === 'comment' || (own.startsWith('capture ') && isFileName(text));
  return { tags: [own], text: isUnshown ? '' : text };
}

/** Returns whether a text that Liquid keeps is the name of a file, as in `saws/{{ saw.kind }}.md`. */
function isFileName(text: string): boolean {
  return isTarget.test(text) && !/\s/.test(text.replace(/\{\{[^{}]{0,100}\}\}/g, ''));
}

function insideOf([, liquidTag, shortcode]: readonly string[]): string {
  return (liquidTag ?? shortcode ?? '').replaceAll(/^-|-$/g, '').trim();
}

const openShortcode =
  /^[ \t]*(?:\{\{(?:[<%]|[ \t]*\w{1,60}[ \t]?\(\{?)|\{%-?[ \t]*[a-z]\w{0,60}(?:[ \t]|$))[^{}]{0,300}$/;
/** The start of a tag of Jekyll for a part of a theme, whose text can have any marks. */
const openPart = new RegExp(String.raw`^[ \t]*\{%-?[ \t]*include(?:_cached)?[ \t]${liquid}$`);
const restOfShortcode = /^[^{}]{0,300}?(?:(?:[>%]|\}?\)[ \t]*)\}\}|%\})/;
/** Maximum number of lines of a shortcode. */
const longestShortcode = 20;

/**
 * Returns the line at an index, and the index of its last line. If a shortcode of Hugo, a tag of Liquid or a call of a template begins on
 * the line, joins the lines up to its end.
 */
export function shortcodeLine(
  lines: readonly string[],
  at: number,
): { line: string; last: number } {
  const line = lines[at]!;
  const isPart = openPart.test(line);
  if (!isPart && !openShortcode.test(line)) return { line, last: at };
  const [rest, other] = isPart ? [/%\}/, /\{%|^(?:`{3}|~{3})/] : [restOfShortcode, /[{}]/];
  const parts = [line.trimEnd()];
  for (let next = at + 1; next < Math.min(lines.length, at + longestShortcode); next += 1) {
    const part = lines[next]!.trim();
    parts.push(part);
    if (rest.test(part)) return { line: parts.join(' '), last: next };
    if (other.test(part)) break;
  }
  return { line, last: at };
}

const templateTarget = /^( {0,3}\[[^\]\n]{1,200}\]:)[ \t]+\S{0,200}?\{[{%].*$/;

/** Gives a link definition whose target is a template, as in `[a]: {% link a.md %}`, a target without spaces. */
export function withPlainTarget(line: string): string {
  return line.includes(']:') ? line.replace(templateTarget, '$1 #') : line;
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
