import { byWord } from '../../by-word.ts';
import { FenceTracker, longFence, outsideSpans } from '../../fences.ts';
import { dedent } from '../../indentation.ts';

/** A command that only Doxygen has: at the start of a line, or a reference in a sentence. Links of Documenter and Paradox have `@ref` in brackets. */
const sign =
  /^[ \t]{0,9}(?:\*[ \t]{0,9})?[@\\](?:(?:defgroup|addtogroup|page|section|subsection|anchor|ingroup)[ \t]+[A-Za-z]|(?:mainpage|tableofcontents|endcode)\b)|(?:^|[\s"])[@\\](?:ref|subpage)\s{1,9}[A-Za-z_]\w/m;
/** A command at the start of a line, or of an item of a list, with the rest of the line. */
const block =
  /^([ \t]{0,40}(?:[-*+][ \t]+)?)[@\\]([a-z]{1,20}|[{}])(?:\{([^{}\n]{0,40})\}|[ \t]{0,9}\[(?:in|out)[a-z, ]{0,12}\])?(?:[ \t]+(.*))?$/;
const inline =
  /(?<![\w@\\]|\]\()[@\\](?:(ref|subpage)[ \t]+([A-Za-z_~][\w:~-]{0,200}(?:\(\))?)(?:[ \t]+"([^"\n]{1,300})")?|([abcep]|em)[ \t]+([^\s<>`]{0,199}(?:\(\)|[^\s<>`.,;:!?)]))|f\$([^$\n]{1,500}?)[@\\]f\$)/g;
/** The end of a line whose command has its word on the next one. */
const unfinished = /(?:^|\s)[@\\](?:ref|subpage|[abcep])[ \t]*$/;

/** Commands for titles, with the level of their headings. */
const levels = new Map(
  Object.entries({
    mainpage: 1,
    page: 1,
    defgroup: 1,
    addtogroup: 1,
    section: 2,
    subsection: 3,
    subsubsection: 4,
    paragraph: 5,
  }),
);
const labels = byWord([
  ['note', 'Note'],
  ['warning', 'Warning'],
  ['attention', 'Attention'],
  ['todo', 'Todo'],
  ['bug', 'Bug'],
  ['deprecated', 'Deprecated'],
  ['since', 'Since'],
  ['result', 'Result'],
  ['remark remarks', 'Note'],
  ['return returns', 'Returns'],
  ['pre', 'Precondition'],
  ['post', 'Postcondition'],
  ['see sa', 'See also'],
]);
/** Commands for a parameter, an error or a value, with what is before its name. */
const members = byWord([
  ['param tparam', ''],
  ['retval', 'Returns '],
  ['throw throws exception', 'Throws '],
]);
/** Commands whose line shows nothing. */
const silent = new Set(
  (
    '{ } addindex anchor author authors cond copybrief copydetails copydoc copyright date endcond endif endinternal endparblock file headerfile hideinitializer ' +
    'if ifnot image ingroup internal nosubgrouping parblock showinitializer tableofcontents version weakgroup'
  ).split(' '),
);
/** Commands whose line shows only its text, with what is before it. */
const prefixes = byWord([
  ['brief short details', ''],
  ['li arg', '- '],
]);
/** Blocks of code, and blocks that only another output shows. */
const ends = new Map([
  ['code', 'endcode'],
  ['verbatim', 'endverbatim'],
  ['htmlonly', 'endhtmlonly'],
  ['latexonly', 'endlatexonly'],
  ['dot', 'enddot'],
  ['msc', 'endmsc'],
  ['startuml', 'enduml'],
]);

const inlineCommands = new Set(
  'ref subpage link endlink a b c e p em f n par copydoc copybrief copydetails snippet include'.split(
    ' ',
  ),
);

/** Returns whether a command is one of Doxygen, and not of a project. */
export function isDoxygenCommand(name: string): boolean {
  const all = [levels, labels, silent, prefixes, ends, inlineCommands];
  return /^end[a-z]/.test(name) || all.some((names) => names.has(name));
}

/** Returns whether a text has the commands of Doxygen. */
export function isDoxygen(content: string): boolean {
  return sign.test(content);
}

/**
 * Converts Markdown with the commands of Doxygen to plain Markdown, also within comments of C. `titles` are those of the pages and
 * sections to which a document refers. https://www.doxygen.nl/manual/commands.html
 */
export function doxygenToMarkdown(
  lines: string[],
  _path?: string,
  titles: Readonly<Record<string, string>> = {},
): string[] {
  const writer = new DoxygenWriter(new Map(Object.entries(titles)));
  for (const line of joined(withoutComments(lines))) writer.line(line);
  return writer.out;
}

/** Returns the text of the comments of a file, as pages in `.dox` and `.txt` are, and the functions and macros below them, with their names as headings. */
function withoutComments(lines: string[]): string[] {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined || !/^\s*\/\*/.test(first)) return lines;
  return commentsIn(lines).flatMap(({ text, code }) => {
    const [start = '', ...rest] = text;
    const shown = [start, ...dedent(rest)];
    const found = code.map((line) => declaration.exec(line)).find((match) => match !== null);
    if (!found || text.some((line) => title.test(line))) return shown;
    const [, macro, name = macro] = found;
    return ['', `### ${name}`, '', longFence + 'c', found.input.trim(), longFence, '', ...shown];
  });
}

interface Comment {
  text: string[];
  /** The lines below, up to the next comment. */
  code: string[];
}

function commentsIn(lines: string[]): Comment[] {
  const comments: Comment[] = [];
  let isComment = false;
  for (const line of lines) {
    const starts: boolean = !isComment && /^\s*\/\*[*!]/.test(line);
    if (starts) comments.push({ text: [], code: [] });
    if (isComment || starts) {
      const text: string = starts
        ? line.replace(/^\s*\/\*[*!]*<?(?!\/)/, '')
        : line.replace(/^[ \t]*\*(?!\/)(?: |$)/, '');
      isComment = !text.includes('*/');
      comments.at(-1)!.text.push(text.replace(/\*\/.*$/, ''));
    } else comments.at(-1)?.code.push(line);
  }
  return comments;
}

/** A macro or a function of C. */
const declaration =
  /^#define[ \t]{1,9}(\w{1,200})|^[A-Za-z_](?:\w| |\*){0,300}[ *](\w{1,200}) ?\([^()]{0,500}\);?\s*$/;
/** A command that gives a page or a group its title. */
const title = /^\s*[@\\](?:mainpage|page|defgroup|addtogroup|ingroup)\b/;

/** Joins a line that ends in a command without its word to the next one. */
function joined(lines: string[]): string[] {
  const fences = new FenceTracker();
  const out: string[] = [];
  let open = '';
  for (const line of lines) {
    const isCode = fences.advance(line);
    const whole = isCode || open === '' ? open + line : `${open.trimEnd()} ${line.trimStart()}`;
    open = !isCode && unfinished.test(line) ? whole : '';
    if (open === '') out.push(whole);
  }
  return open === '' ? out : [...out, open];
}

class DoxygenWriter {
  readonly out: string[] = [];
  private readonly fences = new FenceTracker();
  /** The command that ends the block around the line. */
  private end = '';
  private isCode = false;
  private readonly titles: ReadonlyMap<string, string>;

  constructor(titles: ReadonlyMap<string, string>) {
    this.titles = titles;
  }

  line(line: string): void {
    if (this.end !== '') this.inBlock(line);
    else if (this.fences.advance(line)) this.out.push(line);
    else this.text(line);
  }

  private inBlock(line: string): void {
    const command = line.trimStart().slice(1);
    const isEnd = command === this.end || command.startsWith(`${this.end} `);
    if (isEnd) this.end = '';
    if (!this.isCode) return;
    this.out.push(isEnd ? longFence : line);
  }

  private text(line: string): void {
    const [, before = '', name = '', option = '', rest = ''] = block.exec(line) ?? [];
    if (ends.has(name)) return this.open(name, option);
    const level = levels.get(name);
    if (level !== undefined) return this.heading(level, rest, name === 'mainpage');
    const label = labels.get(name);
    if (label !== undefined) this.add(`${before}**${label}:** ${this.inText(rest)}`, before);
    else if (members.has(name)) this.out.push(this.memberItem(members.get(name)!, rest));
    else if (name === 'par') this.add(`**${rest}**`, '');
    else this.plain(line, name, before, rest);
  }

  private plain(line: string, name: string, before: string, rest: string): void {
    const prefix = prefixes.get(name);
    const text = prefix === undefined ? line : before + prefix + rest;
    this.out.push(silent.has(name) ? '' : this.inText(text));
  }

  private open(name: string, option: string): void {
    this.end = ends.get(name)!;
    this.isCode = name === 'code' || name === 'verbatim';
    if (this.isCode) this.out.push('', `${longFence}${option.replace(/^\./, '')}`);
  }

  private heading(level: number, rest: string, isMain: boolean): void {
    const [, id = '', title = ''] = (isMain ? undefined : /^(\S+)(?:\s+(.*))?$/.exec(rest)) ?? [];
    const anchor = id === '' ? '' : ` {#${id}}`;
    const shown = isMain ? rest : title || id;
    this.add(`${'#'.repeat(level)} ${shown}${anchor}`, '');
  }

  /** Adds a block, or the text of an item of a list. */
  private add(text: string, before: string): void {
    const isItem = /[-*+]/.test(before);
    this.out.push(...(isItem ? [text] : ['', text.trimStart()]));
  }

  /** Writes `@param depth How deep` as an item. */
  private memberItem(label: string, rest: string): string {
    const [, name = '', text = ''] = /^(\S*)\s*(.*)$/.exec(rest)!;
    return `- ${label}\`${name.replaceAll(/[`\\]/g, '')}\`: ${this.inText(text)}`.trimEnd();
  }

  private inText(line: string): string {
    if (!/[@\\]/.test(line)) return line;
    return outsideSpans(line, (text) => text.replace(inline, (...match) => this.shown(...match)));
  }

  private shown(...[, , name, label, style, word, formula]: (string | undefined)[]): string {
    if (name !== undefined) return label ?? this.titles.get(`#${name}`) ?? `\`${name}\``;
    if (formula !== undefined) return `$${formula}$`;
    if (style === 'b') return `**${word}**`;
    return style === 'c' || style === 'p' ? `\`${word}\`` : `*${word}*`;
  }
}
