import { inlineCode, singleSpaced } from '../../clean.ts';
import { plain } from '../pod.ts';

/** Roman, bold, italic and code. */
export type Font = 'R' | 'B' | 'I' | 'C';

/** Text in one font. */
export interface Segment {
  font: Font;
  text: string;
}

const escape =
  /\\(?:f(?:\[([^\]]{0,20})\]|\((..)|(.))|\((..)|\[([^\]]{1,60})\]|s(?:[-+]?\d{1,2}|\(..|\[[^\]]{0,20}\]|[-+].)|[hvwloDLXZbBxS]'[^']{0,200}'|[AN]'([^']{0,60})'|[nkgmMFRYVO][+-]?(?:\(..|\[[^\]]{0,60}\]|.)|(.))/gs;

/**
 * Special characters of roff by their names. https://man.openbsd.org/mandoc_char.7
 */
const characters = new Map(
  Object.entries({
    bu: '•',
    em: '—',
    en: '–',
    hy: '-',
    mi: '-',
    aq: "'",
    dq: '"',
    oq: "'",
    cq: "'",
    lq: '"',
    rq: '"',
    rs: '\\',
    ti: '~',
    ha: '^',
    co: '©',
    rg: '®',
    tm: '™',
    '->': '→',
    '<-': '←',
    '<=': '≤',
    '>=': '≥',
    '!=': '≠',
    '+-': '±',
    mu: '×',
    de: '°',
    lB: '[',
    rB: ']',
    lC: '{',
    rC: '}',
    la: '<',
    ra: '>',
    at: '@',
    sh: '#',
    ba: '|',
    or: '|',
    sl: '/',
    ul: '_',
    ru: '_',
    ga: '`',
    aa: '´',
    fm: "'",
    ss: 'ß',
    eu: '€',
    Eu: '€',
    Po: '£',
    Do: '$',
    sc: '§',
    ps: '¶',
    dg: '†',
    sq: '□',
    ci: '○',
    '14': '¼',
    '12': '½',
    '34': '¾',
    AE: 'Æ',
    ae: 'æ',
    oe: 'œ',
    '/o': 'ø',
    '/O': 'Ø',
    oa: 'å',
    oA: 'Å',
    ',c': 'ç',
    Bq: '„',
    Fo: '«',
    Fc: '»',
    fo: '‹',
    fc: '›',
    '==': '≡',
    '~~': '≈',
    '*m': 'μ',
    '*a': 'α',
    '*p': 'π',
    if: '∞',
    br: '|',
    OK: '✓',
    pl: '+',
    eq: '=',
    ff: 'ff',
    fi: 'fi',
    fl: 'fl',
    Fi: 'ffi',
    Fl: 'ffl',
    lh: '☜',
    rh: '☞',
    ua: '↑',
    da: '↓',
    '<>': '↔',
  }),
);
const accents: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  ':': '\u0308',
  ',': '\u0327',
  v: '\u030c',
};
/** Escapes of one letter that show something. */
const letters: Readonly<Record<string, string>> = {
  '-': '-',
  e: '\\',
  '\\': '\\',
  E: '\\',
  ' ': ' ',
  '~': ' ',
  '0': ' ',
  "'": "'",
  '`': '`',
  '.': '.',
  t: '\t',
  _: '_',
  '!': '!',
};

function character(name: string): string {
  const known = characters.get(name);
  if (known !== undefined) return known;
  const hex = /^u([\dA-F]{4,6})/.exec(name)?.[1];
  if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
  const number = /^char(\d{1,3})$/.exec(name)?.[1];
  if (number !== undefined) return codePoint(Number(number));
  const accent = name.length === 2 ? accents[name[0]!] : undefined;
  return accent === undefined ? '' : `${name[1]!}${accent}`.normalize('NFC');
}

function codePoint(number: number): string {
  return number > 0x1f && number <= 0x10ffff ? String.fromCodePoint(number) : '';
}

