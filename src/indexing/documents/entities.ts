import { decodeHTMLStrict } from 'entities';
import { cleanText } from './clean.ts';

/** The longest name in HTML has 31 letters. */
const reference = /&(?:#\d{1,31}|#[xX][\da-fA-F]{1,31}|[A-Za-z][\dA-Za-z]{1,30});/g;

/** `entities` decodes a number that is no character to U+FFFD. */
const noCharacter = /\ufffd/g;

/**
 * Replaces the character references of HTML, such as `&uuml;` and `&#8594;`. Every kind of space
 * becomes a plain one. Removes references to characters that a reader cannot see. Leaves unknown
 * names, and references without a semicolon. Linear in the text.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole) => {
    const decoded = decodeHTMLStrict(whole);
    if (decoded === whole) return whole;
    return cleanText(decoded.replace(noCharacter, '')).replace(/\p{Zs}/gu, ' ');
  });
}

/** Returns the character that HTML has for a name, such as `mdash`; undefined if it has none. */
export function characterNamed(name: string): string | undefined {
  const decoded = decodeEntities(`&${name};`);
  return decoded.startsWith('&') ? undefined : decoded;
}

/** Returns the text of markup in a line, without its tags. */
export function withoutTags(markup: string): string {
  return decodeEntities(markup.replace(/<[^<>]*>/g, '')).trim();
}
