import { isCommonLanguage } from '../code-language.ts';
import { FenceTracker, longFenced } from '../fences.ts';
import { indentOf } from '../indentation.ts';

/** The first line of a text that a template of Nunjucks or Liquid keeps for later, with its name and its text. */
const start = /^[ \t]*\{%-?[ \t]*(?:set|capture)[ \t]+["']?(\w{1,60})["']?[ \t]*-?%\}(.*)$/;
const end = /\{%-?[ \t]*end(?:set|capture)[ \t]*-?%\}/;
const raw = /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g;
/** The place of such a text that shows it as code. */
const use =
  /\{\{-?[ \t]*(\w{1,60})[ \t]*\|[^{}\n]{0,200}?\bhighlight\b(?:[ \t:(]{1,4}["']([\w+#-]{1,30}))?[^{}\n]{0,200}\}\}/g;
/** A parameter of a part of the site that has the name of a language and such a text: `{% include tabs.html java=cut %}`. */
const parameter = /[ \t]([a-z]{1,20})\d?=(\w{1,60})/g;
/** The name of a text that a part of the site can show as code. */
const codeName = /code/i;

/** Maximum number of lines of such a text. */
const longest = 1_000;
/** Maximum number of lines between such a text and its place. */
const farthest = 40;

/**
 * Writes texts as code that a template keeps and then shows with the filter `highlight`. Sites of Eleventy do that with code that looks
 * like a template. Also those that a part of a site of Jekyll shows in a language. See https://mozilla.github.io/nunjucks/templating.html#block-set-and-extending and
 * https://jekyllrb.com/docs/includes/#passing-parameter-variables-to-includes.
 */
export function withCapturedCode(lines: string[]): string[] {
  const ends = lines.flatMap((line, at) => (line.includes('{%') && end.test(line) ? [at] : []));
  if (ends.length === 0) return lines;
  const fences = new FenceTracker();
  const shown: string[] = [];
  let next = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    while ((ends[next] ?? at) < at) next += 1;
    const isFenced = fences.advance(line);
    const code = isFenced ? undefined : codeAt(lines, at, ends[next]);
    if (code) {
      shown.push(...code);
      at = ends[next]!;
    } else shown.push(isFenced ? line : line.replace(use, ''));
  }
  return shown;
}

/** Returns the code that a line begins to keep, as a fence, and the text behind it; undefined if the line keeps no code. */
function codeAt(
  lines: readonly string[],
  at: number,
  last: number | undefined,
): string[] | undefined {
  const line = lines[at]!;
  const [, name, first = ''] = start.exec(line) ?? [];
  if (name === undefined || last === undefined || last - at > longest) return undefined;
  const language = languageOf(name, lines.slice(last, last + farthest));
  if (language === undefined) return undefined;
  const [before = '', after = ''] = (last === at ? first : lines[last]!).split(end);
  const code = last === at ? [before] : [first, ...lines.slice(at + 1, last), before];
  const text = code
    .map((one) => one.replace(raw, ''))
    .join('\n')
    .trim();
  const indent = line.slice(0, indentOf(line));
  const fence = longFenced(text.split('\n'), language);
  return ['', ...fence.map((one) => indent + one), '', after.replace(use, '')];
}

/** Returns the language in which a text is shown below it; undefined if it is no code. */
function languageOf(name: string, below: readonly string[]): string | undefined {
  for (const line of below) {
    for (const [, used, language = ''] of line.matchAll(use)) if (used === name) return language;
    const given = line.includes('{% include') ? line.matchAll(parameter) : [];
    for (const [, language = '', used] of given) {
      if (used === name && isCommonLanguage(language)) return language;
    }
  }
  return codeName.test(name) ? '' : undefined;
}
