// Recognizes DocBook and pages of sites in XML. Code that chooses files does not load their parser for that.

/** Characters at the beginning of a file that have its first element. */
const longestStart = 20_000;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
const docType = /<!DOCTYPE\s[^>[]{0,500}DocBook/i;
const firstElement = /<([a-z][\w.-]{0,60})(?=[\s>])([^<>]{0,2000})/i;
const namespace = /\sxmlns\s*=\s*["']http:\/\/docbook\.org\/ns\/docbook["']/;
/** Elements that a file of a book begins with, and that no other language of XML has. */
const ownRoot =
  /^(?:refentry|refsect[1-3]|chapter|sect[1-5]|appendix|preface|partintro|simplesect)$/;

/** An element of a book that other languages of XML have, too, with the title and the paragraph of DocBook in it. */
const bookPart =
  /<(set|part|section)(?:\s[^<>]{0,2000})?>\s{0,50}<title[\s>](?=[\s\S]{0,5000}<(?:sim)?para>)/;

/** The elements that only pages of a site begin with, and others that data begins with, too. */
const siteRoot = /^(?:manualpage|modulesynopsis)$/;
const likelyRoot = /^(?:document|faq|article|module|guide|devbook)$/;
/** A part with what a reader sees first. Data has none. */
const sitePart =
  /<(?:chapter|(?:sub)?section)(?:\s[^<>]{0,400})?>\s{0,50}<(?:title|p|para|ul|ol|list|directive|subsection|toc|source)[\s/>]/;

/** Returns whether a file is a page of a site in XML, by its first element and its parts. */
export function isSiteXml(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  if (docType.test(start)) return false;
  const [, name = '', attributes = ''] = firstElement.exec(start) ?? [];
  if (siteRoot.test(name)) return true;
  return likelyRoot.test(name) && !namespace.test(attributes) && sitePart.test(start);
}

/** Returns whether a file is a page of Mallard, by its first element. */
export function isMallard(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  const [, name = '', attributes = ''] = firstElement.exec(start) ?? [];
  return (
    name === 'page' &&
    /\sxmlns\s*=\s*["']http:\/\/projectmallard\.org\/1\.\d\/["']/.test(attributes)
  );
}

/** The elements of topics of DITA, and the body that each of them has. */
const topicRoot = /^(?:topic|concept|task|reference|troubleshooting|glossentry|glossgroup|dita)$/;
const topicBody = /<(?:(?:con|task|ref|trouble)?body|glossdef|shortdesc)[\s/>]/;

/** Returns whether a file has topics of DITA, by its first element and a part of it. */
export function isDita(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  const [, name = ''] = firstElement.exec(start) ?? [];
  return topicRoot.test(name) && topicBody.test(start);
}

/** Returns whether a file has entries of a reference of jQuery, by its first element and a part of it. */
export function isJqueryEntry(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  const [, name = ''] = firstElement.exec(start) ?? [];
  return /^(?:entry|entries)$/.test(name) && /<(?:signature|longdesc)[\s/>]/.test(start);
}

/**
 * Returns whether a file is DocBook, by its document type, its namespace or its first element. A book consists of many
 * files, and most of them state only the last.
 */
export function isDocbook(content: string): boolean {
  const start = content.slice(0, longestStart).replace(comment, '');
  if (docType.test(start)) return true;
  if ([isSiteXml, isMallard, isDita, isJqueryEntry].some((is) => is(content))) return true;
  const [, name = '', attributes = ''] = firstElement.exec(start) ?? [];
  return ownRoot.test(name) || namespace.test(attributes) || bookPart.exec(start)?.[1] === name;
}
