import { FenceTracker, longFenced } from '../fences.ts';
import { dedent, indentOf } from '../indentation.ts';

/** A tag of Liquid alone on a line, with its name. */
const start = /^[ \t]*\{%-?[ \t]*([a-z]\w{1,50})(?:[ \t][^{}%]{0,300})?%\}[ \t]*$/;
const end = /^[ \t]*\{%-?[ \t]*end([a-z]\w{1,50})[ \t]*-?%\}[ \t]*$/;
/** Tags around text or code of any kind. */
const structure = /^(?:if|unless|case|for|raw|comment|capture|highlight|tabs?)$/;

/** A line of YAML without indentation: a key, an item or a comment. */
const dataLine = /^(?:["']?[a-z][\w.-]{0,100}["']?:(?:[ \t]|$)|-(?:[ \t]|$)|#)/;
const firstKey = /^["']?[a-z][\w.-]{0,100}["']?:(?:[ \t]|$)/;

/** Maximum number of lines of a block. */
const longest = 1_000;

/**
 * Writes the content of the tags of a site as code if it is YAML, or if a tag says so, as in `{% codeblock lang:js %}` of Hexo.
 * Plugins of Jekyll show YAML as a table or as a request. Examples are `{% configuration %}` of Home Assistant and `{% entity_examples %}` of
 * Kong. Shows the text of YAML that has only one. Other content can be indented, although it is not code.
 */
export function withTagBlocks(written: string[]): string[] {
  const lines = withTagsAlone(written);
  if (!lines.some((line) => line.includes('{%') && end.test(line))) return written;
  const ends = nextEnds(lines);
  const fences = new FenceTracker();
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const last = fences.advance(line) ? undefined : ends.get(at);
    shown.push(line);
    if (last === undefined) continue;
    const inside = lines.slice(at + 1, last);
    const data = codeIn(line, inside) ?? textIn(inside) ?? dataIn(inside);
    const indent = line.slice(0, indentOf(line));
    if (data) {
      shown.push(...data.map((text) => indent + text));
      at = last - 1;
    } else {
      shown.push(...titleOf(line));
      lines.splice(at + 1, inside.length, ...withoutOwnIndent(inside, indent.length));
    }
  }
  return shown;
}

/** The first tag of a hint of GitBook, before its text. */
const hint = /^[ \t]*\{% hint\b[^{}]{0,200}%\}(?=[ \t]*\S)/;
const hintEnd = '{% endhint %}';

/** Returns the lines with the tags of each hint of GitBook on lines of their own, if its text has several lines. */
function withTagsAlone(lines: readonly string[]): string[] {
  if (!lines.some((line) => line.includes(hintEnd))) return [...lines];
  const fences = new FenceTracker();
  return lines.flatMap((line) => {
    if (fences.advance(line)) return line;
    const tag = hint.exec(line)?.[0] ?? '';
    const text = line.slice(tag.length);
    const close = text.indexOf(hintEnd);
    if (close === -1) return tag === '' ? line : [tag, text.trimStart()];
    const isAlone = tag !== '' || text.slice(0, close).trim() === '';
    return isAlone ? line : [text.slice(0, close).trimEnd(), text.slice(close)];
  });
}

/** A tag around code. That of GitBook has a fence within it. */
const codeTag =
  /^[ \t]*\{%-?[ \t]*code(?:[_-]?(?:block|example|sample|snippet))?(?:[ \t]([^{}%]{0,300}))?%\}/i;
const language = /(?:^|[ \t,])lang(?:uage)?[:=][ \t]?["']?([\w+#-]{1,30})/;
const markup = /^[ \t]*(?:`{3}|~{3}|\{%)/;

/** Returns lines as code if the tag around them says so, and if they have no fence or tag of their own. */
function codeIn(tag: string, lines: readonly string[]): string[] | undefined {
  const [found, options = ''] = codeTag.exec(tag) ?? [];
  if (found === undefined || lines.some((line) => markup.test(line))) return undefined;
  const code = dedent(lines.map((line) => line.trimEnd()));
  return longFenced(code, language.exec(options)?.[1] ?? '');
}

/** The first text of a tag, if it has several words or is a call: `{% function 'math.ceil($number)' %}`. */
const titledTag = /^[ \t]*\{%-?[ \t]*\w{1,50}[ \t]+(?:"([^"]{1,300})"|'([^']{1,300})')/;

function titleOf(tag: string): string[] {
  const [, double, single] = titledTag.exec(tag) ?? [];
  const title = (double ?? single ?? '').trim();
  return /[\s(]/.test(title) ? ['', `${tag.slice(0, indentOf(tag))}**${title}**`, ''] : [];
}

/** Returns the text in a tag without its own indentation, which is less than that of code. */
function withoutOwnIndent(lines: readonly string[], outer: number): readonly string[] {
  const text = lines.filter((line) => line.trim() !== '');
  const own = text.length === 0 ? 0 : Math.min(...text.map((line) => indentOf(line))) - outer;
  return own > 0 && own < 4 ? lines.map((line) => line.slice(own)) : lines;
}

/** Returns the index of the end tag for the index of each tag that begins a block. */
function nextEnds(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (!line.includes('{%')) continue;
    const [, closed] = end.exec(line) ?? [];
    const [, opened] = start.exec(line) ?? [];
    const begin = closed === undefined ? undefined : open.get(closed);
    if (begin !== undefined && at - begin <= longest) ends.set(begin, at);
    if (closed !== undefined) open.delete(closed);
    else if (opened !== undefined && !structure.test(opened)) open.set(opened, at);
  }
  return ends;
}

/** A key whose value is the text below it. */
const textKey = /^\w{1,50}:[ \t]*[|>][+-]?[ \t]*$/;

/** Returns the text of YAML that is only one text, as in `content: |`. */
function textIn(lines: readonly string[]): string[] | undefined {
  const [first = '', ...rest] = lines;
  const text = rest.find((line) => line.trim() !== '') ?? '';
  const indent = indentOf(text);
  const isText =
    textKey.test(first.trim()) &&
    indent > indentOf(first) &&
    rest.every((line) => line.trim() === '' || indentOf(line) >= indent);
  return isText ? rest.map((line) => line.slice(indent)) : undefined;
}

/** Returns lines as code, without the indentation of the first, if they are YAML with several lines. */
function dataIn(lines: readonly string[]): string[] | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (!firstKey.test(first.trim())) return undefined;
  const indent = indentOf(first);
  const isData = (line: string): boolean =>
    line.trim() === '' ||
    indentOf(line) > indent ||
    (indentOf(line) === indent && dataLine.test(line.trim()));
  if (!lines.every(isData) || lines.filter((line) => line.trim() !== '').length < 2)
    return undefined;
  return longFenced(
    lines.map((line) => line.slice(indent)),
    'yaml',
  );
}
