import { escapedCell, inlineCode, singleSpaced } from '../../clean.ts';
import { decodeEntities } from '../../entities.ts';
import { longFenced } from '../../fences.ts';
import { plain } from '../pod.ts';
import { readQuickbook, type Element, type Part } from './quickbook-parts.ts';
import { Templates } from './quickbook-templates.ts';
import { dedentBlock } from '../../indentation.ts';

/**
 * Converts Quickbook, the format of manuals of Boost, to Markdown.
 * https://www.boost.org/doc/libs/release/doc/html/quickbook/syntax.html
 */
export function quickbookToMarkdown(lines: string[]): string[] {
  const writer = new QuickbookWriter();
  return writer.markdown(readQuickbook(lines.join('\n'))).split('\n');
}

type Writer = (element: Element) => string;

const admonitions = new Map(
  ['note', 'tip', 'important', 'caution', 'warning'].map((name) => [name, name.toUpperCase()]),
);
/** Elements that begin a document. Their other content is data about it. */
const documents = /^(?:article|book|library|part|chapter|appendix|preface|qandadiv|reference|set)$/;
/** Links to a declaration, such as `[funcref saw::cut cut]`. */
const declarations = /^(?:func|class|member|enum|macro|header|concept|global)ref$/;
const languages = new Map([
  ['c++', 'cpp'],
  ['python', 'python'],
  ['teletype', ''],
]);
/** What shows nothing on a page. */
const unshown =
  /^(?:\/|#|\$|import|include|xinclude|template|id|version|quickbook|source-mode|anchor)$/;

class QuickbookWriter {
  /** Number of open sections, with the document if it has a title. */
  private level = 0;
  private language = 'cpp';
  private readonly macros = new Map<string, { shown: string; code: string }>();
  private readonly templates = new Templates();
  private readonly writers = new Map<string, Writer>([
    ['section', (element) => this.section(element)],
    ['endsect', () => this.endSection()],
    ['heading', (element) => this.heading(element, this.level + 1)],
    ['block', ({ parts }) => block(this.markdown(parts))],
    [':', ({ parts }) => block(prefixed(this.markdown(parts).trim(), '> ', '> '))],
    ['pre', ({ parts }) => codeBlock(textOf(parts), '')],
    ['table', (element) => this.table(element)],
    ['variablelist', (element) => this.variables(element)],
    ['ordered_list', (element) => this.list(element, '1. ')],
    ['itemized_list', (element) => this.list(element, '- ')],
    ['def', (element) => this.define(element)],
    ['template', (element) => this.defineTemplate(element)],
    ['br', () => '\n\n'],
    ['mdash', () => '—'],
    ['footnote', ({ parts }) => ` (${this.line(parts)})`],
    ['^', ({ parts }) => codeSpan(textOf(parts))],
    ["'", ({ parts }) => marked(this.line(parts), '*')],
    ['_', ({ parts }) => marked(this.line(parts), '*')],
    ['*', ({ parts }) => marked(this.line(parts), '**')],
    ['-', ({ parts }) => marked(this.line(parts), '~~')],
    ['"', ({ parts }) => `"${this.line(parts)}"`],
    ['@', (element) => this.link(element)],
    ['link', ({ first, parts }) => this.line(parts) || lastName(first)],
    ['?', ({ parts }) => this.markdown(parts)],
    ['role', ({ parts }) => this.line(parts)],
  ]);

  markdown(parts: readonly Part[]): string {
    return parts.map((part) => this.part(part)).join('');
  }

  private part(part: Part): string {
    if (part.kind === 'element') return this.element(part);
    if (part.kind === 'text') return this.prose(part.text);
    if (part.kind === 'raw') return plain(rawText(part.text), false);
    const text = part.text.replace(macroName, (name) => this.macros.get(name)?.code ?? name);
    if (part.kind === 'span') return codeSpan(text);
    return codeBlock(
      text.replace(markupInCode, (_, inner) => textOf(readQuickbook(inner))),
      this.language,
    );
  }

  private element(element: Element): string {
    const { name, first, parts } = element;
    const writer = this.writers.get(name);
    if (writer) return writer(element);
    if (unshown.test(name)) return '';
    if (documents.test(name)) return this.document(element);
    const admonition = admonitions.get(name);
    if (admonition !== undefined) {
      return block(prefixed(`[!${admonition}]\n${this.markdown(parts).trim()}`, '> ', '> '));
    }
    if (declarations.test(name)) return codeSpan(textOf(parts) || first);
    const language = languages.get(name);
    if (language !== undefined) this.language = language;
    if (language !== undefined) return '';
    const shown = this.templates.show(element, (filled) => this.markdown(filled));
    // Of a template that is in another file, only the arguments are known.
    return shown ?? (name === '' ? `[${this.markdown(parts)}]` : this.line(parts));
  }

  /** Returns parts on one line. */
  private line(parts: readonly Part[]): string {
    return singleSpaced(this.markdown(parts.map(inline)));
  }

  private document({ parts }: Element): string {
    const [title = ''] = textOf(parts.filter(({ kind }) => kind !== 'element'))
      .trim()
      .split('\n');
    this.level = 1;
    return block(`# ${plain(singleSpaced(title), false)}`);
  }

  private section(element: Element): string {
    this.level += 1;
    return this.heading(element, this.level);
  }

  private endSection(): string {
    this.level = Math.max(0, this.level - 1);
    return '';
  }

  private heading({ parts, level = 0 }: Element, least: number): string {
    return block(`${'#'.repeat(Math.min(6, Math.max(least, level)))} ${this.line(parts)}`);
  }

  private define({ first, parts }: Element): string {
    this.macros.set(first, { shown: this.line(parts), code: singleSpaced(textOf(parts)) });
    return '';
  }

  private defineTemplate(element: Element): string {
    this.templates.define(element);
    return '';
  }

  private link({ first, parts }: Element): string {
    const text = this.line(parts);
    const isUrl = /^https?:\/\/[^\s()]+$/.test(first);
    if (!isUrl) return text || lastName(first);
    return text === '' ? first : `[${text}](${first})`;
  }

  private table({ parts }: Element): string {
    const rows = elementsOf(parts).map((row) =>
      elementsOf(row.all).map((cell) => escapedCell(this.line(cell.all))),
    );
    const [head] = rows;
    if (head === undefined) return '';
    // A box, which can contain blocks.
    if (rows.every(({ length }) => length === 1)) return this.box(parts);
    const [title = ''] = textOf(parts.filter(({ kind }) => kind === 'text'))
      .trim()
      .split('\n');
    const caption = title === '' ? [] : [`**${plain(singleSpaced(title), false)}**`, ''];
    const [first, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    return block([...caption, first, `|${' --- |'.repeat(head.length)}`, ...body].join('\n'));
  }

  private box(parts: readonly Part[]): string {
    const cells = elementsOf(parts).flatMap((row) => elementsOf(row.all));
    return block(cells.map(({ all }) => this.markdown(all).trim()).join('\n\n'));
  }

  private variables({ parts }: Element): string {
    const entries = elementsOf(parts).map((entry) => {
      const [term, ...texts] = elementsOf(entry.all);
      const shown = texts.map(({ all }) => this.markdown(all).trim()).join('\n\n');
      return prefixed(`**${this.line(term?.all ?? [])}**: ${shown}`, '- ', '  ');
    });
    return block(entries.join('\n'));
  }

  private list({ parts }: Element, mark: string): string {
    const items = elementsOf(parts).map(({ all }) =>
      prefixed(this.markdown(all).trim(), mark, ' '.repeat(mark.length)),
    );
    return block(items.join('\n'));
  }

  /** Writes text with its simple marks, such as `*bold*` and `=code=`, its items and its macros. */
  private prose(written: string): string {
    const text = written
      .replace(/(?<=\n[ \t]{0,40})\*[ \t]+/g, '- ')
      .replace(/(?<=\n[ \t]{0,40})#[ \t]+/g, '1. ');
    let shown = '';
    let last = 0;
    for (const { 0: found, index } of text.matchAll(simpleMarks)) {
      shown += plain(text.slice(last, index), false) + this.simple(found);
      last = index + found.length;
    }
    return shown + plain(text.slice(last), false);
  }

  private simple(text: string): string {
    if (text.startsWith('__')) return this.macros.get(text)?.shown ?? unknownMacro(text);
    const inner = text.slice(1, -1);
    if (text.startsWith('=')) return codeSpan(inner);
    return marked(plain(inner, false), text.startsWith('*') ? '**' : '*');
  }
}

/** A macro, or text between marks that stand at the borders of words. */
const simpleMarks =
  /__[a-z]\w{0,100}?__(?!\w)|__[a-z]\w{0,100}|(?<![\w*/=_.:<-])([*/=_])(?=[^\s*/=_])[^*/=_\n]{1,200}(?<=\S)\1(?![\w*/=_])/gi;

/** A macro in code. */
const macroName = /(?<!\w)__[a-z]\w{0,100}?__(?!\w)/gi;

/** Links and other markup in a block of code. */
const markupInCode = /``([^`\n]{1,500})``/g;

/** Returns what a macro of another file most likely shows: `__saw_blade__` is "saw blade". */
function unknownMacro(macro: string): string {
  return plain(macro.endsWith('__') ? macro.replaceAll('_', ' ').trim() : macro, false);
}

/** Returns the last name of an address such as `saw.reference.cut` and `../example/cut.cpp`. */
function lastName(address: string): string {
  return address.split(address.includes('/') ? '/' : '.').at(-1) ?? '';
}

function elementsOf(parts: readonly Part[]): Element[] {
  return parts.filter((part) => part.kind === 'element');
}

/** Returns the characters of parts, without marks. */
function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'element')
        return unshown.test(part.name) ? '' : textOf(part.parts) || lastName(part.first);
      return part.kind === 'raw' ? rawText(part.text) : part.text;
    })
    .join('');
}

/** Returns the text of DocBook. */
function rawText(source: string): string {
  return decodeEntities(source.replace(/<[^<>]{0,500}>/g, ''));
}

/** Code in a cell, a term or a title stands on one line. */
function inline(part: Part): Part {
  return part.kind === 'code' ? { kind: 'span', text: part.text } : part;
}

function marked(text: string, mark: string): string {
  return text === '' ? '' : `${mark}${text}${mark}`;
}

function codeSpan(written: string): string {
  return inlineCode(singleSpaced(written));
}

function codeBlock(text: string, language: string): string {
  const lines = dedentBlock(text.trimEnd().split('\n'));
  return block(longFenced(lines, language).join('\n'));
}

function block(text: string): string {
  return `\n\n${text}\n\n`;
}

/** Returns text with one mark before the first line and another before the others. */
function prefixed(text: string, first: string, others: string): string {
  return first + text.replaceAll('\n', `\n${others}`);
}
