import { byWord } from '../../by-word.ts';
import { argumentsOf } from './roff-lines.ts';
import { plainOf, RoffFonts, type Font, type Segment } from './roff-text.ts';

/** Macros whose words have a font of their own. */
const styles = byWord<Font>([
  ['Fl Cm Ic Li Ev Dv Er Pa Va Vt Ft Nm Cd Fd Ms', 'C'],
  ['Ar Em Fa', 'I'],
  ['Sy', 'B'],
  ['No Tn Sx An Mt Ad Fr Hf Nd Lb Tx', 'R'],
]);
/** Macros that put their words into brackets or quotes. */
const enclosures: Readonly<Record<string, [string, string]>> = {
  Op: ['[', ']'],
  Dq: ['"', '"'],
  Qq: ['"', '"'],
  Sq: ["'", "'"],
  Pq: ['(', ')'],
  Bq: ['[', ']'],
  Brq: ['{', '}'],
  Aq: ['<', '>'],
  Ql: ['', ''],
};
/** Macros that begin or end brackets around several lines. */
const marks: Readonly<Record<string, string>> = {
  Oo: '[',
  Do: '"',
  Qo: '"',
  So: "'",
  Po: '(',
  Bo: '[',
  Bro: '{',
  Ao: '<',
  Oc: ']',
  Dc: '"',
  Qc: '"',
  Sc: "'",
  Pc: ')',
  Bc: ']',
  Brc: '}',
  Ac: '>',
};
const systems: Readonly<Record<string, string>> = {
  Ux: 'UNIX',
  Bx: 'BSD',
  Fx: 'FreeBSD',
  Nx: 'NetBSD',
  Ox: 'OpenBSD',
  Dx: 'DragonFly',
  Bsx: 'BSD/OS',
  At: 'AT&T UNIX',
};
/** Macros without text. */
const silent = new Set('Bk Ek Sm Tg Xo Xc Eo Ec Es Os Bt Ud Db Hf'.split(' '));
/** Those of them whose words are no text either. */
const wordless = new Set('Bk Tg Hf Os Es Db'.split(' '));
const withWord = new Set('Pf In St'.split(' '));
/** Options of macros that say how they look. */
const option = /^-(?:nosplit|split|words|std)$/;
const closing = /^[.,;:?!)\]]$/;
/** Maximum depth of brackets on a line. */
const deepest = 20;

/** Returns whether a word is the name of a macro that stands within a line. */
export function isInlineMacro(name: string): boolean {
  return (
    styles.has(name) ||
    Object.hasOwn(enclosures, name) ||
    Object.hasOwn(marks, name) ||
    Object.hasOwn(systems, name) ||
    silent.has(name) ||
    others.has(name)
  );
}

const others = new Set('Ns Pf Ap Xr Lk Fn Fo Fc In St Rv Ex'.split(' '));

/** The text of a line. `isClose` is true if no space stands between it and the text before it. */
export interface InlineText {
  segments: Segment[];
  isClose: boolean;
}

/**
 * Reads the macros `mdoc` within lines, whose words can be macros again. https://man.openbsd.org/mdoc.7
 */
export class MdocInline {
  /** The name of the manual page. */
  name = '';
  /** Whether the synopsis of functions is read, where each of them ends in a semicolon. */
  isSynopsis = false;
  private readonly fonts = new RoffFonts();
  private out: Segment[] = [];
  private isClose = false;
  private startsClose = false;
  /** Whether spaces stand between words. */
  private isSpaced = true;
  private functionArguments: string[] | undefined;

  /** Reads a macro with its words, or a line of text. */
  read(name: string, text: string): InlineText {
    this.out = [];
    this.startsClose = false;
    if (name === '') this.push(this.fonts.read(text.trim()));
    else this.words([name, ...argumentsOf(text)], 0);
    return { segments: this.out, isClose: this.startsClose };
  }

  private push(segments: readonly Segment[], isClosing = false): void {
    if (segments.length === 0) return;
    const isClose = this.isClose || isClosing;
    if (this.out.length === 0) this.startsClose = isClose;
    else if (!isClose) {
      const { font } = this.out.at(-1)!;
      this.out.push({ font: font === segments[0]!.font ? font : 'R', text: ' ' });
    }
    this.out.push(...segments);
    this.isClose = !this.isSpaced;
  }

