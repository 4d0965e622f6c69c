import { labelLine } from '../clean.ts';
import { elementLabel } from './code-notations.ts';
import { definition, IndentedCode } from './indented-code.ts';
import { learnLine, learnQuote, withKeptNames } from './learn.ts';
import { commandOf, readThemePart, ShortcodeTabs, splitTags, titled } from './shortcodes.ts';
import { columnsOf, indentOf, withoutColumns, withoutMargin } from '../indentation.ts';
import { capitalized } from '../text-pieces.ts';

const mkdocs = /^([ \t]*)(?:!!!|\?\?\?\+?)(?:[ \t]+|(?=\w))([\w -]*?)[ \t]*(?:"(.*)")?[ \t]*$/;
const mkdocsTab = /^([ \t]*)===[+!]?[ \t]+(["'])(.+)\2[ \t]*$/;
const container = /^[ \t]*:{3,}[ \t]*([\w-]*)(.*)$/;
/** The first or the last line of a component of Nuxt Content: `::note{icon="x"}`, `::`. */
const component = /^[ \t]*::(?:[ \t]?([a-z][\w-]*)((?:\[[^\]]*\])?(?:\{.*\})?))?[ \t]*$/;
/** The same in another component, where it can have more colons. */
const nested = /^[ \t]*:{2,}(?:[ \t]?([a-z][\w-]*)(?:[[{].*)?)?[ \t]*$/;
/** The name of the part of a component that the text below it fills: `#title`. See https://content.nuxt.com/docs/files/markdown#slots. */
const slot = /^#[a-z][\w-]*(?:\{[^{}]{0,200}\})?[ \t]*$/;
/** A component of Nuxt Content without text of its own, such as a link to another page: `:read-more{to="/saws"}`, `:component-props`. */
const voidComponent =
  /^[ \t]*:(?:[a-z][\w-]*(?:\[[^\]]*\])?\{.*\}|[a-z]\w{0,40}(?:-\w{1,40}){1,5})[ \t]*$/;
const admonitions = new Set(
  'note,tip,info,important,warning,caution,danger,error,success,hint'.split(','),
);
const alert = /^([ \t]*(?:>[ \t]*)+)\[!(\w[\w-]{0,40})\][+-]?[ \t]*(.*)$/;
const nothing =
  /^[ \t]*(?:\[\/\/\]: (?:#|<>).*|\[!(?:code|include)[^\n]{1,1000}\)\]|--8<--.*|;--8<--.*|<<<[ \t]*@?\S+.*|\[\[?_?toc_?\]\]?|\[\[open-in-colab\]\]|\$\{toc\}|@\[toc\]|@toc@|@\[[^\]]{0,200}\]\([^()\s:]{1,300}\)|\{:.*\}|(?:\[\]\(\))?\{ ?#[\w.-]+ ?\}|\{ ?\.[\w-][\w .#="-]*\})[ \t]*$/i;
/**
 * An expression of a template on a line of its own, such as the call of a function of Go. With more indentation, it is code. Also the
 * marks of go.dev around a text that is no template.
 */
const expression =
  /^ {0,3}(?:\{\{[-~]?[ \t]*(?:[\w.-]+(?: ?\(.*\))?(?:[ \t]*\|[ \t]*\w[^{}]{0,200}?)?|[a-z]\w{0,40}[ \t]+"[^"]{0,300}"(?:[ \t]+(?:"[^"]{0,300}"|`[^`]{0,300}`|[\w.]{1,60})){0,9}|[#/>] ?[\w-]+[^{}]*)[ \t]*[-~]?\}\}|\{\{raw `|`\}\})[ \t]*$/;
/** A component that a page of Docusaurus imports, and what the sites of Svelte write about a module. */
const siteLine =
  /^(?:import\s+[\w{}, ]+\s+from\s+(["'])@(?:theme|site|docusaurus)\/.*\1;?|> (?:MODULE|TYPES|EXPANDED_TYPES): .*)[ \t]*$/;

/** A directive of MyST with colons, as in `:::{note}`, the options below it, and the target of a link. */
const mystName = /^\{([\w-]+)\}(.*)$/;
const mystOption =
  /^[ \t]*:(?:class|name|open|color|icon|columns|gutter|margin|padding|link|link-type|alt|width|height|align|text-align|child-align|child-direction|outline|reverse|sync|selected|img-\w+|shadow|header-rows|stub-columns|widths|class-\w+):(?:[ \t].*)?$/;
const mystTarget = /^[ \t]*\([\w:. /-]{1,200}\)=[ \t]*$/;

/** The name of a rule of the Rust reference: `r[items.fn.intro]`. */
const rule = /^[ \t]*r\[[\w.-]{1,200}\][ \t]*$/;

/** The title of a tab in `::: tabs`: `== Linux` of VitePress, and `@tab Linux#id` of VuePress. */
const pluginTabTitle =
  /^([ \t]*)(?:={2,}|@tab(?::active)?)[ \t]+(\S(?:[^#]|#(?![\w-]{1,60}[ \t]*$))*)/;
/** Containers that only arrange their content. If one has a title, it is the label of a tab. */
const tabs = new Set(['tab', 'tab-item', 'group-tab', 'code']);
const layout = new Set(
  'code-group,codegroup,code-tabs,tabs,tab-set,grid-item,grid-item-card,container,only,margin,table,figure,rubric,list-table,csv-table,glossary,hlist,epigraph,highlights,pull-quote,details,steps,cards,card,grid,div,columns,tab,tab-item,group-tab,code,md-demo,demo,html,definition,caption,figure-caption,table-caption'.split(
    ',',
  ),
);

/** A column of Microsoft Learn, in a row. */
const column = /^[ \t]*:::column\b/;
/** A line that does not open a container: `:::image source="saw.png":::`, `::: moniker-end`. */
const ended = /^[ \t]*:::[ \t]*(?:(?:image|code|video)\b|\w+-end\b)/;

/** Maximum number of nested blocks of MkDocs, and of definitions. */
const mostBlocks = 16;

/** Removes the indentation of the content of MkDocs blocks, definitions and `:::` containers. */
export class DirectiveStack {
  private readonly indents: number[] = [];
  private outer = 0;
  /** True if the last line has text. */
  private isText = false;
  /**
   * Indentation of the text in a `:::` container. Authors for Docusaurus indent this text,
   * although it is not code.
   */
  private contained: number | 'unknown' = 0;
  /** Indentation that the last line outside of code lost in such a container. */
  private removed = 0;
  /** Indentations of the open components of Nuxt Content. */
  private readonly components: number[] = [];
  /** Number of colons of the open `::: tabs` container, or 0. */
  private tabColons = 0;

  /**
   * Returns a line without the indentation of the blocks around it. Ends the blocks that the line
   * is not part of.
   */
  dedent(line: string, inFence: boolean): string {
    const text = this.withoutContainer(this.withoutBlocks(line, inFence), inFence);
    if (!inFence) this.followComponents(text);
    return withoutMargin(text, this.components.at(-1) ?? 0);
  }

  /** True inside of a block of MkDocs or of a definition. */
  get inside(): boolean {
    return this.indents.length > 0;
  }

  /** True in a component of Nuxt Content. */
  get inComponent(): boolean {
    return this.components.length > 0;
  }

  /** Follows components of Nuxt Content. Authors indent a component in another one, although it is not code. */
  private followComponents(line: string): void {
    const [found, name] = (this.inComponent ? nested : component).exec(line) ?? [];
    const indent = indentOf(line);
    if (found === undefined) this.leaveComponents(line);
    else if (name === undefined) this.components.pop();
    else if (this.inComponent || indent < 4) this.components.push(indent);
  }

  /** Ends the components that a line with less indentation is not part of. */
  private leaveComponents(line: string): void {
    if (line.trim() === '') return;
    while (indentOf(line) < (this.components.at(-1) ?? 0)) this.components.pop();
  }

  private withoutContainer(line: string, inFence: boolean): string {
    if (!inFence) this.followTabs(line);
    if (!inFence && (line.startsWith(':::') || column.test(line))) {
      this.contained = /^[ \t]*:{3,}[ \t]*\w/.test(line) && !ended.test(line) ? 'unknown' : 0;
      return line.trimStart();
    }
    if (this.contained === 0 || line.trim() === '') return line;
    const indent = indentOf(line);
    if (this.contained === 'unknown') this.contained = indent >= 4 ? indent : 0;
    // Code has the indentation of the line that begins it, which can be outside of the container.
    if (!inFence) this.removed = Math.min(indent, this.contained);
    return line.slice(Math.min(indent, this.removed));
  }

  private followTabs(line: string): void {
    const [, colons = '', name] = /^[ \t]*(:{3,})[ \t]*([\w-]*)/.exec(line) ?? [];
    if (name === 'tabs' || name === 'code-tabs') this.tabColons = colons.length;
    else if (name === '' && colons.length >= this.tabColons) this.tabColons = 0;
  }

  private withoutBlocks(line: string, inFence: boolean): string {
    const text = this.indents.length === 0 ? line : this.withoutBlock(line, inFence);
    return inFence ? text : this.define(text);
  }

  private withoutBlock(line: string, inFence: boolean): string {
    const blank = line.trim() === '';
    if (!blank && !inFence) this.leave(columnsOf(line));
    const deepest = this.indents.at(-1);
    return deepest === undefined ? line : withoutColumns(line, deepest - this.outer);
  }

  /** Follows the definitions of terms and footnotes. The indented text below them is not code. */
  private define(line: string): string {
    const isBelowText = this.isText;
    this.isText = line.trim() !== '';
    if (!definition.test(line)) return line;
    this.enter(indentOf(line));
    // Without a term in the line above, the mark tells nothing.
    return isBelowText ? line : withoutComments(line.replace(/^[ \t]*:[ \t]+/, ''));
  }

  private leave(indent: number): void {
    while (indent < (this.indents.at(-1) ?? 0)) this.indents.pop();
  }

  /** Opens a block at an indentation. Returns false if too many are open. */
  private enter(indent: number): boolean {
    if (this.indents.length >= mostBlocks) return false;
    const deepest = this.indents.at(-1);
    if (deepest === undefined) this.outer = indent;
    this.indents.push(indent + (deepest ?? this.outer) - this.outer + 4);
    return true;
  }

  /** Returns the title of a block if the line opens one, otherwise undefined. */
  open(line: string): string | undefined {
    if (!/^[ \t]*[!?=@]/.test(line)) return undefined;
    const pluginTab = this.tabColons > 0 ? pluginTabTitle.exec(line) : null;
    if (pluginTab) return `${pluginTab[1]}${labelLine(pluginTab[2]!)}`;
    const tab = mkdocsTab.exec(line);
    const note = tab ?? mkdocs.exec(line);
    if (!note || !this.enter(note[1]!.length)) return undefined;
    if (tab) return `${note[1]}${labelLine(tab[3]!)}`;
    return `${note[1]}${admonition(note[2]!, note[3] ?? '')}`;
  }
}

/** Removes the comments at the beginning of a line. They would end the paragraph of the line. */
function withoutComments(line: string): string {
  let text = line;
  while (text.startsWith('<!--')) {
    const end = text.indexOf('-->');
    if (end === -1) return line;
    text = text.slice(end + 3).trimStart();
  }
  return text;
}

/**
 * The end of a cell, with its metadata, or the end of the head or the body of a card. See https://mystmd.org/guide/blocks and
 * https://sphinx-design.readthedocs.io/en/latest/cards.html.
 */
const mystBreak = /^(?:\+\+\+(?:[ \t]+\{.*\})?|\^{3,})[ \t]*$/;

/** The mark of an item of a list. */
export const itemMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** A further line of the paragraph of an item, or its attributes, as in `{#saw}`. It needs no indentation. */
const paragraphLine = /^ ?(?:[\p{L}\d]|\{[:#.])/u;

/** Keeps the titles of notes and tabs in their list item. A title without indentation would end the list, and make code of the text below it. */
class ListItems {
  /** True in an item. */
  isOpen = false;
  /** True directly below a line of text. */
  private isBelowText = false;

  /** Reads the next line outside of code. */
  follow(line: string): void {
    const goesOn = this.isBelowText && paragraphLine.test(line);
    this.isBelowText = line.trim() !== '';
    if (itemMark.test(line)) this.isOpen = true;
    else if (this.isBelowText && indentOf(line) < 2 && !goesOn) this.isOpen = false;
  }

  /** Returns the text that replaces a line, with the indentation of the line if that belongs to a list item. */
  within(line: string, text: string | undefined): string | undefined {
    if (!this.isOpen || text === undefined) return text;
    return text.replace(/^(?=.)/gm, line.slice(0, indentOf(line)));
  }
}

/** A line of a note of Docsify or Leanpub without a bold title of its own. */
const markedLine = /^[ \t]*([!?TWIE])>(?:[ \t]+(?!\*\*)(\S.*))?$/;
const kindsByMark: Readonly<Record<string, string>> = {
  '!': 'important',
  '?': 'tip',
  T: 'tip',
  W: 'warning',
  I: 'information',
  E: 'error',
};

/**
 * Gives the notes of Docsify (`!> Oil it.`, `?> Saw slowly.`) and Leanpub (`T> Saw slowly.`) their titles. See
 * https://docsify.js.org/#/helpers and https://leanpub.com/lfm/read.
 */
class MarkedNotes {
  private mark = '';

  /** Returns the text that replaces a line of a note; undefined for another line. */
  read(line: string): string | undefined {
    const [found, mark = '', text = ''] = markedLine.exec(line) ?? [];
    const isFirst = mark !== this.mark;
    this.mark = mark;
    if (found === undefined) return undefined;
    return isFirst ? `${admonition(kindsByMark[mark]!, '')}\n\n${text}`.trimEnd() : text;
  }
}

/** Replaces the lines of directives, tabs, template tags and includes. */
export class ReplacedLines {
  private readonly notes = new MarkedNotes();
  private readonly tabs = new ShortcodeTabs();
  private readonly lists = new ListItems();
  private readonly directives: DirectiveStack;
  private readonly indented: IndentedCode | undefined;
  /** True directly below the first line of a block with slashes, and below an option of it. */
  private canHaveOption = false;

  /** `lines` are those of a document with indented code, otherwise undefined. */
  constructor(directives: DirectiveStack, lines: readonly string[] | undefined) {
    this.directives = directives;
    this.indented = lines && new IndentedCode(lines);
  }

  /** Reads the next line outside of fences. Returns whether it is indented code, where nothing is replaced. */
  isCode(line: string): boolean {
    const allowed = !this.lists.isOpen && !this.directives.inside;
    return this.indented?.has(line, allowed) ?? false;
  }

  /** Returns the text that replaces a line outside of code: a title, or '' to remove the line. Returns undefined for ordinary text. */
  of(line: string): string | undefined {
    this.lists.follow(line);
    if (commentEnd.test(line)) return undefined;
    const isOption = this.canHaveOption && blockOption.test(line);
    this.canHaveOption = isOption || slashBlock.test(line);
    if (isOption) return '';
    if (this.directives.inComponent && slot.test(line)) return '';
    const label = this.notes.read(line) ?? this.tabs.label(line);
    const opened = label === undefined ? this.directives.open(line) : undefined;
    return opened ?? this.lists.within(line, label ?? containerLine(line));
  }
}

/** The last line of a comment that begins above it. A comment without an end would hide all that follows. */
const commentEnd = /^(?!.*<!--).*-->[ \t]*$/;

/** Readers of lines by their first character. */
const readers: ReadonlyMap<string, (line: string) => string | undefined> = new Map([
  [':', (line) => learnLine(line) ?? colons(line)],
  ['{', template],
  ['/', slashes],
  ['<', (line) => docBuilderTab(line) ?? elementLabel(line)],
  ['#', docfxTab],
  ['>', learnQuote],
]);
/** Lines that show nothing, by their first character. */
const silent: ReadonlyMap<string, RegExp> = new Map([
  ['(', mystTarget],
  ['r', rule],
  ['+', mystBreak],
  ['^', mystBreak],
  ['`', expression],
  ['i', siteLine],
  ['>', siteLine],
  ...Array.from('[-;<$@', (first) => [first, nothing] as const),
]);

/**
 * Returns the text that replaces a line of a directive, a template tag or an include: a title, or
 * '' to remove the line. Returns undefined for ordinary text.
 */
export function containerLine(line: string): string | undefined {
  const first = line.trimStart()[0] ?? '';
  const text = readers.get(first)?.(line);
  if (text !== undefined) return text;
  return silent.get(first)?.test(line) === true ? '' : undefined;
}

/** A tab of docfx, which looks like a heading: `### [Linux](#tab/linux)`. */
function docfxTab(line: string): string | undefined {
  const [, title] =
    /^#{1,6}[ \t]+\[([^\]]{1,200})\]\(#tab\/[^()\s]{1,200}\)[ \t]*$/.exec(line) ?? [];
  return title && labelLine(title);
}

/** A line of tabs of Hugging Face's doc-builder, `<hfoption id="Linux">`, or of other sites, `<tab title="Linux">`. */
function docBuilderTab(line: string): string | undefined {
  if (!/hfoption|tab[ >]/.test(line)) return undefined;
  const [found, name] =
    /^[ \t]*<(?:\/(?:hfoptions?|tab)|hfoptions\b[^<>]{0,300}|(?:hfoption[ \t]+id|tab[ \t]+title)="([^"<>]{1,200})")>[ \t]*$/.exec(
      line,
    ) ?? [];
  if (found === undefined) return undefined;
  return name === undefined ? '' : labelLine(name);
}

/** An option of a block with slashes, in YAML: `    type: warning`. */
const blockOption = /^ {4,}[a-z][\w-]{0,40}:(?:[ \t].*)?$/;
/** A block of the Markdown extensions of Python: `/// note | Title`, `///`. */
const slashBlock = /^[ \t]*\/{3,}(?:[ \t]+([\w-]{1,40})(?:[ \t]*\|[ \t]*(.{0,200}?))?)?[ \t]*$/;

function slashes(line: string): string | undefined {
  const [found, kind = '', title = ''] = slashBlock.exec(line) ?? [];
  if (found === undefined) return undefined;
  // The title of such a block is only a version.
  const words = kind.startsWith('version-') ? `${kind.replaceAll('-', ' ')} ${title}` : '';
  if (words !== '') return `**${capitalized(words.trim())}**`;
  // A site names blocks of its own so, and shows no name.
  if (title === '' && kind.includes('-')) return '';
  return containerTitle(kind, kind === 'html' ? '' : title);
}

/** What follows the first word in the name of a function of C++, which handlers of mkdocstrings document: `::: cut(const Saw&)`. */
const restOfName = /^(?:\(|::\w|""|<)[^`]*$/;

function colons(line: string): string | undefined {
  const match = container.exec(line);
  if (!match) return componentLine(line) ?? (mystOption.test(line) ? '' : undefined);
  const [, kind = '', rest = ''] = match;
  if (kind !== '' && restOfName.test(rest)) return `\`${kind}${rest.trim()}\``;
  return (kind === '' ? mystTitle(rest) : undefined) ?? containerTitle(kind, rest);
}

/** Returns the title of a directive of MyST, which can be ''; undefined for other text. */
function mystTitle(text: string): string | undefined {
  const [, name, argument = ''] = mystName.exec(text) ?? [];
  return name && containerTitle(name.toLowerCase(), styled.test(name) ? '' : argument);
}

/** Directives whose argument is no title, but numbers of columns or classes of a style. */
const styled = /^(?:grid|div|container)$/;

/** A tab whose title has no brackets, as Statamic writes it: `::tab blade`. */
const titledTab = /^[ \t]*::tab[ \t]+(\w[\w .+#-]{0,60})$/;

function componentLine(line: string): string | undefined {
  const [, tab] = titledTab.exec(line) ?? [];
  if (tab !== undefined) return labelLine(tab);
  const [found, name = '', rest = ''] = component.exec(line) ?? [];
  if (found === undefined) return voidComponent.test(line) ? '' : undefined;
  return containerTitle(admonitions.has(name) ? name : '', rest);
}

function containerTitle(kind: string, rest: string): string {
  // Tabs have an option here, and no title.
  if (/^(?:code-)?tabs$/.test(kind)) return '';
  const attributes = titled.exec(rest);
  const bracketed = /^\s*\[([^\]]*)\]/.exec(rest)?.[1];
  const plain = rest.replace(/\{[^}]*\}|^\s*\[[^\]]*\]/g, '').trim();
  const title = attributes?.[1] ?? attributes?.[2] ?? bracketed ?? plain;
  if (tabs.has(kind)) return title ? labelLine(title) : '';
  // The kinds of notes are single words. A name of several is that of a component.
  return admonition(kind.includes('-') ? '' : kind, title);
}

function template(line: string): string | undefined {
  const command = commandOf(line);
  if (command !== undefined) return command;
  const tagged = splitTags(line);
  if (!tagged) return nothing.test(line) || expression.test(line) ? '' : undefined;
  const text = expression.test(tagged.text) ? '' : tagged.text;
  const shown = [...tagged.tags.map((tag) => tagTitle(tag)), text];
  return shown.filter((part) => part !== '').join('\n\n');
}

/** Returns the title or the label that a tag states, or the kind of its note; '' for another tag. */
function tagTitle(tag: string): string {
  const [, double, single] = titled.exec(tag) ?? [];
  const title = double ?? single;
  const part = readThemePart(tag);
  if (part) {
    const head = title ? `**${title}**` : shortcodeNote(part.kind);
    return [head, part.text].filter(Boolean).join('\n\n');
  }
  if (!title) return shortcodeNote(tag);
  return /^(?:tab|code)\b/.test(tag) ? labelLine(title) : `**${title}**`;
}

/** A note of a theme of Hugo, with its kind: `note`, `admonition type="warning"`, `notice tip`, `callout context="caution"`. */
const noteShortcode =
  /^(?:(?:admonition|notice|callout|alert|hint)\s{1,9}(?:(?:type|style|context|color)\s{0,9}=\s{0,9})?"?(\w{3,10})"?|(\w{3,10}))(?=\s|$)/;

/** Returns the kind of a note as its title, or '' for another tag. */
function shortcodeNote(tag: string): string {
  const [, kind, name] = noteShortcode.exec(tag) ?? [];
  const word = (kind ?? name ?? '').toLowerCase();
  return admonitions.has(word) ? admonition(word, '') : '';
}

/** A quote that Nest's documentation shows as a note: `> info **Hint** Text`. The name after the kind is its title. */
const namedQuote = /^([ \t]*(?:>[ \t]*)+)(?:info|warning|error)[ \t]+(?=\*\*\w)/;

/** The title of a note in Elixir's documentation: `> #### Keep it sharp {: .warning}`. */
const headedQuote =
  /^([ \t]*(?:>[ \t]*)+)#{1,6}(?=[ \t])([^{}]{1,300})\{:[ \t]*[.#][^{}]{0,200}\}[ \t]*$/;

/**
 * The mark of a note of a provider of Terraform: `~> Oil it.`, `!> **Warning:** Sharp.` An arrow is such a mark only before a bold word. See
 * https://developer.hashicorp.com/terraform/registry/providers/docs#callouts.
 */
const calloutMark = /^([ \t]*)(?:~>[ \t]+(?=\S)|[-!?]>[ \t]+(?=\*\*))/;

/**
 * Writes `> [!NOTE]` and `> #### Note {: .info}` as `> **Note**`, and `> info **Hint**` as `> **Hint**`. Takes the mark from `~> Oil it.`
 */
export function quoteAlert(written: string): string {
  const kept = withKeptNames(written);
  if (!kept.includes('>')) return kept;
  const line = kept.replace(calloutMark, '$1');
  if (line.includes('{:')) {
    return line.replace(headedQuote, (_, quote: string, title: string) => {
      return `${quote}${admonition('', title)}`;
    });
  }
  if (!line.includes('[!')) return line.replace(namedQuote, '$1');
  return line.replace(alert, (_, quote: string, kind: string, title: string) => {
    return `${quote}${admonition(kind, title)}`;
  });
}

function admonition(kind: string, title: string): string {
  // Bold text in a title would end the bold title.
  if (title.trim() !== '') return `**${title.trim().replaceAll('**', '')}**`;
  const word = kind.trim().split(/\s/)[0]!.toLowerCase();
  if (word === '' || layout.has(word)) return '';
  return `**${capitalized(word)}**`;
}
