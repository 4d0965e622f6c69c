const picture = /!\[(?:[^[\]\\]|\\.)*\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g;
const anyLink =
  /\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^[\]]*\])|<?https?:\/\/[^\s<>]+>?/g;

/** A link to another page, as in `[Full reference →](page.md)`. */
const pointer = /[→»›]\s*\](?:\(|\[)/;

/** A link to the source or to the start of the page itself: `[Edit this section](a.md)`, `[⬆ back to top](#top)`. */
const ownLink =
  /^\s{0,9}\[[^\p{L}[\]]{0,9}(?:(?:edit|improve) this (?:page|section|document|file)|back to (?:the )?top)\b[^[\]]{0,40}\]\([^()\s]{0,500}\)[.\s]{0,9}$/iu;

/** The first lines of a page of TypeDoc: `[**@saw/core**](../README.md) • **Docs**`, and `[@saw/core](../globals.md) / [Saw](../Saw.md) / cut`. */
const pathOfPage =
  /^\s{0,9}(?:\[\*\*[^[\]]{1,200}\*\*\]\([^()\s]{1,500}\) • \*\*Docs\*\*|(?:\[[^[\]]{1,200}\]\([^()\s]{1,500}\) \/ ){1,20}[\w.<>]{1,200})\s{0,9}$/;

const lineBreak = /<br\s?\/?>/gi;
/** The label of the links of a page to its own sections. */
const contentsLabel = /^\s{0,9}\*\*(?:table of )?contents:?\*\*/i;

/**
 * Returns whether a text is a list or line of links without other text: a table of contents, also with its label, a
 * menu, "see also", "read more →", "edit this page", the path to the page.
 */
export function isLinkList(text: string): boolean {
  if (!text.includes('](') && !text.includes('][') && !text.includes('://')) return false;
  if (ownLink.test(text) || pathOfPage.test(text)) return true;
  let links = 0;
  const rest = text.replace(anyLink, () => {
    links += 1;
    return '';
  });
  if (/[\p{L}`]/u.test(rest.replace(lineBreak, '').replace(contentsLabel, ''))) return false;
  return links > 1 || pointer.test(text) || /^\s*(?:[-*+]|\d+[.)])\s/.test(text);
}

/** Returns whether a text is only one link, as an entry of a list can be that is written without marks. */
export function isOneLink(text: string): boolean {
  if (!/^\s{0,9}\[/.test(text) || text.length > 1_000 || ownLink.test(text)) return false;
  return text.replace(anyLink, '').trim() === '';
}

/** A reference to a page of the manual of Unix: `saw(1)`, **saw.conf**(5). */
const manualPage = /[`*[]{0,3}[\w.:+@-]{1,80}[`*\]]{0,3}\(\d\w{0,3}\)[`*]{0,3}/g;
/** Maximum number of words of the name of a page, and of each of many names with commas between them. */
const longestName = 10;
const longestListed = 4;
/** Maximum number of characters of a text of references. */
const longestReferences = 10_000;

/** Returns whether each line of a text only names pages, without a sentence about them: "See also". */
export function isReferenceList(text: string): boolean {
  if (text.length > longestReferences || /^[|>#]|```/m.test(text)) return false;
  return text.split('\n').every((line) => {
    const rest = line.replace(anyLink, '').replace(manualPage, '').trim();
    const words = countWords(rest);
    const isSentence = words > 2 && /[.!?]["'”’)*_]*$/.test(rest);
    const isShort = words <= longestName;
    return (
      !isSentence && (isShort || rest.split(', ').every((one) => countWords(one) <= longestListed))
    );
  });
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** Maximum number of lines of a list of links that ends a sentence. A longer one is a contents. */
const mostLinks = 12;

const relatedLabel =
  /^\*\*(?:see also|(?:table of )?contents|(?:related|more|additional) (?:information|links|topics|articles|pages|resources))\*\*$/i;

/** Returns whether a text is a label that means nothing without the links below it: "See also:". */
export function isLinkLabel(text: string): boolean {
  return /^(?:\*\*)?(?:\S+ ){0,3}\S{1,20}:(?:\*\*)?$/.test(text) || relatedLabel.test(text);
}

/** Returns whether a list of links ends the sentence before it: "It supports these providers:". */
export function endsSentence(list: string, before: string): boolean {
  return /:(?:\*\*|[*_])?$/.test(before) && list.trim().split('\n').length <= mostLinks;
}

/** Number of words with which the alternative text of a picture is a description of it. */
const describingWords = 6;

/** Returns whether a text is only pictures without a description: "![Add a client](add.png)". */
export function isPictures(text: string): boolean {
  if (!text.includes('![') || /[\p{L}\p{N}]/u.test(text.replace(picture, ''))) return false;
  const texts = text.match(picture) ?? [];
  return texts.every((one) => isLabel(one.split(']')[0]!));
}

/** Returns whether the alternative text of a picture is too short to describe what it shows. */
export function isLabel(alternative: string): boolean {
  return alternative.trim().split(/\s+/).length < describingWords;
}

/**
 * Returns whether a line contains only badges: pictures that are links, or several pictures,
 * without a word.
 */
export function isBadgeLine(text: string): boolean {
  if (!text.includes('![')) return false;
  const pictures = text.match(picture)?.length ?? 0;
  const rest = text.replace(picture, '').replace(anyLink, '');
  return pictures > 0 && !/[\p{L}\p{N}]/u.test(rest) && (pictures > 1 || /^\s*\[/.test(text));
}