  private plain(text: string, isClosing = false): void {
    this.push(text === '' ? [] : [{ font: 'R', text }], isClosing);
  }

  private words(words: readonly string[], depth: number): void {
    let at = 0;
    while (at < words.length) {
      const name = words[at]!;
      if (isInlineMacro(name)) at = this.macro(words, at, depth);
      else at = this.word(words, at, { font: 'R', isFlag: false });
    }
  }

  /** Reads a word. Returns the index of the next one. */
  private word(
    words: readonly string[],
    at: number,
    { font, isFlag }: { font: Font; isFlag: boolean },
  ): number {
    const word = words[at]!;
    if (closing.test(word)) this.plain(word, true);
    else if (word === '(' || word === '[') {
      this.plain(word);
      this.isClose = true;
    } else if (word === '|') this.plain(word);
    else this.push(this.fonts.read(isFlag ? `-${word}` : word, font));
    return at + 1;
  }

  private macro(words: readonly string[], at: number, depth: number): number {
    const name = words[at]!;
    const enclosure = enclosures[name];
    if (enclosure && depth < deepest)
      return this.enclose(words.slice(at + 1), enclosure, { depth, name }) + at + 1;
    const mark = marks[name];
    if (mark !== undefined) {
      const isEnd = name.endsWith('c');
      this.plain(mark, isEnd);
      this.isClose = !isEnd || !this.isSpaced;
      return at + 1;
    }
    if (styles.has(name)) return this.styled(words, at);
    return this.special(words, at);
  }

  /** Reads all words behind a macro in its brackets. Returns their number. */
  private enclose(
    words: readonly string[],
    [open, close]: readonly [string, string],
    { depth, name }: { depth: number; name: string },
  ): number {
    const end = words.findLastIndex((word) => !closing.test(word)) + 1;
    if (name === 'Ql')
      this.push(
        words
          .slice(0, end)
          .filter((word) => !isInlineMacro(word))
          .flatMap((word, at) => [
            ...(at > 0 ? [{ font: 'C' as const, text: ' ' }] : []),
            ...this.fonts.read(word, 'C'),
          ]),
      );
    else {
      this.plain(open);
      this.isClose = true;
      this.words(words.slice(0, end), depth + 1);
      this.isClose = false;
      this.plain(close, true);
    }
    for (const word of words.slice(end)) this.plain(word, true);
    return words.length;
  }

  private styled(words: readonly string[], start: number): number {
    const name = words[start]!;
    const font = styles.get(name)!;
    let at = start + 1;
    const isEnd = (): boolean => at >= words.length || isInlineMacro(words[at]!);
    if (isEnd() || closing.test(words[at]!) || words[at] === '|')
      this.push(this.fonts.read(this.absent(name), font));
    if (isEnd() && name === 'Fl' && at < words.length)
      this.isClose = words[at] !== 'Ns' && !/^(?:Op|Ar)$/.test(words[at]!);
    while (!isEnd()) {
      if (option.test(words[at]!) && name === 'An') at += 1;
      else at = this.word(words, at, { font, isFlag: name === 'Fl' && words[at] !== '|' });
    }
    return at;
  }

  /** Returns what a macro without words shows. */
  private absent(name: string): string {
    if (name === 'Nm') return this.name;
    if (name === 'Fl') return '-';
    return name === 'Ar' ? 'file ...' : '';
  }

  private special(words: readonly string[], at: number): number {
    const [name = '', first = ''] = words.slice(at, at + 2);
    if (systems[name] !== undefined) return this.system(words, at);
    if (name === 'Xr') return this.page(words, at);
    if (/^F[noc]$/.test(name)) return this.function(words, at);
    if (name === 'Lk') return this.link(words, at);
    if (wordless.has(name)) return words.length;
    if (name === 'Sm') return this.spacing(words, at);
    if (/^(?:Ex|Rv)$/.test(name)) return this.standard(words, at);
    this.small(name, first);
    return at + (withWord.has(name) ? 2 : 1);
  }

