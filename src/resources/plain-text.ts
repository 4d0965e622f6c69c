const hidden = /[\p{Cc}\p{Bidi_Control}]/u;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns whether no character of a title or description moves or hides the text around it. Pure. */
export function isPlainText(text: string): boolean {
  return !hidden.test(text.replaceAll(/[\t\r\n]/g, ''));
}

/** Returns whether a name has no invisible characters and one spelling only, so that a search finds what a person sees. Pure. */
export function isPlainName(name: string): boolean {
  return !unseen.test(name) && name.normalize('NFC') === name;
}

/** Returns a text without what moves or hides the text around it. Keeps tabs and line breaks. Pure. */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu, '');
}

/** Returns a text on one line, without what moves or hides the text around it. Pure. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
