import { cleanText } from '../clean.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  rarr: '→',
  larr: '←',
  times: '×',
  lbrace: '{',
  rbrace: '}',
  lcub: '{',
  rcub: '}',
  lbrack: '[',
  rbrack: ']',
  vert: '|',
  grave: '`',
  check: '✓',
  deg: '°',
  plusmn: '±',
  le: '≤',
  ge: '≥',
  ne: '≠',
  zwj: '',
  zwnj: '',
  shy: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  num: '#',
  lowbar: '_',
  ast: '*',
  sol: '/',
  bsol: '\\',
  colon: ':',
};

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

/** Replaces the character references documentation uses; unknown ones stay, hidden characters go. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code <= 0x10ffff ? cleanText(String.fromCodePoint(code)) : whole;
  });
}
