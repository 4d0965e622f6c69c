import { plainLetters } from './plain-letters.ts';

/** Writings of text in one word, and what reads them. */
const writings: readonly (readonly [RegExp, (run: string) => string])[] = [
  [/[A-Za-z0-9+/_-]{40,}={0,2}/g, (run) => fromBytes(run, 'base64')],
  [/(?:[0-9a-fA-F]{2}){20,}/g, (run) => fromBytes(run, 'hex')],
];

/** Shorter words hold no sentence. */
const shortest = 40;

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(shy|zwnj|zwj|ZeroWidthSpace|nbsp));/g;
const unicodeEscape = /\\{1,2}u([0-9a-fA-F]{4})/g;

/** Letters with one sign between each two, as in "i g n o r e"; two signs or more part words. */
const spacedLetters = /(?<![^\W_])[a-z](?:[ ._-]{1,3}[a-z]){9,400}(?![^\W_])/gi;

/**
 * A text as its reader takes it: entities and escapes read, look-alikes in plain letters, letters that stand apart joined.
 * Linear in the text.
 */
export function readable(text: string): string {
  const plain = plainLetters(withoutEscapes(text));
  return plain.replace(spacedLetters, (run) => ` ${joinedLetters(run)} `);
}

/** What a text holds in Base64, in hexadecimal digits or percent-encoded, where that is text. */
export function* encodedTexts(text: string): Generator<string> {
  for (const word of text.split(/\s+/)) {
    if (word.length < shortest) continue;
    if (word.includes('%20')) yield percentDecoded(word);
    for (const [run, decode] of writings) {
      yield* Array.from(word.matchAll(run), ([found]) => decode(found)).filter(isText);
    }
  }
}

function withoutEscapes(text: string): string {
  let read = text;
  if (text.includes('&')) {
    read = read.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return name === 'nbsp' ? ' ' : '';
      return character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    });
  }
  if (!read.includes('\\u')) return read;
  return read.replace(unicodeEscape, (_, hex: string) => character(Number.parseInt(hex, 16)));
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Words stay apart where two signs or more stand between them; where none do, all becomes one word. */
function joinedLetters(run: string): string {
  return run
    .split(/[ ._-]{2,}/)
    .map((word) => word.replaceAll(/[ ._-]/g, ''))
    .join(' ');
}

function fromBytes(run: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(run, encoding).toString('latin1');
}

function percentDecoded(run: string): string {
  return run.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function isText(decoded: string): boolean {
  return decoded.includes(' ') && !/[^\x20-\x7e\s]/.test(decoded);
}
