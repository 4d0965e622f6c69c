import { escapeText } from 'entities';
import type { Block } from '../../document.ts';
import { namedItem, oneLine, splitTags, titledList, type BlockTag } from '../../block-tags.ts';
import { languageName } from '../../code-language.ts';
import { decodeEntities } from '../../entities.ts';
import { longFence } from '../../fences.ts';
import type { DocPart } from '../code-symbol.ts';
import { htmlToMarkdown } from './html-text.ts';
import { dedentText } from '../../indentation.ts';
import { markdownBlocks, markdownParts, pushText } from './markdown-parts.ts';
import { trimBlankLines } from '../../blank-lines.ts';

const element =
  /<(summary|remarks|value|overloads|returns|param|typeparam|exception|example|seealso|throws|filterpriority|permission|inheritdoc|include|exclude)\b([^<>]*)>/g;
/** Elements whose text is the description. */
const described = new Set(['summary', 'remarks', 'value', 'overloads']);

/** Returns an XML comment of C# as Markdown with the tags of JSDoc, so that its first sentence can be found. */
export function xmlDocText(comment: string): string {
  const description: string[] = [];
  const tags: string[] = [];
  let at = 0;
  element.lastIndex = 0;
  for (let match = element.exec(comment); match; match = element.exec(comment)) {
    description.push(markdown(comment.slice(at, match.index)));
    const [whole, name = '', attributes = ''] = match;
    const from = match.index + whole.length;
    const { end, next } = endOf(comment, name, attributes.trimEnd().endsWith('/') ? -1 : from);
    const inner = comment.slice(from, end);
    if (described.has(name)) description.push(markdown(inner));
    else tags.push(tagLine(name, attributes, inner));
    at = Math.max(from, next);
    element.lastIndex = at;
  }
  description.push(markdown(comment.slice(at)));
  return [...description, ...tags].filter((text) => text !== '').join('\n\n');
}

/** Elements of one paragraph. The next of them ends one that is not closed. */
const flat = /<(?:param|typeparam|returns|exception)\b/;

/** Returns the end of an element's text and the end of the element. An empty element begins at -1. */
function endOf(comment: string, name: string, from: number): { end: number; next: number } {
  if (from < 0) return { end: 0, next: 0 };
  const close = comment.indexOf(`</${name}>`, from);
  const end = close < 0 ? comment.length : close;
  const other = flat.test(`<${name} `) ? comment.slice(from, end).search(flat) : -1;
  if (other >= 0) return { end: from + other, next: from + other };
  return { end, next: end + name.length + 3 };
}

function tagLine(name: string, attributes: string, inner: string): string {
  const target = reference(attributes);
  if (name === 'example') return exampleTag(inner);
  const text = markdown(inner);
  if (name === 'seealso') return `@see ${prose(linkOf(attributes, text))}`;
  if (name === 'returns') return text === '' ? '' : `@returns ${oneLine(text)}`;
  if (name === 'param' || name === 'typeparam' || name === 'exception') {
    return target === '' || text === ''
      ? ''
      : `@${name} ${target.replace(/\s/g, '')} ${oneLine(text)}`;
  }
  return '';
}

/** An example is code if it ends like a statement, although no element says so. */
function exampleTag(inner: string): string {
  const isCode = /[;}]\s*$/.test(inner.slice(-200)) && !/<code\b|```/.test(inner);
  const text = markdown(isCode ? `<code>\n${inner}\n</code>` : inner);
  return text === '' ? '' : `@example\n${text}`;
}

/** Returns the name that an element refers to, as users write it. */
function reference(attributes: string): string {
  const [, quoted, other] = named.exec(attributes) ?? [];
  const written = decodeEntities(quoted ?? other ?? '')
    .replace(/`\d+/g, '')
    .trim();
  return shortName(written).replaceAll('{', '<').replaceAll('}', '>');
}

const named = /\b(?:cref|name|langword)\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)')/;

/** Returns a full name with its kind, such as `M:Acme.Saws.Saw.Cut(System.Int32)`, without its namespaces. */
function shortName(name: string): string {
  const [, kind] = /^([A-Z!]):/.exec(name) ?? [];
  if (kind === undefined) return name;
  const [path = '', ...parameters] = name.slice(2).split('(');
  const names = path.split('.').slice(kind === 'T' ? -1 : -2);
  const types = parameters.join('(').replace(/[\w.]{1,200}\.(?=\w)/g, '');
  return names.join('.') + (types === '' ? '' : `(${types}`);
}

function linkOf(attributes: string, text: string): string {
  const [, address] = /\bhref\s{0,5}=\s{0,5}["'](https?:[^"'\s]*)["']/.exec(attributes) ?? [];
  if (address !== undefined) return text === '' ? address : `[${text}](${address})`;
  return text || `<code>${escapeText(reference(attributes))}</code>`;
}

