import { inlineCode, singleSpaced } from '../clean.ts';
import { decodeEntities } from '../entities.ts';
import { longFenced } from '../fences.ts';

const command = /^=([a-zA-Z]\w{0,30})(?:\s+|$)(.*)$/s;
/** Commands of Pod::Weaver for the parts of a module, each of which gets a heading below that of its kind. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^attr(?:ibute)?$/, 'ATTRIBUTES'],
  [/^(?:class_?)?method$/, 'METHODS'],
  [/^(?:func(?:tion)?|sub)$/, 'FUNCTIONS'],
  [/^opt(?:ion)?$/, 'OPTIONS'],
  [/^type$/, 'TYPES'],
  [/^const(?:ant)?$/, 'CONSTANTS'],
];
/** Sections that all pages of a distribution repeat, and that answer no question. */
const silent =
  /^(?:VERSION|FURTHER QUESTIONS\?|SOURCE|(?:SOURCE )?(?:CODE )?REPOSITORY|(?:(?:MAIN|ORIGINAL) )?(?:AUTHORS?|MAINTAINERS?|CONTRIBUTORS?)|(?:COPYRIGHTS?|LICEN[CS](?:E|ING)|AUTHORS?)(?:(?:,| AND|,? &| \/) (?:COPYRIGHTS?|LICEN[CS](?:E|ING)|DISCLAIMER))*|ACKNOWLEDGE?MENTS?|DISCLAIMERS?(?: OF WARRANT(?:Y|IES))?)$/i;
