import { trimBlankLines } from '../../blank-lines.ts';
import { inlineCode, singleSpaced } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';

/** Code of a page, which no markup changes. */
interface Code {
  lines: string[];
  language: string;
}

/** The text of a page without comments, templates and notes. */
export interface PageParts {
  /** Code in it is replaced by marks; see `codeMark` and `spanMark`. */
  text: string;
  /** Blocks of code by their numbers. */
  blocks: Code[];
  /** Code within lines by its numbers, as Markdown. */
  spans: string[];
  /** Texts of the notes, which stand at the end of a page. */
  notes: string[];
}

/** The place of a block of code in a text. `cleanLines` removes such characters from documents. */
export const codeMark = /\ue002(\d{1,7})\ue003/;
/** The place of code within a line. */
export const spanMark = /\ue001(\d{1,7})\ue003/g;
/** The place of the notes. */
export const notesMark = '\ue000';

const opening =
  /<!--|<(nowiki|pre|source|syntaxhighlight|poem|code|tt|kbd|samp|var|math|ref|gallery|timeline|templatedata|imagemap)\b([^<>]{0,300})>|<references\b[^<>]{0,100}>|\{\{|^[ \t]{0,3}```[ \t]*([\w+#-]{0,30})[ \t]*$/gim;
/** Code that shows character references as they are. */
const rawNames = new Set(['source', 'syntaxhighlight']);
const blockNames = new Set(['pre', 'source', 'syntaxhighlight', 'poem']);
/** Parts whose content no reader needs as text. */
const silent = new Set(['gallery', 'timeline', 'templatedata', 'imagemap']);
const language = /\blang(?:uage)?[ \t]*=[ \t]*["']?([\w+#.-]{1,30})/i;
/** Templates that show code, or the text of a note. */
const codeTemplate = /^\s*(?:code|ic|tt|mono|kbd|samp|key)\s*\|\s*(?:1\s*=)?([^]*)$/i;
const noteTemplate =
  /^\s*(?:note|tip|warning|caution|important|info|notice)\s*\|\s*(?:1\s*=)?([^]*)$/i;
/** A longer template is text with braces. */
const longestTemplate = 20_000;

/**
 * Takes out of a page what is not written line by line. Looks at each character a bounded number of times.
 * https://www.mediawiki.org/wiki/Help:Formatting
 */
export function pageParts(page: string): PageParts {
  const parts: PageParts = { text: '', blocks: [], spans: [], notes: [] };
  parts.text = new PartReader(parts).read(page, false);
  return parts;
}

class PartReader {
  private readonly parts: PageParts;

  constructor(parts: PageParts) {
    this.parts = parts;
  }

  read(text: string, isNote: boolean): string {
    const ends = templateEnds(text);
    /** Names of elements that nothing ends. */
    const unended = new Set<string>();
    let out = '';
    let at = 0;
    opening.lastIndex = 0;
    for (let match = opening.exec(text); match; match = opening.exec(text)) {
      const end = endOf(text, match, { ends, unended });
      if (end === undefined) continue;
      out += text.slice(at, match.index);
      const shown = this.shown(match, text.slice(match.index + match[0].length, end.at), isNote);
      out += shown;
      at = end.next;
      // A space at the beginning of a line would mean code.
      if (shown === '' && /^$|\n$/.test(out.slice(-1))) while (text[at] === ' ') at += 1;
      opening.lastIndex = at;
    }
    return out + text.slice(at);
  }

  /** Returns what stands for a part in the text. */
  private shown(match: RegExpExecArray, inside: string, isNote: boolean): string {
    const [found, tag, attributes = '', fence] = match;
    if (found.startsWith('<!')) return '';
    if (found === '{{') return this.template(inside);
    if (fence !== undefined) return this.block('source', `lang=${fence}`, inside);
    if (tag === undefined) return notesMark;
    if (attributes.endsWith('/')) return '';
    const name = tag.toLowerCase();
    if (name === 'ref') return isNote ? '' : this.note(inside);
    return this.element(name, attributes, inside);
  }

  private element(name: string, attributes: string, inside: string): string {
    if (silent.has(name)) return '';
    if (name === 'nowiki') return this.span(escaped(decodeEntities(inside)));
    const isBlock = blockNames.has(name) || /^[ \t]*\n\s*\S/.test(inside);
    if (isBlock && !/\binline\b/i.test(attributes)) return this.block(name, attributes, inside);
    const code = rawNames.has(name) ? inside : plainCode(inside);
    return this.span(inlineCode(singleSpaced(code)));
  }

  private template(inside: string): string {
    if (inside === '!') return '|';
    if (inside === '=') return '=';
    const [, code] = codeTemplate.exec(inside) ?? [];
    if (code !== undefined) return this.span(inlineCode(singleSpaced(plainCode(code))));
    return noteTemplate.exec(inside)?.[1]?.trim() ?? '';
  }

  private note(inside: string): string {
    this.parts.notes.push(singleSpaced(this.read(inside, true)));
    return `[${this.parts.notes.length}]`;
  }

  private block(name: string, attributes: string, inside: string): string {
    const [, lang = ''] = language.exec(attributes) ?? [];
    const code = rawNames.has(name) ? inside : decodeEntities(inside.replace(/<\/?nowiki>/gi, ''));
    const lines = trimBlankLines(code).split('\n');
    this.parts.blocks.push({ lines, language: lang === 'text' ? '' : lang.toLowerCase() });
    return `\ue002${this.parts.blocks.length - 1}\ue003`;
  }

  private span(code: string): string {
    if (code === '') return '';
    this.parts.spans.push(code);
    return `\ue001${this.parts.spans.length - 1}\ue003`;
  }
}

interface Ends {
  ends: ReadonlyMap<number, number>;
  unended: Set<string>;
}

/** Returns where the content of a part ends, and where the text goes on; undefined if nothing ends it. */
function endOf(
  text: string,
  match: RegExpExecArray,
  { ends, unended }: Ends,
): { at: number; next: number } | undefined {
  const [found, tag, attributes = ''] = match;
  const start = match.index + found.length;
  if (found === '{{') {
    const end = ends.get(match.index);
    return end === undefined ? undefined : { at: end, next: end + 2 };
  }
  if (attributes.endsWith('/') || /^<references/i.test(found)) return { at: start, next: start };
  const name = tag?.toLowerCase() ?? found.slice(0, 3).trim();
  if (unended.has(name)) return undefined;
  const closing = closingOf(found, name);
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (!end) unended.add(name);
  return end ? { at: end.index, next: closing.lastIndex } : undefined;
}

/** Returns a pattern for the end of a comment, a fence of Gollum, or an element. */
function closingOf(found: string, name: string): RegExp {
  if (found.startsWith('<!')) return /-->/g;
  return found.startsWith('<') ? new RegExp(`</${name}\\s{0,9}>`, 'gi') : /^[ \t]{0,3}```[ \t]*$/gm;
}

/** Returns where each template ends, by its start. */
function templateEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: braces, index } of text.matchAll(/\{\{|\}\}/g)) {
    const start = braces === '{{' ? undefined : open.pop();
    if (braces === '{{') open.push(index);
    else if (start !== undefined && index - start < longestTemplate) ends.set(start, index);
  }
  return ends;
}

/** Returns code without the markup within it. */
function plainCode(text: string): string {
  const shown = withScripts(text)
    .replace(/'{2,5}/g, '')
    .replace(/<\/?(?:nowiki|b|i|em|strong|u|span|sub|sup|var|br)\b[^<>]{0,200}>/gi, '')
    .replace(/\[\[(?:[^[\]|\n]{0,200}\|)?([^[\]|\n]{1,200})\]\]/g, '$1');
  return decodeEntities(shown);
}

/** Writes text above and below the line in one line: `2^31` and `k_par`. */
export function withScripts(text: string): string {
  return text.replace(
    /<(sup|sub)>([^<>[\]\n]{1,60})<\/\1>/gi,
    (_, tag: string, inner: string) =>
      (/^sup$/i.test(tag) ? '^' : '_') + (/^[\w+]+$/.test(inner) ? inner : `(${inner})`),
  );
}

/** Returns text that no Markdown begins in. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<[\]]/g, '\\$&');
}
