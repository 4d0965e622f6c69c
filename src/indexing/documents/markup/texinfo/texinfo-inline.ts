import { byWord } from '../../by-word.ts';
import { inlineCode, singleSpaced } from '../../clean.ts';
import { plain } from '../pod.ts';

/** Commands whose text is code: `@option{-v}`. */
const code = new Set(
  'code samp command option file kbd env key verb t math indicateurl displaymath r'.split(' '),
);
const marks = byWord([
  ['emph i dfn cite slanted var', '*'],
  ['strong b', '**'],
]);
/** Commands that stand for characters: `@dots{}`. */
const characters = new Map(
  Object.entries({
    dots: '...',
    enddots: '...',
    bullet: '•',
    copyright: '©',
    registeredsymbol: '®',
    result: '⇒',
    expansion: '↦',
    print: '⊣',
    error: 'error→',
    equiv: '≡',
    point: '⋆',
    minus: '-',
    comma: ',',
    atchar: '@',
    lbracechar: '{',
    rbracechar: '}',
    backslashchar: '\\',
    hashchar: '#',
    ampchar: '&',
    tie: ' ',
    arrow: '→',
    geq: '≥',
    leq: '≤',
    ss: 'ß',
    TeX: 'TeX',
    LaTeX: 'LaTeX',
  }),
);
const links = ['url', 'uref', 'email'];

type Writer = (text: string, isInCode: boolean) => string;

/** Commands whose text has several parts, or is on no page. */
const writers = byWord<Writer>([
  ['anchor image inlineraw ctrl today shortcaption hyphenation errormsg', () => ''],
  ['url uref email', link],
  ['ref link', referenceText],
  // It begins a sentence, as in `@xref{Oil}.`
  ['xref', (text) => `See ${referenceText(text)}`],
  ['pxref inforef', (text) => `see ${referenceText(text)}`],
  ['acronym abbr', (text) => text.split(',')[0] ?? ''],
  ['footnote', (text) => ` (${text.trim()})`],
  [
    'inlinefmt',
    (text) => (/^\s*html\b/.test(text) ? text.slice(text.indexOf(',') + 1).trim() : ''),
  ],
]);

const token = /@([a-zA-Z]+)\{|@([^a-zA-Z])|@([a-zA-Z]+)\b|[{}]/g;
/** Maximum depth of commands in commands. Deeper ones are text. */
const deepest = 20;

interface Open {
  name: string;
  text: string;
}

/** How texts are written: as Markdown, or as the characters of code. */
export type Style = 'markdown' | 'code';

/** Writes the commands of a paragraph, such as `@code{cut}`. Looks at each character once. */
export function inlineText(
  text: string,
  style: Style,
  values: ReadonlyMap<string, string>,
): string {
  const writer = new InlineWriter(style, values);
  return writer.write(text);
}

class InlineWriter {
  private readonly stack: Open[] = [{ name: '', text: '' }];
  private readonly values: ReadonlyMap<string, string>;
  /** Number of open commands whose text is code. */
  private codes: number;

  constructor(style: Style, values: ReadonlyMap<string, string>) {
    this.values = values;
    this.codes = style === 'code' ? 1 : 0;
  }

  write(text: string): string {
    let last = 0;
    for (const match of text.matchAll(token)) {
      this.append(this.plain(text.slice(last, match.index)));
      last = match.index + match[0].length;
      this.token(match);
    }
    this.append(this.plain(text.slice(last)));
    return this.stack.map((open) => open.text).join('');
  }

  private token([found, name, escaped, bare]: RegExpExecArray): void {
    if (name !== undefined || found === '{') this.open(name ?? '', found);
    else if (found === '}') this.close();
    else if (bare !== undefined) this.append(characters.get(bare) ?? '');
    else this.append(this.plain(escapedCharacter(escaped ?? '')));
  }

  private open(name: string, found: string): void {
    if (this.stack.length > deepest) this.append(this.plain(found));
    else {
      this.stack.push({ name, text: '' });
      if (isCode(name)) this.codes += 1;
    }
  }

  private close(): void {
    if (this.stack.length === 1) this.append('}');
    else {
      const { name, text } = this.stack.pop()!;
      if (isCode(name)) this.codes -= 1;
      this.append(this.written(name, text));
    }
  }

  private written(name: string, text: string): string {
    if (name === '') return `{${text}}`;
    if (name === 'value') return this.values.get(text) ?? text;
    const character = characters.get(name);
    if (character !== undefined) return this.plain(character) + text;
    const isInCode = this.codes > 0;
    const write = writers.get(name);
    if (write) return write(text, isInCode);
    if (isInCode || text.trim() === '') return text;
    if (code.has(name)) return inlineCode(singleSpaced(name === 'verb' ? text.slice(1, -1) : text));
    const mark = marks.get(name) ?? '';
    return `${mark}${text}${mark}`;
  }

  private plain(text: string): string {
    if (this.codes > 0) return text;
    const typeset = text.replaceAll(/``|''/g, '"').replaceAll(/---/g, '—');
    return plain(typeset, false);
  }

  private append(text: string): void {
    this.stack.at(-1)!.text += text;
  }
}

/** Addresses are written as they are, like code. */
function isCode(name: string): boolean {
  return code.has(name) || links.includes(name) || name === 'value';
}

function escapedCharacter(character: string): string {
  if (/[@{}.!?\\&]/.test(character)) return character;
  return character === '*' || /\s/.test(character) ? ' ' : '';
}

/** Writes `@url{address, text, replacement}`. */
function link(written: string, isInCode: boolean): string {
  const [address = '', text = '', replacement = ''] = written.split(',').map(singleSpaced);
  const label = replacement || text;
  if (isInCode || label === '') return label || address;
  return /^https?:[^\s()]+$/.test(address) ? `[${label}](${address})` : label;
}

/** Returns what readers see of `@ref{node, name, title}`. */
function referenceText(written: string): string {
  const [node = '', name = '', title = ''] = written.split(',').map(singleSpaced);
  return title || name || node;
}
