import { decodeEntities } from '../../entities.ts';

const replacements: readonly (readonly [RegExp, string])[] = [
  [/<a\s[^<>]{0,300}?href=["'](https?:[^"'<>]*)["'][^<>]*>([^<>]*)<\/a>/gi, '[$2]($1)'],
  [/<\/?(?:i|em|var|cite)>/gi, '*'],
  [/<\/?(?:b|strong)>/gi, '**'],
  [/\s*<li(?:\s[^<>]*)?>\s*/gi, '\n- '],
  [/\s*<h[1-6](?:\s[^<>]*)?>\s*/gi, '\n\n**'],
  [/\s*<\/h[1-6]>\s*/gi, '**\n\n'],
  [/\s*<(?:dt|tr)(?:\s[^<>]*)?>\s*/gi, '\n\n'],
  [/\s*<\/(?:ul|ol|dl|table|tr|p|div|blockquote)>\s*/gi, '\n\n'],
  [/\s*<(?:p|div|ul|ol|dl|table|blockquote|hr)(?:\s[^<>]*)?\/?>\s*/gi, '\n\n'],
  [/<br\s*\/?>\s*/gi, '\n'],
  [/<\/(?:td|th)>\s*(?=<t[dh])/gi, ' | '],
];

const furniture =
  /<\/?(?:a|span|dd|td|th|li|thead|tbody|caption|sup|sub|small|u|font|center|code|tt|img|dfn|abbr|nobr|section|html|body|head)(?:\s[^<>]*)?\/?>/gi;

/**
 * Converts the HTML of doc comments and API descriptions to Markdown. Removes tags that mean
 * nothing to a reader. Keeps links, emphasis, line breaks and `<T>`, which the other two readers of
 * HTML do not (ADR 21).
 */
export function htmlToMarkdown(html: string): string {
  if (!/[<&]/.test(html)) return html;
  // Long runs of spaces would make the patterns below quadratic.
  let text = html
    .replace(/\s{30,}/g, '\n\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(code|tt)>([^<]*)<\/\1>/gi, (_, __, inner: string) => `\`${inner.trim()}\``);
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return decodeEntities(text.replace(furniture, ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Converts the HTML in a text of Markdown, and keeps the blanks around the text. */
export function htmlInText(text: string): string {
  if (!/<\/?[a-z][a-z\d]{0,9}\b[^<>]*>|&[a-z]{2,6};/i.test(text)) return text;
  const [before = ''] = /^\s*/.exec(text) ?? [];
  const [after = ''] = /\s*$/.exec(text.slice(-200)) ?? [];
  return before + htmlToMarkdown(text) + after;
}
