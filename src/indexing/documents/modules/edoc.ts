import { htmlToMarkdown } from '../code/doc/html-text.ts';
import { inlineCode, singleSpaced } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { longFenced } from '../fences.ts';
import { dedent } from '../indentation.ts';
import { trimBlankLines } from '../blank-lines.ts';

/** A tag of EDoc with its text: `@param Wood what to cut`. */
export interface EdocTag {
  name: string;
  text: string;
}

const tagLine = /^[ \t]*@([a-z]{1,20})(?:[ \t]+(.*)|$)/;

/** Returns the tags of a comment. The text before the first one is no documentation. */
export function edocTags(lines: readonly string[]): EdocTag[] {
  const tags: { name: string; lines: string[] }[] = [];
  for (const line of lines) {
    const [, name, text = ''] = tagLine.exec(line) ?? [];
    if (name !== undefined) tags.push({ name, lines: [text] });
    else tags.at(-1)?.lines.push(line);
  }
  return tags.map(({ name, lines: all }) => ({ name, text: withoutRulers(all).join('\n').trim() }));
}

/** Returns lines without those that only separate, such as `%%----`. */
export function withoutRulers(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^\s*(?:[-=%*~_]\s?){4,}\s*$/.test(line));
}

/**
 * Writes the text of EDoc as Markdown: XHTML with code between ` and ', and between ``` and '''.
 * https://www.erlang.org/doc/apps/edoc/chapter.html
 */
export function edocText(text: string): string[] {
  const out: string[] = [];
  // Authors also close code like Markdown.
  const codes = /```([^]*?)(?:'''|```|$)|<pre(?:\s[^<>]*)?>([^]*?)(?:<\/pre>|$)/g;
  let at = 0;
  for (const match of text.matchAll(codes)) {
    const [whole, quoted, pre = ''] = match;
    out.push(...prose(text.slice(at, match.index)));
    out.push(...codeLines(quoted ?? preformatted(pre)));
    at = match.index + whole.length;
  }
  out.push(...prose(text.slice(at)));
  return out;
}

/** Returns the text of an element that keeps its lines. */
function preformatted(html: string): string {
  const [, quoted] = /^\s*```?([^]*?)'''?\s*$/.exec(html) ?? [];
  return quoted ?? decodeEntities(html.replace(/<\/?[a-z]{1,10}(?:\s[^<>]{0,200})?>/gi, ''));
}

function codeLines(code: string): string[] {
  const trimmed = trimBlankLines(code);
  if (trimmed.trim() === '') return [];
  const lines = dedent(trimmed.split('\n').map((line) => (line.trim() === '' ? '' : line)));
  const isShell = /^\s*\$ /.test(trimmed);
  return ['', ...longFenced(lines, isShell ? 'sh' : 'erlang'), ''];
}

/** Code in a line: `cut/1', ``can't'', and that of Markdown. */
const span = /``([^\n]{1,300}?)''|`([^`'\n]{1,300})[`']/g;
const heading = /^(={2,4})[ \t]+(.{1,200}?)[ \t]*(?:@[ \t]*\w+[ \t]*)?\1[ \t]*$/gm;

function prose(text: string): string[] {
  const codes: string[] = [];
  const keep = (code: string): string =>
    `\u{e000}${codes.push(inlineCode(code.trim())) - 1}\u{e001}`;
  const shown = text
    .replace(/^[ \t]+/gm, '')
    .replace(/(?<=`[^`'\n]{0,200})\n(?=[^`'\n]{0,200}')/g, ' ')
    .replace(span, (_, wide: string | undefined, code: string) => keep(wide ?? code))
    .replace(/<(code|tt)>([^<>]{1,300})<\/\1>/g, (_, __, code: string) =>
      keep(decodeEntities(code)),
    )
    .replace(/\{@link[ \t\n]{1,20}([^{}]{1,300})\}/g, (_, target: string) => linkText(target, keep))
    .replace(/\{@section[ \t\n]{1,20}([^{}]{1,200})\}/g, '"$1"')
    .replace(/\{@type[ \t\n]{1,20}([^{}]{1,200})\}/g, (_, type: string) => keep(type))
    .replace(/\{@[a-zA-Z]{1,20}(?:\s[^{}]{0,200})?\}/g, '')
    .replace(/\[(https?:[^\s\]]{1,500})\]/g, '$1')
    .replace(/@([@{}])/g, '$1')
    .replace(/(?<!\w)[*_](?=\w)/g, '\\$&')
    .replace(
      heading,
      (_, marks: string, title: string) => `\n${'#'.repeat(marks.length)} ${title}\n`,
    )
    .replace(
      /<h([2-5])>\s*([^<>]{1,200})\s*<\/h\1>/gi,
      (_, level: string, title: string) =>
        `\n\n${'#'.repeat(Number(level))} ${singleSpaced(title)}\n\n`,
    );
  return htmlToMarkdown(shown)
    .replace(/\u{e000}(\d+)\u{e001}/gu, (_, index: string) => codes[Number(index)] ?? '')
    .split('\n');
}

/** Returns the label of a link, or its target as code: `{@link cut/1}`, `{@link saw:cut/1. the cut}`. */
function linkText(target: string, keep: (code: string) => string): string {
  const [, name = target, label = ''] =
    /^(\S{1,200}?)\.?(?:[ \t\n]+(.*))?$/s.exec(target.trim()) ?? [];
  return label === '' ? keep(name) : label;
}

/** Returns the text of tags that describe a function: its parameters, what it returns and throws, and what is like it. */
export function tagsText(tags: readonly EdocTag[]): string[] {
  const of = (name: RegExp): string[] =>
    tags.filter((tag) => name.test(tag.name) && tag.text !== '').map(({ text }) => text);
  const line = (text: string): string => singleSpaced(edocText(text).join(' '));
  const list = of(/^param$/).map((text) => {
    const [, name = '', about = ''] = /^(\S{1,100})\s*([^]*)$/.exec(text) ?? [];
    return `- \`${name}\`: ${line(about)}`;
  });
  return [
    ...(list.length > 0 ? ['', 'Parameters:', '', ...list] : []),
    ...of(/^returns?$/).flatMap((text) => ['', `Returns: ${line(text)}`]),
    ...of(/^throws$/).flatMap((text) => ['', `Throws: ${inlineCode(singleSpaced(text))}`]),
    ...of(/^equiv$/).flatMap((text) => ['', `Equivalent to ${inlineCode(singleSpaced(text))}.`]),
    ...of(/^see$/).flatMap((text) => ['', `See: ${linkText(text, inlineCode)}`]),
    ...of(/^deprecated$/).flatMap((text) => ['', `**Deprecated:** ${line(text)}`]),
  ];
}

/** Writes the overview of an application as Markdown. Its lines can have the marks of comments. */
export function edocOverviewToMarkdown(lines: string[]): string[] {
  const tags = edocTags(lines.map((line) => line.replace(/^%+ ?/, '')));
  const text = (name: string): string => tags.find((tag) => tag.name === name)?.text ?? '';
  return [`# ${singleSpaced(text('title')) || 'Overview'}`, '', ...edocText(text('doc'))];
}
