import { longFenced } from '../../fences.ts';
import { dedent, indentOf } from '../../indentation.ts';
import { withoutSpecificationMarks } from '../../specification-marks.ts';

/** The first line of the settings of a specification. */
const metadata = /^[ \t]*<pre\b[^>\n]{0,100}\bclass=["']?metadata\b/im;
/** The first line of data that a specification does not show. */
const data =
  /^[ \t]*<(pre|script)\b[^>\n]{0,200}\bclass=["']?(?:metadata|anchors|link-defaults|biblio|ignored-specs|info|include(?:-code|-raw)?|railroad(?:-diagram)?)\b/i;
/** The first line of code without markup. */
const listing = /^[ \t]*<xmp\b([^>\n]{0,200})>(.*)$/i;
/** A heading with its id: `## Cut ## {#cut}`. */
const heading = /^(#{1,5})[ \t]+(\S[^\n]{0,300})$/;
/** The first line of an item of a list, or of a term (`:`) or a definition (`::`). */
const item = /^[ \t]*([-*+]|\d{1,4}\.|::?)[ \t]+(\S.*)$/;
/** A line that only begins a container of paragraphs. */
const container = /^[ \t]*<(?:aside|dd|details|div|dl|figure|section)\b[^<>]*>[ \t]*$/i;
/** The title within the page, which the settings have, too. */
const mainHeading = /^[ \t]*<h1\b.*<\/h1>[ \t]*$/i;
/** Characters at the beginning of a file that show what it is. */
const longestStart = 50_000;

/** Returns whether a file can be a specification for Bikeshed. Its content decides. */
export function isBikeshed(path: string): boolean {
  return /\.bs$/i.test(path);
}

/** Returns whether a text is a specification for Bikeshed or, by its headings and terms, a part of one. */
export function isSpecification(content: string): boolean {
  const start = content.slice(0, longestStart);
  return metadata.test(start) || (/^#{1,5} \S/m.test(start) && /<dfn\b|\[=[^=[\]]+=\]/.test(start));
}

/** Converts a specification for Bikeshed to Markdown. https://speced.github.io/bikeshed/ */
export function bikeshedToMarkdown(lines: string[]): string[] {
  const specification = new Specification();
  for (const line of lines) specification.read(line);
  return specification.markdown();
}

class Specification {
  private readonly settings: string[] = [];
  private readonly titles = new Map<string, string>();
  private readonly parts: { text: string[]; code?: string[] }[] = [{ text: [] }];
  /** The tag that ends the block around the line. */
  private end = '';
  private kept: string[] = [];
  private language = '';
  /** The indentation of the items around the line, the outermost first. */
  private readonly lists: number[] = [];

  read(line: string): void {
    if (this.end === '') this.open(line);
    else this.keep(line);
  }

  markdown(): string[] {
    const macros = new Map(
      this.settings.flatMap((line) => {
        const [, name = '', value = ''] = /^Text Macro: *(\S{1,60}) +(.{1,500})$/i.exec(line) ?? [];
        return name === '' ? [] : [[name, value] as const];
      }),
    );
    const shown = (text: string, titles?: ReadonlyMap<string, string>): string => {
      const whole = text.replace(
        /\[([A-Z][A-Z\d-]{0,60})\]/g,
        (use, name: string) => macros.get(name) ?? use,
      );
      return withoutSpecificationMarks(whole, titles);
    };
    const titles = new Map(Array.from(this.titles, ([id, title]) => [id, shown(title)]));
    const body = this.parts.flatMap(({ text, code = [] }) => [
      ...shown(text.join('\n'), titles).split('\n'),
      ...code,
    ]);
    const title = this.settings.find((line) => /^Title:/i.test(line));
    return title === undefined ? body : [title.replace(/^Title:/i, '#'), '', ...body];
  }

  private open(line: string): void {
    const [, hidden] = data.exec(line) ?? [];
    const listed = listing.exec(line);
    if (hidden !== undefined) this.start(hidden, line.replace(/^[^>]*>/, ''));
    else if (mainHeading.test(line)) return;
    else if (listed) {
      this.language = languageOf(listed[1]!);
      this.start('xmp', listed[2]!);
    } else this.add(line);
  }

  private add(line: string): void {
    const { text } = this.parts.at(-1)!;
    // Markdown takes the lines up to the next blank one for HTML.
    if (item.test(line) && container.test(text.at(-1) ?? '')) text.push('');
    text.push(this.text(line));
  }

  private start(tag: string, first: string): void {
    this.end = `</${tag.toLowerCase()}>`;
    this.kept = [];
    this.keep(first);
  }

  /** Keeps a line of a block until its end. */
  private keep(line: string): void {
    const at = line.toLowerCase().indexOf(this.end);
    this.kept.push(at === -1 ? line : line.slice(0, at));
    if (at === -1) return;
    if (this.end === '</xmp>') {
      this.parts.at(-1)!.code = longFenced(dedent(this.kept), this.language);
      this.parts.push({ text: [''] });
    } else this.settings.push(...this.kept.map((each) => each.trim()));
    this.end = '';
  }

  /** Returns a line of text as Markdown. Indented text is no code, and a definition is an item of a list. */
  private text(line: string): string {
    if (line.trim() === '') return '';
    const [, mark = '', rest = ''] = item.exec(line) ?? [];
    const margin = this.marginOf(indentOf(line), mark);
    if (mark === '::') return margin + rest;
    if (mark !== '') return `${margin}${mark === ':' ? '-' : mark} ${rest}`;
    const text = line.trimStart();
    return margin + (this.heading(text) ?? text);
  }

  /** Returns the margin of a line: four columns for each item around it. */
  private marginOf(indent: number, mark: string): string {
    const isBelow = (around: number): boolean =>
      mark === '::' ? around <= indent : around < indent;
    while (this.lists.length > 0 && !isBelow(this.lists.at(-1)!)) this.lists.pop();
    const margin = '    '.repeat(this.lists.length);
    if (mark !== '' && mark !== '::') this.lists.push(indent);
    return margin;
  }

  private heading(line: string): string | undefined {
    const [, marks = '', rest = ''] = heading.exec(line) ?? [];
    if (marks === '') return undefined;
    const [, id = ''] = /\{#([\w.:-]{1,100})\}\s*$/.exec(rest) ?? [];
    const title = rest.replace(/\{#[^{}]*\}\s*$/, '').replace(/[ \t#]+$/, '');
    if (id !== '') this.titles.set(id, title);
    return `#${marks} ${title}${id === '' ? '' : ` {#${id}}`}`;
  }
}

function languageOf(attributes: string): string {
  if (/\bclass=["']?[^"'>]*\bidl\b/i.test(attributes)) return 'webidl';
  return /\bhighlight=["']?([\w+-]{1,20})/i.exec(attributes)?.[1] ?? '';
}
