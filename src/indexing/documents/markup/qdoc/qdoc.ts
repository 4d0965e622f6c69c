import { escapedCell, inlineCode, singleSpaced, tableLines } from '../../clean.ts';
import { longFenced } from '../../fences.ts';
import { dedent } from '../../indentation.ts';
import { qdocComments, type QdocComment } from './qdoc-comments.ts';
import { inline } from './qdoc-inline.ts';

/** A command at the beginning of a line. */
const command = /^[ \t]*\\([a-zA-Z]+\d?)(?![a-zA-Z\d])[ \t]*(.*)$/;
/** Commands that begin a cell, an item or a row wherever they stand. */
const within = /(?=\\(?:li|o|row|header)(?![a-zA-Z\d]))/;
/** Commands about the page whose line shows nothing. */
const silent = new Set(
  (
    'page ingroup inmodule inqmlmodule inherits instantiates nativetype previouspage nextpage startpage contentspage indexpage ' +
    'keyword target reentrant threadsafe nonreentrant relates overload meta tableofcontents generatelist annotatedlist ' +
    'noautolist qtvariable qtcmakepackage cmakepackage cmakecomponent cmaketargetitem qtcmaketargetitem wrapper default readonly ' +
    'required examplecategory examplepath div enddiv tab tabcontent endtabcontent image inlineimage borderedimage subtitle omitvalue ' +
    'compares compareswith endcompareswith sincelist beginfloatleft beginfloatright endfloat clearfloat abstract qmlabstract qmldefault qmlreadonly qmlrequired modulestate ' +
    'legalese endlegalese endquotation griditem grid endgrid inheaderfile attribution toc endtoc tocentry hr details enddetails ' +
    'snippet include quotefromfile quotefile printuntil printto printline skipto skipline skipuntil dots codeline sincesince noop'
  ).split(' '),
);
/** Commands that begin code, by the commands that end it. */
const codeEnds = new Map(
  Object.entries({
    code: 'endcode',
    badcode: 'endcode',
    oldcode: 'newcode',
    newcode: 'endcode',
    qml: 'endqml',
    js: 'endjs',
  }),
);
/** Commands whose text is left out up to another one. */
const skipped = new Map(
  Object.entries({
    omit: 'endomit',
    raw: 'endraw',
    else: 'endif',
  }),
);
/** Commands that leave out the whole comment. */
const hidden = /^[ \t]*\\(?:internal|reimp|externalpage|dontdocument)\b/m;
const topics = new Map(
  Object.entries({
    class: 'Class',
    struct: 'Struct',
    union: 'Union',
    namespace: 'Namespace',
    headerfile: 'Header',
    qmltype: 'QML Type',
    qmlclass: 'QML Type',
    qmlvaluetype: 'QML Value Type',
    qmlbasictype: 'QML Value Type',
  }),
);
const members =
  /^(?:fn|property|qmlproperty|qmlattachedproperty|qmlmethod|qmlattachedmethod|qmlsignal|qmlattachedsignal|enum|typedef|typealias|variable|macro|concept|qmlenum)$/;
const notes = new Map(
  Object.entries({
    note: 'NOTE',
    warning: 'WARNING',
    important: 'IMPORTANT',
    attention: 'CAUTION',
  }),
);

/** Writes documents of Qt, and the comments of its source files, as Markdown. https://doc.qt.io/qt-6/qdoc-index.html */
export function qdocToMarkdown(lines: string[]): string[] {
  const pages: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const comment of qdocComments(lines)) {
    if (hidden.test(comment.lines.join('\n'))) continue;
    const { page, owner, lines: written } = new QdocWriter(comment).write();
    if (page !== '') pages.push({ name: page, lines: [] });
    // A file can describe a class and a type of QML. Their members alternate.
    const own = pages.findLast(({ name }) => name === owner) ?? pages.at(-1)!;
    for (const line of written) own.lines.push(line);
  }
  return pages.flatMap((page) => page.lines);
}

/** Maximum depth of lists in lists. */
const deepest = 8;
const mostColumns = 30;
/** Maximum number of members that share a text. */
const mostMembers = 50;

interface List {
  isNumbered: boolean;
  count: number;
}

class QdocWriter {
  private readonly out: string[] = [];
  private readonly comment: QdocComment;
  private at = 0;
  private paragraph: string[] = [];
  /** What stands before the paragraph: the mark of an item or the beginning of a note. */
  private mark = '';
  private note = '';
  private readonly lists: List[] = [];
  private rows: { isHead: boolean; cells: string[] }[] | undefined;
  /** Level of the heading of the page or the member. */
  private level = 1;
  /** The name of the class or the type that the member belongs to; undefined in other comments. */
  private owner: string | undefined;
  private isSeeAlso = false;
  /** The name of the class or the type; '' in other comments. */
  private page = '';
  /** The depth of the last item, if it has one line. */
  private lastItem: number | undefined;

  constructor(comment: QdocComment) {
    this.comment = comment;
  }

