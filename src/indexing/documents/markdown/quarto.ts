import { cleanLines, labelLine } from '../clean.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { FenceTracker } from '../fences.ts';
import { parseMarkdownLines } from './markdown.ts';

/**
 * Parses Quarto and R Markdown. Removes cells that the page does not show, and options of cells. Source:
 * https://quarto.org/docs/authoring/markdown-basics.html.
 */
export function parseQuarto(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({
    document,
    lines: cleanLines(document.content),
    tags: 'known',
    translate: quartoToMarkdown,
  });
}

/** The first line of a cell, as in ```` ```{r setup, include=FALSE} ````, or of raw output, ```` ```{=html} ````. */
const cellStart = /^([ \t]*(?:`{3,}|~{3,}))[ \t]*\{(=?[\w+-]{1,30})\b([^}]*)\}[ \t]*$/;
const hiddenByHeader = /\b(?:echo|include)[ \t]*=[ \t]*(?:F|FALSE)\b/;
/** An option at the beginning of a cell, as in `#| echo: false`, or `#| hide` of nbdev. Languages have other comment signs. */
const cellOption = /^[ \t]*(?:#|\/\/|--|%%?|')\|[ \t]?(?:([\w.-]+)(?::[ \t]*(.*)|[ \t]*$))?/;
const calloutStart = /^[ \t]*:{3,}[ \t]*\{[^}]*\.callout-(\w+)/;
const tabsStart = /^[ \t]*:{3,}[ \t]*\{[^}]*\.panel-tabset/;
const divLine = /^[ \t]*:{3,}[ \t]*(.*)$/;
const heading = /^[ \t]*(#{1,6})[ \t]+(.*?)[ \t]*(?:\{[^{}]*\})?[ \t]*$/;
/** A reference of bookdown, as in `\@ref(fig:plot)`. */
const reference = /\\@ref\((?:\w{1,20}:)?([\w-]{1,100})\)/g;
const codeSpan = /(`+)[^`]{1,500}\1(?!`)/;
/** A heading of bookdown that only its table of contents shows: `# (PART) Saws {-}`. https://bookdown.org/yihui/bookdown/markdown-extensions-by-bookdown.html */
const partHeading = /^#[ \t]+\((?:PART|APPENDIX)(?:\\?\*)?\)[ \t].*$/;
/** A command of LaTeX that only a printed book shows, such as an entry of its index. */
const printed =
  /\\(?:index[a-z]?|label)\{(?:[^{}]|\{[^{}]{0,200}\}){0,300}\}|\\newline\b|^[ \t]*\\(?:(?:new|clear)page|pagebreak|noindent|(?:small|med|big)skip|(?:front|main|back)matter)[ \t]*$/;
/** The attributes of an image or a link. Their values can have braces and marks of Markdown. */
const attributes = /(?<=\]\([^()\s]{0,300}\))\{(?:[^{}"]|"(?:[^"\\]|\\.){0,2000}"){1,500}\}/;
/** The caption of a table. Its attributes are its name and the widths of its columns. */
const caption = /^[ \t]*:[ \t]+([^{}\n]{0,500}?)[ \t]*\{[^{}\n]{1,200}\}[ \t]*$/;
/** A function of a book in R that writes its only argument, such as the name of a class, with a link. */
const written =
  /^`r [\w.:]{1,60}\((["'])([^"'`%]{1,200})\1(?:,[ \t]*\w{1,30}[ \t]*=[^`]{0,100})?\)`$/;
const unshown = new RegExp(`${codeSpan.source}|${printed.source}|${attributes.source}`, 'g');

function quartoToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  const divs = new Divs();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const { inside } = fences;
    const isFence = fences.advance(line);
    if (!isFence) {
      const text = divs.read(line, isHeadingNext(lines, at)) ?? line;
      out.push(shownText(text));
      continue;
    }
    const [, fence, language = '', header = ''] = (!inside && cellStart.exec(line)) || [];
    if (fence === undefined) {
      out.push(line);
      continue;
    }
    const cell: string[] = [];
    for (at += 1; at < lines.length; at += 1) {
      fences.advance(lines[at]!);
      if (!fences.inside) break;
      cell.push(lines[at]!);
    }
    for (const text of shownCell({ fence, language, header }, cell)) out.push(text);
  }
  return out;
}

/** Returns a line of text as the page shows it. */
function shownText(line: string): string {
  return line
    .replace(partHeading, '')
    .replace(caption, '$1')
    .replace(unshown, (found) => (found.startsWith('`') ? found.replace(written, '`$2`') : ''))
    .replace(reference, (_, id: string) => id.replaceAll('-', ' '));
}

interface CellStart {
  fence: string;
  language: string;
  header: string;
}

/** Returns a cell as fenced code without its options. Returns no lines if the page does not show it. */
function shownCell({ fence, language, header }: CellStart, lines: string[]): string[] {
  const { options, code } = splitCellOptions(lines);
  const isHidden = ['echo', 'include'].some((name) => options.get(name) === 'false');
  if (isHidden || hiddenByHeader.test(header) || language.startsWith('=')) return [''];
  const file = options.get('filename');
  const title = file === undefined ? '' : ` title="${file.replaceAll('"', "'")}"`;
  return [`${fence}${language}${title}`, ...code, fence];
}

/** Returns the options at the beginning of a cell by their names, and the lines below them. An option without a value has ''. */
export function splitCellOptions(lines: string[]): {
  options: ReadonlyMap<string, string>;
  code: string[];
} {
  const first = lines.findIndex((line) => !cellOption.test(line));
  const code = first === -1 ? [] : lines.slice(first);
  const options = new Map(
    lines.slice(0, lines.length - code.length).map((line): [string, string] => {
      const [, name = '', value = ''] = cellOption.exec(line) ?? [];
      return [name, value.trim().replace(/^(["'])(.*)\1$/, '$2')];
    }),
  );
  return { options, code };
}

/** Returns whether the next line with text is a heading. */
function isHeadingNext(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1, at + 3).find((line) => line.trim() !== '');
  return next !== undefined && heading.test(next);
}

/** Follows the blocks between colons. A heading in them is the title of a callout, or the label of a tab. */
class Divs {
  private readonly open: ('tabs' | 'callout' | 'other')[] = [];

  /**
   * Returns the line that replaces a line of a block or a heading in one; undefined for another line. `isTitled`: a heading
   * follows.
   */
  read(line: string, isTitled: boolean): string | undefined {
    const [div, rest = ''] = divLine.exec(line) ?? [];
    if (div !== undefined) return this.div(line, rest, isTitled);
    const kind = this.open.at(-1);
    const title = kind === undefined || kind === 'other' ? undefined : heading.exec(line)?.[2];
    if (title === undefined) return undefined;
    return kind === 'tabs' ? labelLine(title) : `**${title}**`;
  }

  private div(line: string, rest: string, isTitled: boolean): string {
    if (rest.trim() === '') {
      this.open.pop();
      return '';
    }
    const [, callout] = calloutStart.exec(line) ?? [];
    const isTabs = tabsStart.test(line);
    if (this.open.length < deepest)
      this.open.push(isTabs ? 'tabs' : callout === undefined ? 'other' : 'callout');
    const [, title] = /\btitle="([^"]*)"/.exec(rest) ?? [];
    return callout === undefined || isTitled
      ? ''
      : `::: ${callout}${title === undefined ? '' : ` ${title}`}`;
  }
}

/** Maximum depth of nested blocks. */
const deepest = 20;