/** Returns the text of an element as Markdown. Code with more than one line is fenced. */
function markdown(xml: string): string {
  const out: string[] = [];
  let at = 0;
  for (const { start, end, code, language } of codePieces(xml)) {
    out.push(prose(xml.slice(at, start)), `${longFence}${language}\n${code}\n${longFence}`);
    at = end;
  }
  out.push(prose(xml.slice(at)));
  return out.filter((text) => text !== '').join('\n\n');
}

interface CodePiece {
  start: number;
  end: number;
  code: string;
  language: string;
}

const opening = /(^|\n)?[ \t]*(?:<(code|pre)\b([^<>]*)>|(```)([\w#+-]*)[ \t]*\n)/i;

/** Returns the code of an element. */
function codePieces(xml: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  const codes = new RegExp(opening, 'gi');
  for (let match = codes.exec(xml); match; match = codes.exec(xml)) {
    const piece = codePiece(xml, match);
    codes.lastIndex = piece.end;
    if (piece.code !== '') pieces.push(piece);
  }
  return pieces;
}

/** Returns the code that begins at a match; '' for an element `<code>` within a line, which is no block. */
function codePiece(xml: string, match: RegExpExecArray): CodePiece {
  const [whole, before, tag = '', attributes = '', fence, info] = match;
  const from = match.index + whole.length;
  const marker = fence ?? `</${tag}>`;
  const close = xml.indexOf(marker, from);
  const inner = xml.slice(from, close < 0 ? xml.length : close);
  const end = Math.min(from + inner.length + marker.length, xml.length);
  const isAlone = before !== undefined && /^[ \t]*(?:\n|<|$)/.test(xml.slice(end, end + 100));
  const isBlock = isAlone || inner.includes('\n');
  const language = info ?? /\blang(?:uage)?="([\w#+-]{1,20})"/.exec(attributes)?.[1] ?? '';
  return {
    start: match.index,
    end,
    code: isBlock ? tidyCode(inner, fence === undefined) : '',
    language: languageName(language.replace(/^cs$/i, 'csharp')),
  };
}

function tidyCode(inner: string, isXml: boolean): string {
  const data = /^\s*<!\[CDATA\[([\s\S]*?)(?:\]\]>\s*)?$/.exec(inner)?.[1];
  const code =
    data ??
    (isXml
      ? decodeEntities(inner.replace(/<\/?(?:c|code|para|b|i|see|paramref)\b[^<>]*>/g, ''))
      : inner);
  return dedentText(trimBlankLines(code)).replaceAll(longFence, '');
}

/** Elements of XML comments, as Markdown or elements of HTML. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/<(\/?)para\b[^<>]*>/g, '<$1p>'],
  [/<(\/?)list\b[^<>]*>/g, '<$1ul>'],
  [/<(?:item|listheader)\b[^<>]*>/g, '<li>'],
  [/\s*<\/term>\s*<description>\s*(?=[^\s<])/g, ': '],
  [/<\/?(?:item|listheader|term|description|example|summary|remarks|returns|value)\b[^<>]*>/g, ''],
  [
    /<\/?(?:inheritdoc|include|param|typeparam|exception|note|tip|warning|threadsafety)\b[^<>]*>/g,
    '',
  ],
  [/<(\/?)c>/g, '<$1code>'],
];
const references = /<(see|seealso|paramref|typeparamref)\b([^<>]*?)(?:\/>|>(?:([^<]*)<\/\1>)?)/g;

function prose(xml: string): string {
  let text = xml.replace(/^[ \t]+/gm, '').replace(/\n{3,}/g, '\n\n');
  text = text.replace(references, (_, __, attributes: string, inner?: string) =>
    linkOf(attributes, inner?.trim() ?? ''),
  );
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return htmlToMarkdown(text).trim();
}

/** Parses what `xmlDocText` returns: the description, its tags as lists, then its examples. */
export function xmlDocParts(doc: string, fence: string): DocPart[] {
  const { description, tags } = splitTags(doc);
  const rules = { fallback: fence };
  const parts = markdownParts(description, rules);
  const last = parts.at(-1)!.blocks;
  pushText(last, list('Type parameters', tagsOf(tags, 'typeparam')));
  pushText(last, list('Parameters', tagsOf(tags, 'param')));
  for (const { text } of tagsOf(tags, 'returns')) pushText(last, `Returns: ${text}`);
  pushText(last, list('Throws', tagsOf(tags, 'exception')));
  for (const { text } of tagsOf(tags, 'see')) pushText(last, `See: ${text}`);
  const examples = tagsOf(tags, 'example').flatMap(({ text }): Block[] =>
    markdownBlocks(text, rules),
  );
  return [...parts.slice(0, -1), { ...parts.at(-1)!, blocks: [...last, ...examples] }];
}

function tagsOf(tags: BlockTag[], name: string): BlockTag[] {
  return tags.filter((tag) => tag.name === name);
}

function list(title: string, tags: BlockTag[]): string {
  const items = tags.map(({ text }) => {
    const [, name = '', about = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.trim())!;
    return namedItem(name, about);
  });
  return titledList(title, items);
}
