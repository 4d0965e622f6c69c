const hidden = /[\p{Cc}\p{Bidi_Control}]/u;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether a title or description can be shown as it is: nothing in it moves or hides the text around it. Pure. */
export function isPlainText(text: string): boolean {
  return !hidden.test(text.replaceAll(/[\t\r\n]/g, ''));
}

/** Whether a name looks the same to a person and to a search: one way to write it, and nothing that is not seen. Pure. */
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
