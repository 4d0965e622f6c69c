import { kindOf } from './myst.ts';

const generated =
  /^(?::::[ \t]+(?:[A-Za-z_]\w{0,100}(?:\.\w{1,100}){1,20}|mkdocs-(?:click|typer2?))|[ \t]*\[\[autodoc\]\][ \t]+[\w.]{1,300})[ \t]*$/;

/** The first and the last line of a comment of Liquid or Hugo with several lines. */
const commentStart =
  /^[ \t]*(?:\{%-?[ \t]*comment[ \t]*-?%\}(?!.*\{%-?[ \t]*endcomment\b)|\{\{[<%][ \t]*comment[ \t]*[%>]\}\}(?!.*\{\{[<%][ \t]*\/[ \t]*comment\b))/;
const commentEnd = /\{%-?[ \t]*endcomment[ \t]*-?%\}|\{\{[<%][ \t]*\/[ \t]*comment[ \t]*[%>]\}\}/;

/** Markup that only MyST has: a directive, a role, or a target. */
const mystMarkup = /^[ \t]*(?:`{3,}|:{3,})\{[a-z][\w:-]*\}|(?<![{`])\{[a-z][\w:-]{0,40}\}`[^`]/;
/** See https://mystmd.org/guide/syntax-overview#comments. */
const mystComment = /^%(?:[ \t]|$)/;
const mystDirective = /^[ \t]*(:{3,})[ \t]*\{([a-z][\w:-]{0,60})\}/;
/** The links below a sample that MarkdownSnippets has copied from a program. */
const sampleSource =
  /^[ \t]*<sup><a href='[^'\n]{0,500}' title='(?:Snippet source file|Start of snippet)'>/;

/** The settings of a page on a site of Google: `Book: /saws/_book.yaml`. */
const siteSettings =
  /^(?:(?:Project|Book):[ \t]{1,9}\/[\w/.-]{1,200}\.yaml|page_type:[ \t]{1,9}\w{1,40})[ \t]*$/;

/** The lines around what a template of Blade shows as it is written. */
const verbatim = /^[ \t]*@(?:end)?verbatim[ \t]*$/;

/**
 * Leaves out places that a site fills from code, with the options below: `::: pkg.Model` of mkdocstrings or mkautodoc, `[[autodoc]] Model`.
 * Also leaves out the links of MarkdownSnippets to its samples, `@verbatim` of Blade, comments of Liquid and Hugo, and directives of MyST such as `:::{toctree}`. Leaves out
 * comments of MyST if a document has other markup of MyST.
 */
export class UnshownParts {
  private isOpen = false;
  private isComment = false;
  /** Number of colons of the directive around the line, or 0. */
  private colons = 0;
  private readonly isMyst: boolean;

  constructor(lines: readonly string[]) {
    const hasComment = lines.some((line) => mystComment.test(line));
    this.isMyst = hasComment && lines.some((line) => mystMarkup.test(line));
  }

  /** Returns whether a line belongs to such a place. */
  has(line: string, inFence: boolean): boolean {
    if (this.isComment) {
      this.isComment = !commentEnd.test(line);
      return true;
    }
    if (inFence) return false;
    if (this.isInDirective(line)) return true;
    if (this.isUnshownLine(line)) return true;
    this.isComment = line.includes('comment') && commentStart.test(line);
    const isOption = this.isOpen && (line.trim() === '' || /^(?: {2}|[ ]?\t)/.test(line));
    this.isOpen = generated.test(line) || isOption;
    return this.isComment || (this.isOpen && line.trim() !== '');
  }

  private isUnshownLine(line: string): boolean {
    if (this.isMyst && mystComment.test(line)) return true;
    return sampleSource.test(line) || siteSettings.test(line) || verbatim.test(line);
  }

  /** Returns whether a line belongs to a directive that shows nothing. */
  private isInDirective(line: string): boolean {
    if (this.colons > 0) {
      if (/^[ \t]*:+[ \t]*$/.test(line) && line.trim().length >= this.colons) this.colons = 0;
      return true;
    }
    const [, colons = '', name = ''] = mystDirective.exec(line) ?? [];
    if (kindOf(name) === 'silent') this.colons = colons.length;
    return this.colons > 0;
  }
}
