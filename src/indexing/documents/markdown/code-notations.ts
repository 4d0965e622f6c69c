import { labelLine } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { packageCommand } from './package-command.ts';
import { svelteCode } from './svelte.ts';

const flag = /^[ \t]*\/\/[ \t]*@(?!filename\b)[\w-]+(?:[ \t]*:.*)?$/;
const query = /^[ \t]*\/\/[ \t]*\^[?|]/;
const cut = /^[ \t]*\/\/[ \t]*---cut(?:-(before|after|start|end))?---[ \t]*$/;

/**
 * Removes from TypeScript what Twoslash does not show: compiler flags, the cache of a site, queries, and the code that `---cut---` and its variants
 * hide. See https://twoslash.netlify.app/refs/notations.
 */
function withoutTwoslash(code: string): string {
  let shown: string[] = [];
  let hidden = false;
  for (const line of code.split('\n')) {
    const [found, kind = 'before'] = cut.exec(line) ?? [];
    if (found === undefined) {
      if (!hidden && !flag.test(line) && !query.test(line)) shown.push(line);
    } else if (kind === 'before') shown = [];
    else if (kind === 'after') break;
    else hidden = kind === 'start';
  }
  return shown.join('\n');
}

function isTwoslash(info: string): boolean {
  return /\btwoslash\b/.test(info);
}

/**
 * Returns whether a page does not show a block of code: Twoslash keeps it for the blocks that include it, or it is a file of a
 * sandbox that only makes the sandbox run, as in `js src/data.js hidden`.
 */
export function isUnseen(info: string): boolean {
  return /\btwoslash[ \t]+include[ \t]+[\w-]|[ \t]hidden(?=[ \t]|$)/.test(info);
}

