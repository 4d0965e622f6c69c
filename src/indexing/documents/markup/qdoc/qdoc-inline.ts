import { byWord } from '../../by-word.ts';
import { inlineCode, singleSpaced } from '../../clean.ts';
import { braceEnds } from '../brace-ends.ts';

/** Names that macros of Qt's projects stand for. */
const macros = new Map(
  Object.entries({
    QC: 'Qt Creator',
    QD: 'Qt Widgets Designer',
    QDS: 'Qt Design Studio',
    QMLD: 'Qt Quick Designer',
    QOI: 'Qt Online Installer',
    QMT: 'Qt Maintenance Tool',
    macos: 'macOS',
    macOS: 'macOS',
    ios: 'iOS',
    reg: '®',
    copyright: '©',
    tm: '™',
    trademark: '™',
    nbsp: ' ',
    br: ' ',
    aring: 'å',
    ouml: 'ö',
    auml: 'ä',
    uuml: 'ü',
    rarrow: '→',
    raisedaster: '*',
  }),
);
/** Commands with text that Markdown writes with marks. */
const marks = byWord([
  ['e i a', '*'],
  ['b bold uicontrol gui', '**'],
  ['underline', ''],
  ['inlinecode c tt key', '`'],
]);
/** Commands whose argument no reader sees. */
const silent = new Set(['target', 'keyword', 'inlineimage', 'image', 'unicode', 'borderedimage']);
/** Commands without an argument that show nothing. */
const empty = new Set(['preliminary', 'sub', 'sup', 'span', 'div', 'enddiv', 'brief', 'endlink']);
const command = /\\([a-zA-Z]+\d?)|\\(.)|[*`<[]|(?<!\w)_|_(?!\w)/g;
/** Maximum depth of commands in arguments. */
const deepest = 4;

/** Writes the commands within a paragraph as Markdown. https://doc.qt.io/qt-6/qdoc-index.html */
export function inline(text: string, depth = 0): string {
  return new InlineWriter(text, depth).write();
}

class InlineWriter {
  private readonly text: string;
  private readonly depth: number;
  /** Ends of braces, by their starts. */
  private readonly ends: ReadonlyMap<number, number>;
  private at = 0;

  constructor(text: string, depth: number) {
    this.text = text;
    this.depth = depth;
    this.ends = braceEnds(text);
  }

  write(): string {
    let out = '';
    const pattern = new RegExp(command);
    for (let match = pattern.exec(this.text); match; match = pattern.exec(this.text)) {
      out += this.text.slice(this.at, match.index);
      this.at = pattern.lastIndex;
      out += this.shown(match);
      pattern.lastIndex = this.at;
    }
    return out + this.text.slice(this.at);
  }

  private shown([found, name, escaped]: RegExpExecArray): string {
    if (escaped !== undefined) return plain(escaped);
    if (name === undefined) return plain(found);
    const written = marks.get(name);
    if (written !== undefined) return this.marked(written);
    return this.special(name) ?? (empty.has(name) ? '' : (macros.get(name) ?? name));
  }

  /** Writes a command with an argument of its own kind; undefined for another one. */
  private special(name: string): string | undefined {
    if (name === 'l' || name === 'link') return this.link();
    if (name === 'sup') return `^${this.argument()}`;
    if (name === 'sub') return `_${this.argument()}`;
    if (name === 'footnote') return ` (${this.inner(this.argument())})`;
    return silent.has(name) ? this.argument() && '' : undefined;
  }

  private marked(mark: string): string {
    const argument = this.argument();
    if (argument === '') return '';
    if (mark === '`') return inlineCode(singleSpaced(argument.replace(/\\([\\{}])/g, '$1')));
    return `${mark}${this.inner(argument).replaceAll('*', '')}${mark}`;
  }

  /** Writes a link: its target, and a text if one follows. */
  private link(): string {
    const option = /^\s{0,9}\[[^[\]\n]{1,100}\]/.exec(this.text.slice(this.at, this.at + 120));
    this.at += option?.[0].length ?? 0;
    const target = this.argument();
    const label = /^\s?\{/.test(this.text.slice(this.at, this.at + 2)) ? this.argument() : '';
    if (/^(?:https?|mailto):/.test(target))
      return label === '' ? target : `[${this.inner(label)}](${target})`;
    if (label !== '') return this.inner(label);
    return isSymbol.test(target) ? inlineCode(target) : this.inner(target);
  }

  private inner(text: string): string {
    return this.depth < deepest ? inline(text, this.depth + 1) : plain(text);
  }

  /** Takes an argument: text in braces, or a word. */
  private argument(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
    const end = this.text[this.at] === '{' ? this.ends.get(this.at) : undefined;
    if (end !== undefined) {
      const argument = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return argument.trim();
    }
    const [word = ''] = /^\S{1,300}/.exec(this.text.slice(this.at, this.at + 300)) ?? [];
    const shown = word.replace(/[.,;:!?'"]+$|(?<![(])\)[.,;:]*$/, '');
    this.at += shown.length;
    return shown;
  }
}

const isSymbol = /^(?:[\w:~]{1,100}\(\)|Q[A-Z]\w{1,80}|\w{1,80}(?:::\w{1,80}){1,4})$/;

/** Returns text that no Markdown begins in. */
function plain(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/[*_`[]/g, '\\$&');
}
