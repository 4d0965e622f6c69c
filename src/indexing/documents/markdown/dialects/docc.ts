import type { SourceDocument } from '../../document.ts';
import { labelLine } from '../../clean.ts';
import { FenceTracker } from '../../fences.ts';
import { indentOf, withoutMargin } from '../../indentation.ts';
import { withTerms } from './docc-terms.ts';

/** Directives of DocC that arrange their content. A tab has a title. */
const layout =
  /^[ \t]*@(?:Row|Column|TabNavigator|Tab|Small|DeprecationSummary)\b(?:\(([^()]*)\))?[ \t]*\{[ \t]*$/;
/** Directives without text for a reader, on one line or until their last brace. */
const silent =
  /^[ \t]*@(?:Metadata|Comment|Options|Links|Image|Video|Snippet|Redirected|TutorialReference|PageImage|Available|SupportedLanguage)\b(.*)$/;
const doc = /<doc:([^<>\s]{1,200})>/g;
const symbol = /``([^`\n]{1,300})``/g;
const onlyLink = /^[ \t]*[-*+][ \t]+(?:<doc:[^<>\s]+>|``[^`]+``)[ \t]*$/;
/** The target of links elsewhere in the page: `[testing]: <doc:Testing>`. */
const linkDefinition = /^ {0,3}\[[^\]]{1,200}\]:[ \t]/;
const heading = /^(#{1,6})[ \t]+(.*)$/;

/** Returns whether a Markdown file belongs to a documentation catalog of Swift. */
export function isDocc(path: string): boolean {
  return /\.docc\//.test(path);
}

/**
 * Converts the Markdown of DocC to plain Markdown. Removes directives, and lists of the pages below a page. Source:
 * https://www.swift.org/documentation/docc/.
 */
export function doccToMarkdown(
  lines: string[],
  _path: string,
  titles: SourceDocument['titles'] = {},
): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  const directives = new Directives();
  const contents = new Contents();
  for (const line of withTerms(lines)) {
    const text = fences.inside ? directives.dedent(line) : directives.read(line);
    if (text === undefined) continue;
    if (fences.advance(text)) out.push(text);
    else if (!contents.has(text))
      out.push(linkDefinition.test(text) ? text : withoutLinks(text, titles));
    // Keeps the title of a tab out of the paragraph below it.
    if (layout.test(line) && !fences.inside) out.push('');
  }
  return out;
}

/** Follows the directives around a line. */
class Directives {
  /** Number of directives that arrange the current text. */
  private depth = 0;
  /** Number of open braces of a directive without text. */
  private hidden = 0;
  /** Indentation of the text in directives; undefined before its first line. */
  private indent: number | undefined = 0;

  /** Returns a line without the indentation of its directives; undefined for a line of a directive itself. */
  read(line: string): string | undefined {
    if (this.hidden > 0) {
      this.hidden = Math.max(0, this.hidden + bracesOf(line));
      return undefined;
    }
    const rest = silent.exec(line)?.[1];
    if (rest !== undefined) {
      this.hidden = Math.max(0, bracesOf(rest));
      return undefined;
    }
    return this.arranged(line);
  }

  dedent(line: string): string {
    return withoutMargin(line, this.indent ?? 0);
  }

  private arranged(line: string): string | undefined {
    const [opened, argument = ''] = layout.exec(line) ?? [];
    if (opened !== undefined) {
      this.depth += 1;
      this.indent = undefined;
      const [, title] = /^"([^"]*)"$/.exec(argument.trim()) ?? [];
      return title === undefined ? '' : labelLine(title);
    }
    if (this.depth > 0 && line.trim() === '}') {
      this.depth -= 1;
      this.indent = this.depth === 0 ? 0 : undefined;
      return '';
    }
    if (this.depth > 0 && line.trim() !== '') this.indent ??= indentOf(line);
    return this.dedent(line);
  }
}

/** Follows the sections that list other pages. */
class Contents {
  private isOpen = false;

  /** Returns whether a line is an entry of such a list. */
  has(line: string): boolean {
    const [, marks, title] = heading.exec(line) ?? [];
    if (marks !== undefined && marks.length <= 2)
      this.isOpen = title === 'Topics' || title === 'See Also';
    return this.isOpen && onlyLink.test(line);
  }
}

/** Replaces links to pages by their titles, or by their names, and links to symbols by their names. */
function withoutLinks(line: string, titles: NonNullable<SourceDocument['titles']>): string {
  return withSymbolNames(
    line.replace(doc, (_, path: string) => titles[`doc:${path}`] ?? pageName(path)),
  );
}

/** Replaces links to symbols, such as ` ``Saw/cut()`` `, by their names. */
export function withSymbolNames(text: string): string {
  return text.replace(symbol, symbolName);
}

/** Returns the name of a page as words: `MyPackage/Getting-Started` and `GettingStarted` are "Getting Started". */
function pageName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('#')) + 1);
  return name.replaceAll('-', ' ').replace(/([a-z])(?=[A-Z])/g, '$1 ');
}

/** Returns a symbol as code, without its module and without the hash that tells overloads apart. */
function symbolName(_: string, path: string): string {
  const names = path.replace(/-[0-9a-z]{4,6}$/, '').split('/');
  return `\`${names.slice(names.length > 1 && /^[A-Z]/.test(names[1]!) ? 1 : 0).join('.')}\``;
}

function bracesOf(line: string): number {
  return (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0);
}