/** A comment at the end of a line that Shiki or Torchlight reads, as in `// [!code ++]`, `# [tl! add]` or `{{-- [tl! add] --}}`. */
const notation =
  /(?:\/\/|\/\*|<!--|\{\/\*|\{\{--|\{{0,2}#|--|;|%)[ \t]*\[(?:!code|tl!)[ \t]*([^\]\n]{0,100})\][ \t]*(?:(?:\*\/\}?|-->|--\}\}|#\}{1,2})[ \t]*)?$/;

/** A notation of Shiki within a comment that has other text too. One of Torchlight also stands in no comment. */
const notationInside =
  /[ \t]?\[(?:!code[ \t]?((?:\+\+|--|highlight|hl|focus|warning|error|word)[^\]\n]{0,60})|tl![ \t]*([^\]\n]{0,100}))\]/;
const commentSign = /\/\/|\/\*|<!--|#|--/;

/**
 * A comment of Docusaurus that highlights lines. Sites define kinds of their own, such as `highlight-add-start` and
 * `highlight-next-line-info`. The mark of Twoslash is one too in code that Twoslash does not read: what is above it helps a reader.
 */
const magicComment =
  /^[ \t]*(?:\/\/|\/\*|<!--|\{\/\*|#|--)[ \t]*(?:highlight-(?:[a-z]{1,20}-)?(?:next-line|start|end)(?:-[a-z]{1,20})?|---cut(?:-before)?---)[ \t]*(?:\*\/\}?|-->)?[ \t]*(?:\n|$)/gm;

/** A file that remark-typescript-tools, as in the sites of Redux, needs to compile the code below and does not show. */
const hiddenFile =
  /^[ \t]*\/\/ file: \S{1,200} noEmit\b[^\n]*(?:\n(?![ \t]*\/\/ file: )[^\n]*)*\n?/gm;

/**
 * Reads the notation of Nest's documentation: `@@filename(name)` and, above the same code in
 * JavaScript, `@@switch`.
 */
function nestCode({ language, code }: Code): Code & { label?: string } {
  const [, label = ''] = /^@@filename\(([^()\n]*)\)/.exec(code) ?? [];
  const [shown = ''] = code.replace(/^.*\n/, '').split(/^@@switch[ \t]*$/m, 1);
  return { language, code: shown, ...(label !== '' && { label }) };
}

// A shortcode that Hugo shows, as in `{{</* figure */>}}`.
const hugoEscape = /\{\{([<%])\/\*([^\n]{0,500}?)\*\/([>%])\}\}/g;
// A shortcode or a tag that Zola shows, as in `{{/* video(id="a") */}}` and `{%/* if a */%}`.
const zolaEscape = /(\$?)\{(\{|%)\/\*([^\n]{0,500}?)\*\/[}%]\}/g;
const call = /^\s*[\w.:]+\(.*\)/;
// Tags of Liquid, Nunjucks or Jinja around code with braces, which sites of Jekyll, Eleventy and MkDocs do not show.
const rawTags =
  /\{%-?[ \t]*raw[ \t]*-?%\}(?:[ \t]*\n)?((?:(?!\{%-?[ \t]*raw[ \t]*-?%\})[\s\S])*?)(?:\n[ \t]*)?\{%-?[ \t]*endraw[ \t]*-?%\}/g;

/**
 * Writes code with braces as its page shows it: without the tags around it, and without the escapes of Hugo and Zola. A comment
 * of a Go template looks like an expression that Zola escapes. It is one in code with tags, in an expression of GitHub, and if it
 * is a call.
 */
export function withoutEscapes(written: string, language = ''): string {
  const code = written.includes('endraw') ? written.replace(rawTags, '$1') : written;
  if (!code.includes('*/')) return code;
  const isTera = /^(?:jinja|tera)/.test(language) || code.includes('{%');
  return code
    .replace(hugoEscape, '{{$1$2$3}}')
    .replace(zolaEscape, (whole, dollar: string, open: string, inner: string) => {
      const isEscape = open === '%' || isTera || dollar !== '' || call.test(inner);
      return isEscape ? `${dollar}{${open}${inner}${open === '%' ? '%' : '}'}}` : whole;
    });
}

interface Code {
  language: string;
  code: string;
}

const colors = /<\/?(?:font|b|i|u|span)\b[^<>\n]{0,200}>/g;
/** A comment that only Hugo reads: the shortcodes in it show labels, such as the version that has an option. */
const shortcodes = /^[ \t]*(?:#|\/\/)[ \t]*(?:\{\{[<%] [^{}\n]{0,300}[>%]\}\}[ \t]*)+(?:\n|$)/gm;

/** Returns code without what only the generator of its site reads: the colors of a terminal as HTML, and comments with shortcodes. */
function withoutFurniture({ language, code }: Code): string {
  const isColored =
    code.includes('<font color=') || (language === 'console' && code.includes('<span style='));
  const plain = isColored ? decodeEntities(code.replace(colors, '')) : code;
  return plain.includes('{{') ? plain.replace(shortcodes, '') : plain;
}

/**
 * Returns code as its page shows it, without the notations of Twoslash, Shiki, Torchlight, Expressive Code and Docusaurus, and the escapes of Hugo and Zola. If
 * they mark removed lines, the code is a diff.
 */
export function shownCode(info: string, written: Code): Code & { label?: string } {
  const { language } = written;
  const source = withoutEscapes(withoutFurniture(written), language);
  if (source.startsWith('@@filename(')) return nestCode({ language, code: source });
  const command = packageCommand(language, source);
  if (command !== undefined) return { language: 'bash', code: command };
  const svelte = isTwoslash(info) ? undefined : svelteCode(language, source);
  if (svelte) return { language, ...svelte };
  const code = isTwoslash(info) ? withoutTwoslash(source) : source;
  const visible = code.includes(' noEmit') ? code.replace(hiddenFile, '').trimEnd() : code;
  const shown = /highlight-|---cut/.test(visible) ? visible.replace(magicComment, '') : visible;
  const removed = markedLines(info, 'del');
  if (removed.size > 0) return markedDiff(shown, removed, markedLines(info, 'ins'));
  return /\[(?:!code|tl!)/.test(shown)
    ? withoutNotations({ language, code: shown })
    : { language, code: shown };
}

function withoutNotations({ language, code }: Code): Code {
  const lines: { sign: string; text: string }[] = [];
  let range = ' ';
  for (const line of code.split('\n')) {
    let text = line;
    let sign = range;
    for (let count = 0; count < mostMarks; count += 1) {
      const found = markIn(text);
      if (!found) break;
      text = found.text;
      const own = signOf(found.mark);
      if (own === ' ') continue;
      sign = own;
      range = found.mark.includes(':start') ? own : ' ';
    }
    if (text.trim() !== '' || text === line) lines.push({ sign, text });
  }
  if (!lines.some(({ sign }) => sign === '-'))
    return { language, code: lines.map(({ text }) => text).join('\n') };
  const diff = lines.map(({ sign, text }) => `${sign} ${text}`.trimEnd());
  return { language: 'diff', code: diff.join('\n') };
}

/** Notations of one line that are read. */
const mostMarks = 4;

/** Returns the last notation of a line, and the line without it. */
function markIn(line: string): { mark: string; text: string } | undefined {
  if (!line.includes('[')) return undefined;
  const last = notation.exec(line);
  if (last) return { mark: last[1]!, text: line.slice(0, last.index).trimEnd() };
  const inside = insideComment(line);
  return inside ? { mark: inside[1] ?? inside[2]!, text: line.replace(inside[0], '') } : undefined;
}

function insideComment(line: string): RegExpExecArray | undefined {
  const found = notationInside.exec(line);
  if (!found) return undefined;
  const isTorchlight = found[2] !== undefined;
  return isTorchlight || commentSign.test(line.slice(0, found.index)) ? found : undefined;
}

/** Returns the numbers of the lines that Expressive Code marks: `del={1,3-4}`, `ins={"New": 2}`. */
function markedLines(info: string, kind: 'del' | 'ins'): Set<number> {
  const lines = new Set<number>();
  for (const [, list = ''] of info.matchAll(new RegExp(`\\b${kind}=\\{([^{}]*)\\}`, 'g'))) {
    const numbers = list.replace(/"[^"]*"/g, '').slice(0, longestList);
    for (const [, from, to] of numbers.matchAll(/(\d{1,4})(?:-(\d{1,4}))?/g)) {
      for (let at = Number(from); at <= Number(to ?? from); at += 1) lines.add(at);
    }
  }
  return lines;
}

/** Maximum characters of a list of line numbers. */
const longestList = 200;

function markedDiff(code: string, removed: ReadonlySet<number>, added: ReadonlySet<number>): Code {
  const lines = code.split('\n').map((text, at) => {
    const kept = added.has(at + 1) ? '+' : ' ';
    return `${removed.has(at + 1) ? '-' : kept} ${text}`.trimEnd();
  });
  return { language: 'diff', code: lines.join('\n') };
}

function signOf(mark: string): string {
  if (/^(?:\+\+|add\b)/.test(mark)) return '+';
  return /^(?:--|remove\b)/.test(mark) ? '-' : ' ';
}

/** An element of a site around code, with the name of a file: `<docs-code-example header="saw.ts">`. */
const codeTag =
  /^[ \t]*<([a-z]{1,30}(?:-[a-z]{1,30}){1,4})\s(?:[^<>]{0,300}\s)?(?:header|title|filename)="([^"<>]{1,200})"[^<>]{0,300}>[ \t]*$/;

/** Returns the label of the code in an element, if the line is the tag of such an element. */
export function elementLabel(line: string): string | undefined {
  const [, name = '', label = ''] = codeTag.exec(line) ?? [];
  return /\bcode\b/.test(name) ? labelLine(label) : undefined;
}
