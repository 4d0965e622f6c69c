// Recognizes DocBook. Code that chooses files does not load its parser for that.

/** Characters at the beginning of a file that have its first element. */
const longestStart = 20_000;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
const docType = /<!DOCTYPE\s[^>[]{0,500}DocBook/i;
const firstElement = /<([a-z][\w.-]{0,60})(?=[\s>])([^<>]{0,2000})/i;
const namespace = /\sxmlns\s*=\s*["']http:\/\/docbook\.org\/ns\/docbook["']/;
/** Elements that a file of a book begins with, and that no other language of XML has. */
const ownRoot =
  /^(?:refentry|refsect[1-3]|chapter|sect[1-5]|appendix|preface|partintro|simplesect)$/;

/**
 * Returns whether a file is DocBook, by its document type, its namespace or its first element. A book consists of many
 * files, and most of them state only the last.
 */
export function isDocbook(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  if (docType.test(start)) return true;
  const [, name = '', attributes = ''] = firstElement.exec(start) ?? [];
  return ownRoot.test(name) || namespace.test(attributes);
}