  /** Returns the lines of a comment, and the name of what it describes or belongs to. */
  write(): { page: string; owner: string; lines: string[] } {
    const { lines, below } = this.comment;
    const hasTopic = lines.some((line) => {
      const [, name = ''] = command.exec(line) ?? [];
      return topics.has(name) || members.test(name) || pageTopics.has(name) || name === 'title';
    });
    if (!hasTopic) {
      if (!/\w\s*\(/.test(below)) return { page: '', owner: '', lines: [] };
      this.member('fn', below);
    }
    for (this.at = 0; this.at < lines.length; this.at += 1)
      for (const piece of lines[this.at]!.split(within)) this.line(piece);
    this.endTable();
    this.flush();
    return { page: this.page, owner: this.page || (this.owner ?? ''), lines: this.out };
  }

  private line(line: string): void {
    const [, name = '', rest = ''] = command.exec(line) ?? [];
    if (line.trim() === '') this.flush();
    // A mark of a part that other pages include.
    else if (/^\s*\/\/!/.test(line)) return;
    else if (name === '' || !this.block(name, rest)) this.paragraph.push(line.trim());
  }

  /** Takes a command that begins a block. Returns whether it does. */
  private block(name: string, rest: string): boolean {
    if (silent.has(name) || name === 'if' || name === 'endif') this.flush();
    else if (codeEnds.has(name)) this.code(codeEnds.get(name)!, name, rest);
    else if (skipped.has(name)) this.skip(skipped.get(name)!);
    else return this.topic(name, rest) || this.structure(name, rest) || this.text(name, rest);
    return true;
  }

  private topic(name: string, rest: string): boolean {
    const kind = topics.get(name);
    const [, section] = /^section([1-4])$/.exec(name) ?? [];
    if (kind !== undefined) {
      this.page = singleSpaced(rest.split(/\s[{(]/, 1)[0]!);
      this.heading(1, `${this.page} ${kind}`);
    } else if (name === 'title') this.heading(1, inline(rest));
    else if (section !== undefined) this.heading(this.level + Number(section), inline(rest));
    else if (members.test(name)) this.member(name, rest);
    else return pageTopics.has(name);
    return true;
  }

  private structure(name: string, rest: string): boolean {
    if (name === 'list') this.list(/^\s*[1iIaA]/.test(rest));
    else if (name === 'endlist') this.endList();
    else if (name === 'table') this.table();
    else if (name === 'endtable') this.endTable();
    else if (name === 'row' || name === 'header') this.row(name === 'header', rest);
    else if (name === 'li' || name === 'o') this.item(rest);
    else return false;
    return true;
  }

  private text(name: string, rest: string): boolean {
    if (name === 'brief' || name === 'caption' || name === 'quotation') this.begin(rest);
    else if (notes.has(name)) {
      this.begin(rest);
      this.note = notes.get(name)!;
    } else if (name === 'sa') {
      this.begin(rest, 'See also ');
      this.isSeeAlso = true;
    } else if (name === 'value') this.value(rest);
    else if (name === 'since') this.begin(`Since ${rest}.`);
    else if (name === 'deprecated' || name === 'obsolete') this.begin(rest, 'Deprecated. ');
    else return false;
    return true;
  }

  private begin(text: string, mark = ''): void {
    this.flush();
    if (mark !== '') this.mark += mark;
    if (text.trim() !== '') this.paragraph.push(text.trim());
  }

  private value(rest: string): void {
    this.flush();
    const [, braced, word = braced ?? ''] =
      /^\s*(?:\{([^{}]{1,200})\}|(\S{1,200}))/.exec(rest) ?? [];
    this.mark = `- ${inlineCode(word)}: `;
    this.paragraph.push(rest.replace(/^\s*(?:\{[^{}]{1,200}\}|\S{1,200})/, '').trim());
  }

  private heading(level: number, title: string): void {
    this.endTable();
    this.flush();
    this.lists.length = 0;
    if (level === 1) this.level = 1;
    this.out.push('', `${'#'.repeat(Math.min(level, 6))} ${singleSpaced(title)}`, '');
  }

  /** Writes the name of a member as a heading, and how it is declared as code. Further members share the text. */
  private member(kind: string, signature: string): void {
    if (this.owner !== undefined) return;
    const shown = singleSpaced(signature.replace(/\\/g, ''));
    this.owner = /(\w{1,100})::~?\w{1,100}(?!::)/.exec(shown)?.[1] ?? '';
    this.heading(2, escapedName(titleOf(kind, shown)));
    this.level = 2;
    if (kind === 'enum' || kind === 'property') return;
    const others = this.comment.lines.flatMap((line) => {
      const [, name = '', rest = ''] = command.exec(line) ?? [];
      return members.test(name) ? [singleSpaced(rest.replace(/\\/g, ''))] : [];
    });
    const all = [...new Set([shown, ...others])].slice(0, mostMembers);
    this.out.push(...longFenced(all, kind.startsWith('qml') ? 'qml' : 'cpp'), '');
  }

  private list(isNumbered: boolean): void {
    this.flush();
    this.lists.push({ isNumbered, count: 0 });
  }

  private endList(): void {
    this.flush();
    this.lists.pop();
    this.out.push('');
  }

  private item(rest: string): void {
    this.flush();
    const row = this.lists.length === 0 ? this.rows?.at(-1) : undefined;
    const list = this.lists.at(-1);
    if (row) row.cells.push('');
    else if (list) {
      list.count += 1;
      this.mark = list.isNumbered ? `${list.count}. ` : '- ';
    }
    // Numbers of rows and columns that a cell covers.
    const text = rest.replace(/^\s*\{[\d, ]{1,20}\}/, '');
    if (text.trim() !== '') this.paragraph.push(text.trim());
  }

  private table(): void {
    this.endTable();
    this.flush();
    this.rows = [];
  }

  private row(isHead: boolean, rest: string): void {
    this.flush();
    this.rows?.push({ isHead, cells: [] });
    const text = rest.replace(/^\s*\{[^{}]{0,200}\}/, '');
    if (text.trim() !== '') this.line(text);
  }

  private endTable(): void {
    this.flush();
    const rows = (this.rows ?? []).filter(({ cells }) => cells.length > 0);
    this.rows = undefined;
    if (rows.length === 0) return;
    const head = rows[0]!.isHead ? rows.shift()!.cells : [];
    const all = [head, ...rows.map(({ cells }) => cells)].map((cells) =>
      cells.map((cell) => escapedCell(singleSpaced(cell))),
    );
    this.add(tableLines(all, mostColumns).join('\n'));
  }

  private code(end: string, name: string, rest: string): void {
    this.flush();
    const { lines } = this.comment;
    const start = this.at + 1;
    const isEnd = (line: string): boolean => command.exec(line)?.[1] === end;
    while (this.at + 1 < lines.length && !isEnd(lines[this.at + 1]!)) this.at += 1;
    const code = dedent(lines.slice(start, this.at + 1)).map((line) =>
      line.replaceAll('*\\/', '*/'),
    );
    this.at += 1;
    if (end === 'newcode') this.at -= 1;
    const text = code.join('\n').replace(/^\n+|\s+$/g, '');
    if (text === '') return;
    if (this.rows) return this.add(inlineCode(singleSpaced(text)));
    this.add(longFenced(text.split('\n'), languageOf(name, rest.trim(), text)).join('\n'));
  }

  private skip(end: string): void {
    this.flush();
    const { lines } = this.comment;
    while (this.at + 1 < lines.length && command.exec(lines[this.at + 1]!)?.[1] !== end)
      this.at += 1;
    this.at += 1;
  }

  private flush(): void {
    const { mark, note } = this;
    const written = this.paragraph.join(' ');
    // Names of pages stand in braces.
    const text = inline(
      this.isSeeAlso ? written.replace(/\{([^{}]{0,200})\}/g, '$1') : written,
    ).trim();
    this.isSeeAlso = false;
    this.paragraph = [];
    if (text === '') return;
    this.note = '';
    this.add(note === '' || this.rows ? text : `> [!${note}]\n> ${text}`, mark);
  }

  private add(text: string, mark = this.mark): void {
    this.mark = '';
    const cells = this.rows?.at(-1)?.cells;
    if (!cells) return this.addBlock(text, mark);
    const cell = cells.pop() ?? '';
    cells.push(cell === '' ? text : `${cell} ${text}`);
  }

  private addBlock(text: string, mark: string): void {
    const isItem = itemMark.test(mark);
    const depth = Math.min(this.lists.length, deepest);
    const indent = '   '.repeat(depth);
    const [first = '', ...others] = text.split('\n');
    // Items of one line stand close together.
    if (isItem && this.lastItem === depth) this.out.pop();
    this.lastItem = isItem && others.length === 0 ? depth : undefined;
    this.out.push((isItem ? indent.slice('   '.length) : indent) + mark + first);
    for (const line of others) this.out.push(line === '' ? '' : indent + line);
    this.out.push('');
  }
}

const itemMark = /^(?:- (?:`.*`: )?|\d+\. )$/;

/** Returns the language of code: that of the command, if the code looks like it. */
function languageOf(name: string, given: string, text: string): string {
  if (/^[a-z]\w{0,20}$/.test(given)) return given === 'text' ? '' : given;
  if (/cmake_minimum|find_package\(|qt_add_|target_link/.test(text)) return 'cmake';
  if (name === 'qml' || name === 'js') return name;
  return name === 'badcode' || !isCpp.test(text) ? '' : 'cpp';
}

/** Topics whose title another command has. */
const pageTopics = new Set(['page', 'module', 'qmlmodule', 'group', 'qmlmodulegroup', 'example']);
/** Code in C++, and not that of a shell or a project. */
const isCpp = /[;{]\s*$|^\s*#include|->|::/m;

function titleOf(kind: string, signature: string): string {
  if (kind === 'enum') return `enum ${signature}`;
  if (kind === 'property') return `${signature} property`;
  const [, name] = /([\w:~.]{0,200}(?:operator\s?[^\s(]{1,10})?)\s*\(/.exec(signature) ?? [];
  if (name !== undefined && name !== '') return `${name}()`;
  return kind.endsWith('property') ? `${signature.split(' ').at(-1)!} property` : signature;
}

function escapedName(name: string): string {
  return name.replace(/[*_<[\]]/g, '\\$&');
}
