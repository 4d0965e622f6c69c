import { decodeEntities } from '../documents/entities.ts';
import { plainLetters } from './plain-letters.ts';

/** Encodings of text within one word, and their decoders. */
const writings: readonly (readonly [RegExp, (run: string) => string])[] = [
  [/[A-Za-z0-9+/_-]{40,}={0,2}/g, (run) => fromBytes(run, 'base64')],
  [/(?:[0-9a-fA-F]{2}){20,}/g, (run) => fromBytes(run, 'hex')],
];

/** Minimum length of an encoded word. Shorter words contain no sentence. */
const shortest = 40;

const unicodeEscape = /\\{1,2}u([0-9a-fA-F]{4})/g;

/**
 * Matches letters with one separator between each two, as in "i g n o r e". Two or more separators
 * end a word.
 */
const spacedLetters = /(?<![^\W_])[a-z](?:[ ._-]{1,3}[a-z]){9,400}(?![^\W_])/gi;

/**
 * Returns a text as its reader understands it: decodes entities and escapes, replaces look-alikes
 * by plain letters, and joins separated letters. Linear in the text.
 */
export function readable(text: string): string {
  const plain = plainLetters(withoutEscapes(text));
  return plain.replace(spacedLetters, (run) => ` ${joinedLetters(run)} `);
}

/** Yields the texts that a text contains in Base64, hexadecimal digits or percent-encoding. */
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
  const decoded = decodeEntities(text);
  if (!decoded.includes('\\u')) return decoded;
  return decoded.replace(unicodeEscape, (_, hex: string) =>
    hex === '0000' ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Joins separated letters. Two or more separators part words; without them, all letters become one
 * word.
 */
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