/** Returns what an escape shows, by the parts of its pattern. */
function sign(match: readonly (string | undefined)[]): string {
  const [found = '', , , , short, named, number, letter] = match;
  const name = short ?? named;
  if (name !== undefined) return character(name);
  if (number !== undefined) return found[1] === 'N' ? character(`char${number}`) : '';
  return letter === undefined ? '' : (letters[letter] ?? '');
}

/** Reads text of roff with its fonts, which go on from text to text. */
export class RoffFonts {
  private font: Font = 'R';
  private before: Font = 'R';

  /** Returns to the roman font, as a new paragraph does. */
  reset(): void {
    this.font = 'R';
    this.before = 'R';
  }

  /** Splits a text by its fonts. `base` is the font of the macro around it. */
  read(text: string, base: Font = 'R'): Segment[] {
    const out: Segment[] = [];
    if (base !== 'R') this.reset();
    const add = (part: string): void => {
      if (part !== '') out.push({ font: this.font === 'R' ? base : this.font, text: part });
    };
    let last = 0;
    for (const match of text.matchAll(escape)) {
      const [found, long, two, one] = match;
      add(text.slice(last, match.index));
      last = match.index + found.length;
      const font = long ?? two ?? one;
      if (font === undefined) add(sign(match));
      else this.change(font);
    }
    add(text.slice(last));
    return out;
  }

  private change(name: string): void {
    const { font } = this;
    if (name === 'P' || name === '') this.font = this.before;
    else this.font = fontOf(name);
    this.before = font;
  }
}

function fontOf(name: string): Font {
  if (/^(?:C|CW|CR|CB|CI|CO|V|4|5)$|^C/.test(name)) return 'C';
  if (/^(?:B|3|BI|VB)$/.test(name)) return 'B';
  return /^(?:I|2|VI)$/.test(name) ? 'I' : 'R';
}

/** Returns the text of segments without their fonts. */
export function plainOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}

/** Bold text that is typed as it is, such as an option or the name of a file. */
const typed = /^-|^\/\w|\w[/_=]|[/_]\w|\(\)$/;

function isCode(font: Font, text: string): boolean {
  // A star within emphasis would end it.
  if (text.includes('*')) return true;
  if (font === 'B') return typed.test(text) && !text.includes('://');
  return font === 'C' || (font === 'I' && fileName.test(text));
}

/** Writes segments as Markdown. */
export function markdownOf(segments: readonly Segment[]): string {
  return merged(segments)
    .map(({ font, text }) => {
      const [, start = '', inner = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
      if (inner === '') return text;
      if (font === 'R') return start + escaped(inner) + end;
      if (isCode(font, inner)) return start + inlineCode(singleSpaced(inner)) + end;
      const mark = font === 'B' ? '**' : '*';
      return `${start}${mark}${escaped(inner)}${mark}${end}`;
    })
    .join('')
    .replace(reference, '$2$3')
    .replace(calledName, '`$2()`');
}

/** The name of another manual page, with its section. */
const reference = /(?<![*`\w])(\*{1,2}|`)([\w.+:-]{1,60})\1(\(\d\w{0,4}\))/g;
/** The name of a function with its parentheses. */
const calledName = /(?<![*`\w])(\*{1,2}|`)(\w{1,60})\1\(\)/g;
/** The name of a file. */
const fileName = /^(?:[~/]\S+|<\S+>)$/;

/** Joins neighbors in the same font, and spaces between two texts in bold or code. */
function merged(segments: readonly Segment[]): Segment[] {
  const out: Segment[] = [];
  for (const { font, text } of segments) {
    const last = out.at(-1);
    if (last?.font === font) last.text += text;
    else out.push({ font, text });
  }
  return out;
}

/** Returns text that no Markdown begins in. Writes the quotes of TeX as those of a keyboard. */
function escaped(text: string): string {
  const quoted = text.replace(/``|''/g, '"').replaceAll('`', "'");
  return plain(quoted, false).replace(/[[\]]/g, '\\$&');
}