  private system(words: readonly string[], at: number): number {
    const [name = '', version = ''] = words.slice(at, at + 2);
    const hasVersion = /^[\dv]/.test(version);
    this.plain(hasVersion ? `${systems[name]!} ${version}` : systems[name]!);
    return at + (hasVersion ? 2 : 1);
  }

  private page(words: readonly string[], at: number): number {
    const [, name = '', section = ''] = words.slice(at, at + 3);
    const hasSection = /^\d\w{0,4}$/.test(section);
    // The build writes some sections.
    const isBuilt = /^@\w{1,40}@$/.test(section);
    this.plain(hasSection ? `${name}(${section})` : name);
    return at + (hasSection || isBuilt ? 3 : 2);
  }

  private small(name: string, first: string): void {
    if (name === 'Ns') this.isClose = true;
    else if (name === 'Ap') {
      this.plain("'", true);
      this.isClose = true;
    } else if (name === 'Pf') {
      this.push(this.fonts.read(first));
      this.isClose = true;
    } else if (name === 'In')
      this.push([{ font: 'C', text: this.isSynopsis ? `#include <${first}>` : `<${first}>` }]);
    else if (name === 'St') this.plain(first.replace(/^-p(?=1003)/, 'IEEE Std ').replace(/^-/, ''));
  }

  /** Reads whether spaces stand between the words that follow. */
  private spacing(words: readonly string[], at: number): number {
    const mode = words[at + 1] ?? '';
    const isGiven = mode === 'on' || mode === 'off';
    this.isSpaced = isGiven ? mode === 'on' : !this.isSpaced;
    if (this.isSpaced) this.isClose = false;
    return at + (isGiven ? 2 : 1);
  }

  /** Writes the sentence that many pages share, for this page or for the commands that it names. */
  private standard(words: readonly string[], at: number): number {
    const names = words.slice(at + 1).filter((word) => word !== '-std');
    const [noun, verb] = names.length > 1 ? ['utilities', 'exit'] : ['utility', 'exits'];
    this.plain(
      words[at] === 'Rv'
        ? 'Returns 0 on success, or -1 with the error in errno.'
        : `The ${names.join(', ') || this.name} ${noun} ${verb} 0 on success, and >0 if an error occurs.`,
    );
    return words.length;
  }

  private link(words: readonly string[], at: number): number {
    const [, address = '', ...rest] = words.slice(at);
    const end = rest.findIndex((word) => closing.test(word) || isInlineMacro(word));
    const label = rest.slice(0, end === -1 ? rest.length : end);
    this.plain(
      label.length === 0 ? address : `${plainOf(this.fonts.read(label.join(' ')))} (${address})`,
    );
    return at + 2 + label.length;
  }

  /** Reads a function with its arguments, which can be on lines of their own. */
  private function(words: readonly string[], at: number): number {
    const name = words[at]!;
    const end = endOfArguments(words, at + 1);
    const given = words.slice(at + 1, end).map((word) => plainOf(this.fonts.read(word)));
    if (name === 'Fo') {
      this.functionArguments = [];
      this.push([{ font: 'C', text: `${given[0] ?? ''}(` }]);
    } else if (name === 'Fc') {
      const all = this.functionArguments ?? [];
      this.functionArguments = undefined;
      this.push([{ font: 'C', text: `${all.join(', ')})${this.isSynopsis ? ';' : ''}` }], true);
    } else {
      const [symbol = '', ...rest] = given;
      this.push([
        { font: 'C', text: `${symbol}(${rest.join(', ')})${this.isSynopsis ? ';' : ''}` },
      ]);
    }
    return end;
  }

  /** Takes an argument of a function whose arguments are on lines of their own. Returns false outside of such a function. */
  takeArguments(text: string): boolean {
    this.functionArguments?.push(
      ...argumentsOf(text).map((word) => plainOf(this.fonts.read(word))),
    );
    return this.functionArguments !== undefined;
  }
}

/** Returns the index of the first word behind the arguments of a function. */
function endOfArguments(words: readonly string[], from: number): number {
  const end = words.findIndex(
    (word, at) => at >= from && (closing.test(word) || isInlineMacro(word)),
  );
  return end === -1 ? words.length : end;
}
