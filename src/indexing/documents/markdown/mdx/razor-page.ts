import { isTestPath } from '../../code/excluded-code.ts';
import { fenced, FenceTracker } from '../../fences.ts';
import { decodeEntities } from '../../entities.ts';
import { attributesOf, firstAttribute } from '../../includes/attributes.ts';
import { razorExample } from '../../includes/markdown/razor-examples.ts';
import { dedent, indentOf, withoutMargin } from '../../indentation.ts';

/** A project of .NET with the pages of a library of components: `Saw.Docs/Pages/Blade.razor`. */
const page =
  /(?:^|\/)[\w.]{0,80}(?:Docs|Documentation)\/(?:[^/\n]{1,80}\/){0,5}Pages\/(?:[^/\n]{1,80}\/){0,8}[^/\n]{1,100}\.razor$/;
/** A project that shows a library, whose pages of examples have a name such as `SawDemos/Pages/BladePage.razor`. */
const demo =
  /(?:^|\/)[\w.]{0,80}Demos?(?:\.\w{1,40})?\/(?:[^/\n]{1,80}\/){0,5}Pages\/(?:[^/\n]{1,80}\/){0,8}[^/\n]{0,100}(?:Page|Docs?|Documentation)\.razor$/;
const example = /\/(?:Examples?|Shared|Layouts?)\/[^/]+$/;

/** Returns whether a file can be a page of documentation that is written in Razor. https://learn.microsoft.com/aspnet/core/blazor/components */
export function isRazorPage(path: string): boolean {
  return (page.test(path) || demo.test(path)) && !example.test(path) && !isTestPath(path);
}

/** Returns whether a page can be one with examples alone, which shows the code of components. */
export function isRazorDemo(path: string): boolean {
  return demo.test(path) && isRazorPage(path);
}

/** Returns whether a component of Razor has an address, and a text or examples. */
export function hasRazorText(content: string): boolean {
  const hasText = /<p[\s>]|<Description|<\w{1,60}(?:Title|Paragraph|Text)\b/.test(content);
  return isRouted(content) && (hasText || razorExample.test(content));
}

/** Returns whether a component of Razor has an address, and examples. */
export function hasRazorExamples(content: string): boolean {
  return isRouted(content) && razorExample.test(content);
}

function isRouted(content: string): boolean {
  return /^\uFEFF?@(?:page\s|attribute \[Route)/m.test(content);
}

/** Code of C#, comments, and titles for the browser. */
const hidden =
  /@\*[^]{0,5000}?\*@|^@(?:code|functions)\b[^]*?(?:^\}|(?![^]))|<(PageTitle|HeadContent|style|script)\b[^<>]*>[^]{0,5000}?<\/\1>/gm;
/** Lines that only the compiler reads. */
const directive =
  /^[ \t]*(?:@(?:page|using|inject|layout|attribute|inherits|namespace|implements|rendermode|typeparam|if|switch|while|lock)\b.*|(?:\}[ \t]*)?else\b.*|[{}])$/gm;
/** Text constants, which attributes show. */
const constant = /\b(\w{1,60})\s{0,9}=>?\s{0,9}"([^"\\\n]{1,300})"/g;

/**
 * Returns the markup of a page in Razor as MDX: without code of C# and lists that a program fills, and with headings for the titles of
 * components. Expects the code of examples in fences, whose labels are titles.
 */
export function razorPageToMdx(content: string): string {
  const constants = new Map(
    Array.from(content.matchAll(constant), ([, name, value]) => [name!, value!]),
  );
  const writer = new PageWriter();
  return splitFences(content.replace(/^\uFEFF/, '').replace(held, heldCode))
    .map(({ code, lines }) => {
      if (code) return writer.example(lines);
      const text = withoutLoops(lines.join('\n').replace(hidden, ''));
      return writer.text(
        text.replace(directive, '').replace(/="@(\w{1,60})"/g, (whole, name: string) => {
          const value = constants.get(name);
          return value === undefined ? whole : `="${value}"`;
        }),
      );
    })
    .join('\n');
}