/** What a paragraph has that only leads to other pages, or to where people report faults. */
const leading: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^SEE ALSO$/i,
    /^(?:L(?:<{2,4}\s[^<>]{1,300}\s>{2,4}|<[^<>]{1,300}>)|[\s,.;*]|https?:[^\s<>,]{1,300}(?=[\s,]|$)|and\b){1,100}$/,
  ],
  [/^(?:BUGS|SUPPORT|REPORTING)\b/, /\b(?:report|bug ?tracker|rt\.cpan|issues\b)/i],
];
/** An item that says how something is called, as `$saw->cut($wood)` and `cut(WOOD)`. */
const call = /^(?:[$@%&]?\w[\w:]{0,80}(?:->|\s?\()|[$@%]\w{1,60}\s{0,3}=\s)/;
/** Titles of sections whose items are names of parts. */
const ofParts =
  /\b(?:METHODS?|FUNCTIONS?|SUBROUTINES|EXPORTS?|ATTRIBUTES?|ACCESSORS?|CONSTRUCTORS?)\b/i;
/** Maximum number of items in one heading. */
const mostShared = 6;
/** Code of a terminal, and what only Perl has. */
const prompt =
  /^(?:[$%] |(?:cpanm?|git|perl|prove|plackup|dzil|make|curl|sudo|export|carton|docker|cd) \S)/;
const perl = /[$@%]\w|=>|->|\w::\w|^[ \t]*(?:sub|my|our|use|package)[ \t]/;
/** A statement in the manual of a module. Others describe libraries of C. */
const statement = /;[ \t]*$/;
/** Maximum depth of codes in codes, and of lists in lists. */
const deepest = 10;

/**
 * Writes Plain Old Documentation as Markdown (https://perldoc.perl.org/perlpod). The name at the beginning becomes the title of the page.
 * Leaves out the text around it, which is a program, and text for another format.
 */
export function podToMarkdown(lines: string[]): string[] {
  return manualOf(lines, false);
}

/**
 * Writes the manual in a module or a program of Perl as Markdown. Its headings link to their lines. Without a name, the page has the name of the
 * package and its abstract, which Pod::Weaver adds: https://metacpan.org/pod/Pod::Weaver::Section::Name
 */
export function perlToMarkdown(lines: string[]): string[] {
  return manualOf(lines, true);
}

function manualOf(lines: readonly string[], hasCode: boolean): string[] {
  const writer = new PodWriter(hasCode);
  let paragraph: string[] = [];
  const end = (at: number): void => {
    if (paragraph.length > 0) writer.paragraph(paragraph, at - paragraph.length + 1);
    paragraph = [];
  };
  for (const [at, line] of [...lines, ''].entries()) {
    const isCommand = /^=[a-zA-Z]/.test(line);
    // In code, a command needs no empty line before it, and this one never does.
    if (isCommand && (!writer.isPod || /^=cut\b/.test(line))) end(at);
    if (line.trim() === '') end(at);
    else if (writer.isPod || isCommand) paragraph.push(line);
    else writer.code(line);
    if (isCommand && !writer.isPod) writer.isPod = true;
    if (/^=cut\b/.test(line)) end(at + 1);
  }
  return writer.finish();
}

class PodWriter {
  /** False in the text of a program. */
  isPod = false;
  private readonly out: string[] = [];
  private readonly hasCode: boolean;
  private verbatim: string[] = [];
  /** The name and the abstract that the program says. */
  private package = '';
  private abstract = '';
  private hasName = false;
  /** The line of the paragraph. */
  private line = 0;
  /** The last heading. */
  private title = { level: 1, text: '' };
  /** Whether the text of an item with a heading of its own has begun, or its list has ended. */
  private item: 'none' | 'open' | 'closed' = 'none';
  /** The names in the heading of the last item, and the number of lines up to it. */
  private lastItem: { at: number; names: string[] } = { at: 0, names: [] };
  /** The heading above parts of one kind. */
  private kind = '';
  /** Level of the heading whose section is left out. */
  private silent = 9;
  /** Name of the format whose text is left out. */
  private other: string | undefined;
  /** Whether the text is that of a list without commands. */
  private isList = false;
  private lists = 0;
  /** The mark of an item whose text is in the next paragraph. */
  private mark = '';
  private isName = false;

  constructor(hasCode: boolean) {
    this.hasCode = hasCode;
  }

  /** Takes a line of the program around the manual. */
  code(line: string): void {
    const text = line.slice(0, 300);
    this.package ||= /^\s*package\s+([\w:]{1,200})/.exec(text)?.[1] ?? '';
    this.abstract ||= /^#+\s{0,9}ABSTRACT:\s+(\S.*)$/.exec(text)?.[1] ?? '';
    this.package = /^#+\s{0,9}PODNAME:\s+(\S+)/.exec(text)?.[1] ?? this.package;
  }

  /** Takes a paragraph of the manual that begins at a line, counted from 1. */
  paragraph(lines: string[], line: number): void {
    this.line = line;
    const [, name, text = ''] = command.exec(lines.join('\n')) ?? [];
    if (name === 'end' || name === 'cut') this.end(name);
    else if (this.other !== undefined) return;
    else if (name !== undefined) this.command(name, text.trim());
    else if (this.silent < 9) return;
    else if (/^[ \t]/.test(lines[0]!)) this.verbatim.push(...lines, '');
    else this.text(this.isList ? listText(lines.join('\n')) : lines.join('\n'));
  }

  finish(): string[] {
    this.flush();
    if (this.hasName || this.package === '' || this.out.length === 0) return this.out;
    return [
      `# ${this.package}${this.hasCode ? ' {#L1}' : ''}`,
      '',
      ...(this.abstract === '' ? [] : [inline(this.abstract), '']),
      ...this.out,
    ];
  }

  private command(name: string, text: string): void {
    const level = Number(/^head([1-6])$/.exec(name)?.[1] ?? 0);
    if (level > 0) {
      this.kind = '';
      this.heading(level, text);
    } else if (name === 'over') this.lists = Math.min(this.lists + 1, deepest);
    else if (name === 'back') this.endList();
    else if (name === 'item' && this.silent === 9) this.listItem(text);
    else if (name === 'begin') this.begin(text);
    else if (name === 'for') this.text(listText(/^:list\s+(.*)$/s.exec(text)?.[1] ?? ''));
    else this.part(name, text);
  }

  private end(name: string): void {
    this.other = undefined;
    this.isList = false;
    if (name === 'cut') this.isPod = false;
  }

  private begin(target: string): void {
    if (shownTarget.test(target)) this.isList = target === ':list';
    else this.other = target;
  }

  /** Writes a part of a module that Pod::Weaver collects with the others of its kind. */
  private part(name: string, text: string): void {
    const [, kind] = parts.find(([pattern]) => pattern.test(name)) ?? [];
    if (kind === undefined || text === '') return;
    if (kind !== this.kind) this.heading(1, kind);
    this.kind = kind;
    this.heading(2, text);
  }

  private endList(): void {
    this.flush();
    this.lists = Math.max(this.lists - 1, 0);
    if (this.lists === 0 && this.item === 'open') this.item = 'closed';
  }

  private heading(level: number, text: string): void {
    this.flush();
    this.lists = 0;
    this.item = 'none';
    this.isName = level === 1 && text === 'NAME';
    if (level <= this.silent) this.silent = isSilent(level, text) ? level : 9;
    if (this.isName || this.silent < 9) return;
    this.title = { level, text };
    this.addHeading(level, text);
  }

  private isLeading(text: string): boolean {
    const [, pattern] = leading.find(([title]) => title.test(this.title.text)) ?? [];
    return pattern?.test(text) === true;
  }

  private addHeading(level: number, text: string): void {
    this.flush();
    // The title of the page is above all headings.
    const marks = '#'.repeat(Math.min(level + 1, 6));
    const anchor = this.hasCode ? ` {#L${this.line}}` : '';
    this.add(`${marks} ${singleSpaced(inline(text))}${anchor}`);
  }

  private listItem(text: string): void {
    if (this.isLeading(text)) return;
    this.flush();
    const [, mark, rest = ''] = /^(\*|\d{1,5}\.?)(?:\s+(.*))?$/s.exec(text) ?? [];
    const indent = '  '.repeat(Math.max(0, this.lists - 1));
    if (mark === undefined && this.lists === 1 && this.isPart(bare(text))) this.itemHeading(text);
    else if (mark === undefined) this.add(`**${singleSpaced(inline(text)).replaceAll('**', '')}**`);
    else {
      this.mark = `${indent}${mark === '*' ? '-' : `${mark.replace('.', '')}.`} `;
      if (rest !== '') this.text(rest);
    }
  }

  /** Returns whether an item is a part of the module that readers look for. */
  private isPart(name: string): boolean {
    return call.test(name) || (/^\w+$/.test(name) && ofParts.test(this.title.text));
  }

  /** Writes the heading of an item. Items that share their text share a heading. */
  private itemHeading(text: string): void {
    const { at, names } = this.lastItem;
    const shares = at === this.out.length && this.item === 'open' && names.length < mostShared;
    if (shares) this.out.splice(at - 2, 2);
    const all = [...(shares ? names : []), bare(text)];
    this.addHeading(this.title.level + 1, all.join(', '));
    this.item = 'open';
    this.lastItem = { at: this.out.length, names: all };
  }

  private text(text: string): void {
    if (text === '' || this.isLeading(text)) return;
    this.flush();
    const [, name, what = ''] = (this.isName && /^(\S{1,200})\s+-+\s+(.*)$/s.exec(text)) || [];
    if (name !== undefined) {
      this.addHeading(0, name);
      this.hasName = true;
    }
    const shown = inline(name === undefined ? text : what);
    this.add(this.mark + shown.replaceAll('\n', `\n${' '.repeat(this.mark.length)}`));
    this.mark = '';
    this.isName = false;
  }

  private flush(): void {
    const lines = this.verbatim;
    if (lines.length === 0) return;
    this.verbatim = [];
    const filled = lines.filter((line) => line !== '');
    const indent = Math.min(...filled.map((line) => /^[ \t]*/.exec(line)![0].length));
    const code = lines.map((line) => line.slice(indent));
    const isPerl = code.some((line) => perl.test(line) || (this.hasCode && statement.test(line)));
    const language = prompt.test(code[0]!) ? 'sh' : isPerl ? 'perl' : '';
    this.add(longFenced(code.slice(0, -1), language).join('\n'));
  }

  private add(text: string): void {
    // What stands below a list with headings belongs to the heading above it.
    if (this.item === 'closed') {
      this.item = 'none';
      this.addHeading(this.title.level, this.title.text);
    }
    this.out.push(...text.split('\n'), '');
  }
}

/** Returns whether a section is left out. A method can have such a name. */
function isSilent(level: number, text: string): boolean {
  return (level === 1 || text === text.toUpperCase()) && silent.test(text);
}

/** Texts for Pod::Weaver, which become a part of the manual. All others are for other programs. */
const shownTarget = /^:(?:list|prelude|postlude|text|man)\b/;

/** Returns a list that Pod::Weaver reads with the marks of Markdown: `* cut`, `= Saw`. */
function listText(text: string): string {
  return text.replace(/^\*(?=\s)/gm, '-').replace(/^=\s+(.*)$/gm, 'B<$1>\n');
}

/** Returns the text of an item without the code around it: `B<< $saw->cut >>`. */
function bare(text: string): string {
  const [, wide, narrow] =
    /^[BC](?:<{2,4}\s+([^<>]{1,200}(?:->[^<>]{1,200}){0,5})\s+>{2,4}|<([^<>]{1,200})>)\s*$/.exec(
      text,
    ) ?? [];
  return wide ?? narrow ?? text;
}

/** The start of a code, as in `C<` and `B<< `, or the end of one. */
const bracket = /([A-Z])(?:(<{2,8})\s+|<)|\s{1,9}(>{2,8})|>/g;

interface OpenCode {
  name: string;
  /** The brackets that end it. */
  end: string;
  text: string;
}

/** Writes the codes of a paragraph as Markdown. Looks at each character once. */
function inline(text: string): string {
  const stack: OpenCode[] = [{ name: '', end: '', text: '' }];
  let last = 0;
  const append = (part: string): void => {
    stack.at(-1)!.text += part;
  };
  for (const match of text.matchAll(bracket)) {
    const [found, name, wide, closing = '>'] = match;
    const isRaw = stack.at(-1)!.name === 'C';
    append(plain(text.slice(last, match.index), isRaw));
    last = match.index + found.length;
    if (name !== undefined) {
      if (stack.length > deepest) append(plain(found, isRaw));
      else stack.push({ name, end: wide?.replaceAll('<', '>') ?? '>', text: '' });
    } else if (stack.length > 1 && stack.at(-1)!.end === closing) {
      const code = stack.pop()!;
      append(written(code, stack.at(-1)!.name === 'C'));
    } else append(plain(found, isRaw));
  }
  append(plain(text.slice(last), false));
  return stack.map((code) => code.text).join('');
}

/** Returns text that no Markdown and no HTML begins in. */
export function plain(text: string, isCode: boolean): string {
  return isCode ? text : text.replaceAll('<', '&lt;').replace(/(?<!\w)[*_]|[*_](?!\w)/g, '\\$&');
}

function written({ name, text }: OpenCode, inCode: boolean): string {
  if (name === 'E') return entity(text);
  if (name === 'X' || name === 'Z') return '';
  if (name === 'L') return link(text);
  if (inCode || text === '') return text;
  if (name === 'C' || name === 'F') return inlineCode(text);
  if (name === 'B') return `**${text}**`;
  return name === 'I' ? `*${text}*` : text;
}

const names: Readonly<Record<string, string>> = {
  sol: '/',
  verbar: '|',
  lchevron: '«',
  rchevron: '»',
};

/** Returns the character of an entity: its name in HTML, or its number. */
export function entity(name: string): string {
  const hex = /^0?x[\da-f]{1,6}$/i.test(name) ? name.replace(/^0?x/i, '#x') : undefined;
  const number = /^\d{1,7}$/.test(name) ? `#${name}` : undefined;
  return names[name] ?? (name === 'lt' ? '&lt;' : decodeEntities(`&${hex ?? number ?? name};`));
}

/** Writes `L<text|https://a.b>`, `L<text|Name>`, `L<Name/section>` and `L</section>`. */
function link(target: string): string {
  const at = target.indexOf('|');
  const page = target.slice(at + 1);
  const label = at === -1 ? '' : target.slice(0, at);
  if (/^https?:\S+$/.test(page)) return label === '' ? page : `[${label}](${page})`;
  const [name = '', section = ''] = page.split(/\/(.*)/s).map((part) => part.replace(/^"|"$/g, ''));
  if (label !== '' || section === '') return label || name;
  // A word such as `under` is no part of the sentence around it.
  return name === '' ? `"${section}"` : `"${section}" in ${name}`;
}
