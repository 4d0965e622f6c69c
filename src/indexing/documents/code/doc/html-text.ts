import { escapedCell, singleSpaced, tableLines } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';

const replacements: readonly (readonly [RegExp, string])[] = [
  [/<a\s[^<>]{0,300}?href=["'](https?:[^"'<>]*)["'][^<>]*>([^<>]*)<\/a>/gi, '[$2]($1)'],
  // Markdown has no emphasis whose text begins or ends with a space.
  [/<(b|strong|i|em)>\s*<\/\1>/gi, ' '],
  [/(<(?:b|strong|i|em)>)(\s+)/gi, '$2$1'],
  [/(?<!\s)(\s+)(<\/(?:b|strong|i|em)>)/gi, '$2$1'],
  [/<\/?(?:i|em|var|cite)>/gi, '*'],
  [/<\/?(?:b|strong)>/gi, '**'],
  [/\s*<li(?:\s[^<>]*)?>\s*/gi, '\n- '],
  [/\s*<h[1-6](?:\s[^<>]*)?>\s*/gi, '\n\n**'],
  [/\s*<\/h[1-6]>\s*/gi, '**\n\n'],
  [/\s*<(?:dt|tr)(?:\s[^<>]*)?>\s*/gi, '\n\n'],
  [/\s*<\/(?:ul|ol|dl|table|tr|p|div|blockquote)>\s*/gi, '\n\n'],
  [/\s*<(?:p|div|ul|ol|dl|table|blockquote|hr)(?:\s[^<>]*)?\/?>\s*/gi, '\n\n'],
  [/<br\s*\/?>\s*/gi, '\n'],
  // Blank lines separate rows.
  [/<\/(?:td|th)>[ \t]*\n?[ \t]*(?=<t[dh])/gi, ' | '],
];

const furniture =
  /<\/?(?:a|span|dd|td|th|li|thead|tbody|caption|sup|sub|small|u|font|center|code|tt|img|dfn|abbr|nobr|section|html|body|head|colgroup|col|tfoot)(?:\s[^<>]*)?\/?>/gi;

/** Code, whose parts can be emphasized. */
const codeTag = /<(code|tt)>([^<]*(?:<\/?(?:i|em|var|b|strong|span)>[^<]*)*)<\/\1>/gi;

/**
 * Converts the HTML of doc comments and API descriptions to Markdown. Removes tags that mean
 * nothing to a reader. Keeps links, emphasis, line breaks and `<T>`, which the other two readers of
 * HTML do not (ADR 21).
 */
export function htmlToMarkdown(html: string): string {
  if (!/[<&]/.test(html)) return html;
  // Long runs of spaces would make the patterns below quadratic.
  let text = withTables(
    html
      .replace(/\s{30,}/g, '\n\n')
      .replace(/<!--[\s\S]*?(?:-->|$)|<(style|script)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, ''),
  ).replace(codeTag, (_, __, inner: string) => `\`${inner.replace(/<[^<>]*>/g, '').trim()}\``);
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return decodeEntities(text.replace(furniture, ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Replaces tables of HTML by those of Markdown, whose cells can have further HTML. */
function withTables(html: string): string {
  const out: string[] = [];
  const opening = /<table\b[^<>]*>/gi;
  const closing = /<\/table>/gi;
  let at = 0;
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html);
    if (!end) break;
    out.push(html.slice(at, start.index), markdownTable(html.slice(opening.lastIndex, end.index)));
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return [...out, html.slice(at)].join('');
}

/** Tags that begin lines, which a cell has none of. */
const breaks =
  /<\/?(?:p|div|br|h[1-6]|ul|ol|li|dl|dt|dd|hr|blockquote|table|thead|tbody|tfoot|t[rdh])\b[^<>]*>/gi;

function markdownTable(html: string): string {
  const [before = '', ...written] = html.split(/<tr\b[^<>]*>/i);
  const rows = written.map((row) => {
    const cells = row.split(/<t[dh]\b[^<>]*>/i).slice(1);
    return cells.map((cell) => escapedCell(singleSpaced(cell.replace(breaks, ' '))));
  });
  return ['', before, '', ...tableLines(rows), '', ''].join('\n');
}

/** Converts the HTML in a text of Markdown, and keeps the blanks around the text. */
export function htmlInText(text: string): string {
  if (!/<\/?[a-z][a-z\d]{0,9}\b[^<>]*>|&[a-z]{2,6};/i.test(text)) return text;
  const [before = ''] = /^\s*/.exec(text) ?? [];
  const [after = ''] = /\s*$/.exec(text.slice(-200)) ?? [];
  return before + htmlToMarkdown(text) + after;
}
