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

const mallard = /\sxmlns\s*=\s*["']http:\/\/projectmallard\.org\/1\.\d\/["']/;

/** The elements of topics of DITA, and the body that each of them has. */
const topicRoot = /^(?:topic|concept|task|reference|troubleshooting|glossentry|glossgroup|dita)$/;
const topicBody = /<(?:(?:con|task|ref|trouble)?body|glossdef|shortdesc)[\s/>]/;

/** The elements of the reference of jQuery, and a part of an entry. */
const entryRoot = /^(?:entry|entries)$/;
const entryPart = /<(?:signature|longdesc)[\s/>]/;

/** A parameter of the manual of Samba, which has a file for each. https://www.samba.org/samba/DTD/samba-doc */
const sambaParameter = /^\s{0,50}<samba:parameter\s/;

/** The beginning of a file without comments, and its first element. */
interface Beginning {
  start: string;
  name: string;
  attributes: string;
}

/** A language of XML whose pages are documents. */
export type XmlLanguage = 'mallard' | 'site' | 'dita' | 'jquery' | 'docbook';

/** How the files of each language begin. A book consists of many files, and most of them state only their first element. */
const languages: readonly [XmlLanguage, (beginning: Beginning) => boolean][] = [
  ['mallard', ({ name, attributes }) => name === 'page' && mallard.test(attributes)],
  ['site', isSite],
  ['dita', ({ start, name }) => topicRoot.test(name) && topicBody.test(start)],
  ['jquery', ({ start, name }) => entryRoot.test(name) && entryPart.test(start)],
  [
    'docbook',
    ({ start, name, attributes }) =>
      docType.test(start) ||
      sambaParameter.test(start) ||
      ownRoot.test(name) ||
      namespace.test(attributes) ||
      bookPart.exec(start)?.[1] === name,
  ],
];

function isSite({ start, name, attributes }: Beginning): boolean {
  if (docType.test(start)) return false;
  if (siteRoot.test(name)) return true;
  return likelyRoot.test(name) && !namespace.test(attributes) && sitePart.test(start);
}

/** Returns the language of a file of XML; undefined for data. */
export function xmlLanguage(content: string): XmlLanguage | undefined {
  const start = content.slice(0, longestStart).replace(comment, '');
  const [, name = '', attributes = ''] = firstElement.exec(start) ?? [];
  return languages.find(([, is]) => is({ start, name, attributes }))?.[0];
}

/** Returns whether a file is DocBook, or a page in another language of XML. */
export function isDocbook(content: string): boolean {
  return xmlLanguage(content) !== undefined;
}
