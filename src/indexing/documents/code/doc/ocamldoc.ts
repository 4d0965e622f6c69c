import { trimBlankLines } from '../../blank-lines.ts';
import { codeSpan, oneLine } from '../../block-tags.ts';
import { inlineCode } from '../../clean.ts';
import type { DocPart } from '../code-symbol.ts';
import { jsdocParts } from './jsdoc.ts';
import { dedentText } from '../../indentation.ts';

const heading =
  /^\s*\{\d(?::[\w-]{1,100})?\s+([^{}\n]{1,200}|[^{}\n]{0,100}\{[^{}\n]{0,100}\}[^{}\n]{0,100})\}/;

/** Returns the heading with which a comment begins; undefined if it does not. */
export function ocamldocHeading(text: string): string | undefined {
  const [, own] = heading.exec(text) ?? [];
  return own === undefined ? undefined : oneLine(odocMarkdown(own, '')).replace(/[`*]/g, '');
}

/**
 * Parses the markup of ocamldoc and odoc: `[code]`, `{[ blocks ]}`, `{!Saw.cut}`, `{b bold}`, lists, headings and tags. See
 * https://ocaml.org/manual/ocamldoc.html and https://ocaml.github.io/odoc/odoc/odoc_for_authors.html.
 */
export function ocamldocParts(doc: string, fence: string): DocPart[] {
  return jsdocParts(odocMarkdown(tags(codeBeforeTags(doc)), ''), fence);
}

/** Returns markup of odoc as Markdown. `language` is that of code that names none. */
export function odocMarkdown(text: string, language: string): string {
  return new Markup(text, language).read(0).replace(/\n{3,}/g, '\n\n');
}

/** Moves blocks of code out of tags, whose texts have one line. */
function codeBeforeTags(doc: string): string {
  const at = doc.search(/^[ \t]*@[a-z]/m);
  if (at === -1 || !doc.includes('{[', at)) return doc;
  const blocks: string[] = [];
  const rest = doc.slice(at).replace(/\{\[(?:(?!\]\}|\{\[)[^]){0,5000}\]\}/g, (block) => {
    blocks.push(block);
    return '';
  });
  return `${doc.slice(0, at)}${blocks.join('\n\n')}\n\n${rest}`;
}

/** Names the tags as JSDoc does, at the beginning of their lines. */
function tags(doc: string): string {
  return doc
    .replace(/^[ \t]*@raises?\b/gm, '@throws')
    .replace(
      /^[ \t]*@see[ \t]+<([^<>\n]{1,500})>[ \t]*(.{0,300})$/gm,
      (_, url: string, label: string) =>
        label.trim() === '' ? `@see ${url}` : `@see {{:${url}}${label.trim()}}`,
    )
    .replace(/^[ \t]*@before[ \t]+(\S{1,50})/gm, '@remarks Before $1:');
}

/** Maximum number of braces in one another. Deeper ones are text. */
const deepest = 20;
const longestSpan = 2_000;

/** Reads markup from the beginning to the end, once. */
class Markup {
  private readonly text: string;
  private readonly language: string;
  private at = 0;

  constructor(text: string, language: string) {
    this.text = text;
    this.language = language;
  }

  /** Reads up to the brace that closes the current one. */
  read(depth: number): string {
    let out = '';
    while (this.at < this.text.length) {
      const end = this.nextSign();
      out += this.text.slice(this.at, end);
      this.at = end;
      if (end === this.text.length) break;
      const sign = this.text[end]!;
      if (sign === '}' && depth > 0) {
        this.at += 1;
        break;
      }
      const shown = sign === '{' && depth < deepest ? this.braces(depth) : this.sign(sign);
      // Spans of code beside each other would be one.
      out += out.endsWith('`') && shown.startsWith('`') ? ` ${shown}` : shown;
    }
    return out;
  }

  private nextSign(): number {
    const signs = /[\\[{}]/g;
    signs.lastIndex = this.at;
    return signs.exec(this.text)?.index ?? this.text.length;
  }

  private sign(sign: string): string {
    if (sign === '[') return this.code();
    const isEscape = sign === '\\' && /[{}[\]@]/.test(this.text[this.at + 1] ?? '');
    const shown = isEscape ? this.text[this.at + 1]! : sign;
    this.at += isEscape ? 2 : 1;
    return shown;
  }

  /** Reads code in brackets, which can have brackets. */
  private code(): string {
    let depth = 0;
    const limit = Math.min(this.text.length, this.at + longestSpan);
    for (let end = this.at; end < limit; end += 1) {
      const sign = this.text[end];
      if (sign === '\\') end += 1;
      else if (sign === '[') depth += 1;
      else if (sign === ']') depth -= 1;
      if (depth > 0) continue;
      const code = this.text.slice(this.at + 1, end).replace(/\\([[\]{}@\\])/g, '$1');
      this.at = end + 1;
      return inlineCode(oneLine(code));
    }
    this.at += 1;
    return '[';
  }

  private braces(depth: number): string {
    const rest = this.text.slice(this.at, this.at + 300);
    const block = /^\{(?:@([\w-]{1,30})[^[\]\n]{0,100})?\[/.exec(rest);
    if (block) return this.block(block[0].length, ']}', block[1] ?? this.language);
    if (/^\{v\s/.test(rest)) return this.block(2, 'v}', 'text');
    if (rest.startsWith('{%')) return this.skip('%}');
    const link = /^\{\{([!:])([^{}\n]{0,300})\}\s*/.exec(rest);
    if (link) return this.link(link, depth);
    const reference = /^\{([!:])([^{}]{1,300})\}/.exec(rest);
    if (reference) return this.reference(reference);
    const [, style = ''] =
      /^\{(\d(?::[\w-]{0,100})?(?=\s)|ul|ol|li(?=\s)|-|[a-zA-Z]{1,10}(?=\s)|[\^_])/.exec(rest) ??
      [];
    this.at += 1 + style.length;
    return styled(style, this.read(depth + 1));
  }

  private block(length: number, closing: string, language: string): string {
    const from = this.at + length;
    const close = this.text.indexOf(closing, from);
    const end = close === -1 ? this.text.length : close;
    const code = dedentText(trimBlankLines(this.text.slice(from, end)));
    this.at = Math.min(end + closing.length, this.text.length);
    return `\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n`;
  }

  private skip(closing: string): string {
    const close = this.text.indexOf(closing, this.at);
    this.at = close === -1 ? this.text.length : close + closing.length;
    return '';
  }

  private link([all = '', kind, target = '']: RegExpExecArray, depth: number): string {
    this.at += all.length;
    const label = oneLine(this.read(depth + 1));
    return kind === ':' && label !== ''
      ? `[${label}](${target.trim()})`
      : label || codeSpan(nameOf(target));
  }

  private reference([all = '', kind, target = '']: RegExpExecArray): string {
    this.at += all.length;
    if (kind === ':') return target.trim();
    const names = target
      .replace(/^modules:/, '')
      .trim()
      .split(/\s+/);
    return names.map((name) => codeSpan(nameOf(name))).join(', ');
  }
}

/** Returns a reference without the kind of what it means: `val:Saw.cut`, `Saw.type-t`. */
function nameOf(target: string): string {
  return target
    .trim()
    .replace(/^[a-z-]{1,20}:/, '')
    .replace(
      /(?<=^|\.)(?:module-type|module|type|val|exception|constructor|field|class|section|page|extension)-/g,
      '',
    );
}

const marks: Readonly<Record<string, string>> = { b: '**', i: '*', e: '*' };

function styled(style: string, inner: string): string {
  if (/^\d/.test(style)) {
    // The title of a page has the level 0.
    const level = Math.min(Number(style[0]) + 1, 6);
    return `\n\n${'#'.repeat(level)} ${oneLine(inner)}\n\n`;
  }
  if (style === 'ul' || style === 'ol')
    return `\n\n${inner
      .trim()
      .replace(/\s*\u{e000}/gu, '\n')
      .trim()}\n\n`;
  if (style === 'li' || style === '-') return `\u{e000}${item(inner)}`;
  if (style === 'm' || style === 'math') return codeSpan(oneLine(inner));
  const mark = Object.hasOwn(marks, style) ? marks[style]! : '';
  return `${mark}${mark === '' ? inner.replace(/^ /, '') : inner.trim()}${mark}`;
}

/** Returns an item of a list. Its own lists are indented. */
function item(inner: string): string {
  const text = inner.trim();
  if (text.includes('```')) return `- ${text}`;
  return `- ${text.replace(/\s*\n\s*(?!\s*- )/g, ' ').replace(/\s*\n\s*- /g, '\n  - ')}`;
}
