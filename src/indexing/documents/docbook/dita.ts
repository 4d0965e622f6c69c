import { byWord } from '../by-word.ts';
import { escapeUTF8 } from 'entities';
import { attribute, childElements, isElement } from '../html/dom.ts';
import type { Element, Parent } from '../html/dom.ts';
import { lineOf } from './synopsis.ts';
import { listingHtml, nothing, treeWriter, type Writer as WriterIn } from './tree-writer.ts';

/** Where an element stands. */
interface Around {
  level: number;
  /** The id of the topic. */
  topic: string;
}

type Writer = WriterIn<Around>;

/**
 * Returns topics of DITA as HTML. Leaves out metadata, entries of indexes, pictures and links that stand alone. The anchors are
 * those of DITA Open Toolkit. https://docs.oasis-open.org/dita/dita/v1.3/
 */
export function ditaHtml(root: Parent): string {
  return innerHtml(root, { level: 0, topic: '' });
}

const { innerHtml, inTag, sameTag } = treeWriter<Around>(elementHtml);

function elementHtml(node: Element, around: Around): string {
  if (topics.test(node.name)) return topicHtml(node, around);
  return writers.get(node.name)?.(node, around) ?? innerHtml(node, around);
}

const topics = /^(?:topic|concept|task|reference|troubleshooting|glossentry)$/;

function topicHtml(topic: Element, around: Around): string {
  const id = attribute(topic, 'id');
  return partHtml(topic, id, { level: around.level + 1, topic: id });
}

/** Writes a part of a topic. One without a title has no heading. */
const section: Writer = (element, around) => {
  const id = attribute(element, 'id');
  const anchor = id === '' ? '' : `${around.topic}__${id}`;
  return partHtml(element, anchor, { ...around, level: around.level + 1 });
};

function partHtml(part: Element, id: string, around: Around): string {
  const title = childElements(part).find(({ name }) => name === 'title' || name === 'glossterm');
  const tag = `h${Math.min(around.level, 6)}`;
  const heading = title === undefined ? '' : `<${tag}>${innerHtml(title, around)}</${tag}>`;
  const anchor = id === '' ? '' : ` id="${escapeUTF8(id)}"`;
  return `<section${anchor}>${heading}${innerHtml(part, around)}</section>`;
}

const inlineCode =
  (before = '', after = ''): Writer =>
  (element) =>
    `<code>${escapeUTF8(before + lineOf(element) + after)}</code>`;

const code: Writer = (element) => {
  const [, language = ''] =
    /^(?:lang(?:uage)?-)?([\w+#-]+)/.exec(attribute(element, 'outputclass')) ?? [];
  return listingHtml(element, language);
};

/** Writes a block below its title. */
const titled =
  (tag: string): Writer =>
  (element, around) => {
    const title = childElements(element).find(({ name }) => name === 'title');
    const label = title === undefined ? '' : `<p><strong>${innerHtml(title, around)}</strong></p>`;
    return `${label}<${tag}>${innerHtml(element, around)}</${tag}>`;
  };

const note: Writer = (element, around) => {
  const kind = attribute(element, 'type') || 'note';
  return `<div class="admonition ${escapeUTF8(kind)}">${innerHtml(element, around)}</div>`;
};

/** Writes a cell, which can span columns by their names or numbers, and rows. */
const cell: Writer = (element, around) => {
  const row = element.parent;
  const isHead =
    isElement(row) &&
    (row.name === 'sthead' || (isElement(row.parent) && row.parent.name === 'thead'));
  const [first, last] = ['namest', 'nameend'].map((name) =>
    Number(/\d+$/.exec(attribute(element, name))?.[0]),
  );
  const columns = last! - first! + 1 || 1;
  const rows = Number(attribute(element, 'morerows')) + 1 || 1;
  const tag = isHead ? 'th' : 'td';
  return `<${tag} colspan="${columns}" rowspan="${rows}">${innerHtml(element, around)}</${tag}>`;
};

/** Writes a link as its text, or else as the words of what it leads to. */
const link: Writer = (element, around) => {
  const address = attribute(element, 'href');
  const text = innerHtml(element, around).trim();
  if (/^https?:/.test(address)) {
    return `<a href="${escapeUTF8(address)}">${text || escapeUTF8(address)}</a>`;
  }
  return text || escapeUTF8(wordsOf(attribute(element, 'keyref') || address));
};

function wordsOf(reference: string): string {
  const last = reference.split(/[#/]/).findLast((part) => part !== '') ?? '';
  return last.replace(/\.(?:dita|xml)$/, '').replace(/[_-]+/g, ' ');
}

/** Writes words, or the name of a key that a map defines in their place. */
const words: Writer = (element, around) =>
  innerHtml(element, around) || escapeUTF8(wordsOf(attribute(element, 'keyref')));

const joined =
  (separator: string): Writer =>
  (element, around) =>
    childElements(element)
      .map((each) => elementHtml(each, around))
      .join(separator);

/** How elements are written. The content of others is shown as it is. */
const writers = byWord<Writer>([
  [
    'title titlealts glossterm prolog metadata related-links indexterm draft-comment required-cleanup data data-about image object foreign unknown dlhead',
    nothing,
  ],
  ['section example refsyn', section],
  ['p shortdesc cmd glossdef', inTag('p')],
  ['info stepxmp stepresult tutorialinfo context prereq result postreq div desc', inTag('div')],
  ['codeblock screen msgblock pre', code],
  ['lines', inTag('pre')],
  [
    'codeph cmdname filepath parmname option apiname userinput systemoutput msgph msgnum kwd tt synph xmlnsname',
    inlineCode(),
  ],
  ['xmlelement', inlineCode('<', '>')],
  ['xmlatt', inlineCode('@')],
  ['b uicontrol wintitle', inTag('strong')],
  ['i u varname term cite', inTag('em')],
  ['sup sub thead tbody', sameTag([])],
  ['menucascade', joined(' > ')],
  ['q', (element, around) => `“${innerHtml(element, around)}”`],
  ['lq', inTag('blockquote')],
  ['fn', (element, around) => ` (${innerHtml(element, around)})`],
  ['xref link', link],
  ['ph keyword', words],
  ['note hazardstatement', note],
  ['ul sl choices steps-unordered', inTag('ul')],
  ['ol steps substeps', inTag('ol')],
  ['li sli choice step substep stepsection', inTag('li')],
  ['dl parml', inTag('dl')],
  ['dt pt', inTag('dt')],
  ['dd pd', inTag('dd')],
  ['fig', titled('div')],
  ['table simpletable properties choicetable', titled('table')],
  ['row sthead strow prophead property chhead chrow', inTag('tr')],
  ['entry stentry', cell],
  ['proptype propvalue propdesc choption chdesc', inTag('td')],
  ['proptypehd propvaluehd propdeschd choptionhd chdeschd', inTag('th')],
]);