/** Code that a component holds as text. */
const held =
  /<(Code(?:Snippet|Block|Sample|Editor)|pre)\b([^<>]{0,300})(?<!\/)>([^]{1,8000}?)<\/\1>/g;

function heldCode(_: string, __: string, given: string, inner: string): string {
  const written = inner.replace(/<\/?code\b[^<>]{0,200}>/g, '').trimEnd();
  const text = /^\s*@\(@?("""|")([^]*)\1\)$/.exec(written)?.[2] ?? written;
  const code = decodeEntities(text).replace(/@@/g, '@');
  const [, language = ''] =
    /\blang(?:uage)?(?:="|-)(?:\w{1,30}\.)?([\w#+]{1,20})/i.exec(given + inner) ?? [];
  const lines = dedent(code.split('\n')).join('\n').trim().split('\n');
  return fenced(lines, language.toLowerCase()).join('\n');
}

const loop = /^[ \t]*@(?:(?:for|foreach)\s{0,9}\(|\{)/;

/** Returns a text without blocks that a program repeats, and without code between braces. */
function withoutLoops(text: string): string {
  let isOpen = false;
  let depth = 0;
  const kept = text.split('\n').filter((line) => {
    isOpen ||= loop.test(line);
    if (!isOpen) return true;
    depth += line.split('{').length - line.split('}').length;
    // The brace of a loop can stand on the next line.
    isOpen = depth > 0 || !/[{}]/.test(line);
    return false;
  });
  return kept.join('\n');
}

interface Piece {
  code: boolean;
  lines: string[];
}

/** Splits a page into text and fences. */
function splitFences(text: string): Piece[] {
  const fences = new FenceTracker();
  const pieces: Piece[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trimStart();
    const wasInside = fences.inside;
    const code = fences.advance(wasInside ? line : trimmed);
    const last = pieces.at(-1);
    if (last?.code === code && (!code || wasInside)) last.lines.push(line);
    else pieces.push({ code, lines: [line] });
  }
  return pieces;
}

/** A component whose title is a heading. */
const titled = /Head|Title|Section/;
/** A tag of a component. */
const tag = /<(\/?)([A-Z][\w.]{0,80})((?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;
/** A component with the text of a heading, by its name or by its level. */
const heading =
  /<(\w{1,60}Title|\w{1,60}(?=[^<>]{0,300}\b(?:TagName|Typo)="\w{1,30}\.[Hh][1-6]"))\b([^<>]{0,300})>([^]{1,300}?)<\/\1>/g;
/** A text between marks of C#. */
const quoted = /@\("([^"\n]{0,300})"\)/g;
const level = /\b(?:Level|Size|Typo|TagName)="(?:\w{1,30}\.[Hh])?([1-6])"/;

const mostOpen = 20;

/** Writes the parts of a page. The level of a heading depends on those above it. */
class PageWriter {
  #hasParts = false;
  #isBelowTitle = false;
  readonly #open: string[] = [];

  /** Returns the code of an example, below a heading for its title. */
  example(lines: readonly string[]): string {
    const [first = '', ...rest] = lines;
    const indent = indentOf(first);
    const [, label] = /\btitle="([^"]{1,200})"/.exec(first) ?? [];
    const opening = first.trimStart().replace(/\s+title=".*$/, '');
    const code = [opening, ...rest.map((line) => withoutMargin(line, indent))];
    return [...(label === undefined ? [] : [this.#heading(undefined, label)]), ...code].join('\n');
  }

  /** Returns a text without tags of components. */
  text(text: string): string {
    return text
      .replace(quoted, (_, words: string) => words.replaceAll('<', '&lt;'))
      .replace(heading, (whole, name: string, given: string, inner: string) =>
        attributesOf(given).has('Title') ? whole : this.#headed(name, given, inner),
      )
      .replace(tag, (_, end: string, name: string, given: string) =>
        end ? this.#close(name) : this.#shown(name, given),
      )
      .split('\n')
      .map(plainLine)
      .join('\n');
  }

  #headed(name: string, given: string, inner: string): string {
    const words = inner
      .replace(/<[^<>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const [, depth] = level.exec(given) ?? [];
    return words === '' ? '' : this.#heading(depth ?? levelOf(name), words);
  }

  #heading(depth: number | string | undefined, words: string): string {
    if (Number(depth) === 2) this.#hasParts = true;
    this.#isBelowTitle = true;
    const nested = this.#open.filter((name) => name === this.#open.at(-1)).length;
    const own = Number(depth ?? Math.min((this.#hasParts ? 3 : 2) + Math.max(nested - 1, 0), 6));
    return `\n\n${'#'.repeat(own)} ${words}\n\n`;
  }

  #close(name: string): string {
    if (this.#open.at(-1) === name) this.#open.pop();
    return /^Code(?:Inline)?$/.test(name) ? '</code>' : '';
  }

  #shown(name: string, given: string): string {
    if (/^Code(?:Inline)?$/.test(name)) return '<code>';
    const isSection = name.endsWith('Section') && !given.endsWith('/');
    if (isSection && this.#open.length < mostOpen) this.#open.push(name);
    const values = attributesOf(given);
    return (
      itemOf(name, values) ?? this.#described(name, given) ?? this.#titled(name, given, values)
    );
  }

  /** Returns the name of the component that a page without a title describes, as its title. */
  #described(name: string, given: string): string | undefined {
    if (this.#isBelowTitle || !/Api|Doc/.test(name)) return undefined;
    const [, described] = /"@?typeof\((\w{1,100})[<)]/.exec(given) ?? [];
    return described === undefined ? undefined : this.#heading(1, described);
  }

  #titled(name: string, given: string, values: ReadonlyMap<string, string>): string {
    const title = valueOf(values, ['Title', 'PageTitle', 'Name']);
    if (title === undefined || !titled.test(name)) return '';
    const [, depth] = level.exec(given) ?? [];
    const below = valueOf(values, ['SubTitle', 'Description', 'PageDescription']) ?? '';
    return `${this.#heading(depth ?? levelOf(name), title)}${below}\n\n`;
  }
}

/** Returns the level of a heading that the name of a component says. */
function levelOf(name: string): number | undefined {
  if (/Page(?:Head|Title)/.test(name)) return 1;
  if (/Subsection/i.test(name)) return 3;
  return /SectionTitle/.test(name) ? 2 : undefined;
}

/** Returns the first of some attributes that is a text, and no expression. */
function valueOf(
  values: ReadonlyMap<string, string>,
  names: readonly string[],
): string | undefined {
  const value = firstAttribute(values, ...names);
  return value?.includes('@') ? undefined : value;
}

/** Returns the beginning of an item for a parameter of a component: its name and its type. */
function itemOf(name: string, values: ReadonlyMap<string, string>): string | undefined {
  const own = values.get('Name');
  if (own === undefined || !name.endsWith('Item')) return undefined;
  const type = values.get('Type');
  return `\n- \`${own}\`${type === undefined ? '' : ` (\`${type}\`)`}: `;
}

/** Returns a line of markup without expressions of C#. Braces are text, which MDX must not read. */
function plainLine(line: string): string {
  return line
    .trim()
    .replace(/@nameof\(([\w.]{1,200})\)/g, '$1')
    .replace(
      /(?<![\w@])@(?:\([^()]{0,300}(?:\([^()]{0,300}\)[^()]{0,300}){0,3}\)|[A-Za-z_][\w.]{0,200}(?:\([^()]{0,300}\))?)/g,
      '',
    )
    .replace(/@@/g, '@')
    .replace(/[{}]/g, (brace) => (brace === '{' ? '&#123;' : '&#125;'));
}
