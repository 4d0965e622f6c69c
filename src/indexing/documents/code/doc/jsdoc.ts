import type { Block } from '../../document.ts';
import type { DocPart } from '../code-symbol.ts';
import {
  codeSpan,
  leadingBraces,
  linkText,
  namedItem,
  oneLine,
  replaceInlineTags,
  splitTags,
  titledList,
  type BlockTag,
} from '../../block-tags.ts';
import { outsideSpans } from '../../fences.ts';
import { capitalized } from '../../text-pieces.ts';
import { htmlInText } from './html-text.ts';
import { markdownBlocks, markdownParts, pushText } from './markdown-parts.ts';

/** Returns whether a comment asks tools not to show it. */
export function isHiddenJsdoc(doc: string): boolean {
  return /^[ \t]*@(private|internal|hidden|ignore|protected)\b|^[ \t]*@(api|access)[ \t]+(private|protected)/m.test(
    doc,
  );
}

/** Parses JSDoc and TSDoc: the description, its tags as lists, then its examples as code. */
export function jsdocParts(doc: string, fence: string): DocPart[] {
  const { description, tags } = splitTags(doc);
  const rules = { fallback: fence, text: pageText };
  const parts = markdownParts(inlineTags(described(description, tags)), rules);
  const last = parts.at(-1)!.blocks;
  for (const list of [parameters(tags), typeParameters(tags), outcomes(tags), notes(tags)]) {
    pushText(last, list);
  }
  for (const tag of tags.filter(({ name }) => name === 'example'))
    last.push(...example(tag, fence));
  return parts;
}

/** A note of Docusaurus, whose pages TypeDoc can make of comments: `:::tip`, `:::info **Disclaimer**`. */
const note = /^[ \t]*:{3,}[ \t]*([a-z]{3,20})(?:[ \t]+(\S[^\n]*))?$/gm;
const noteEnd = /^[ \t]*:{3,}[ \t]*$/gm;

/** Returns the text of a comment with the titles of its notes, and without HTML. */
function pageText(text: string): string {
  const plain = text.includes(':::')
    ? text
        .replace(note, (_, kind: string, title?: string) => title ?? `**${capitalized(kind)}**`)
        .replace(noteEnd, '')
    : text;
  return outsideSpans(plain, htmlInText).replace(/\n{3,}/g, '\n\n');
}

const descriptionTags = new Set([
  'description',
  'desc',
  'summary',
  'remarks',
  'overview',
  'fileoverview',
  'file',
  'classdesc',
  'packageDocumentation',
  // Those of NatSpec, for contracts in Solidity.
  'title',
  'notice',
  'dev',
]);

function described(description: string, tags: BlockTag[]): string {
  const more = tags.filter(({ name }) => descriptionTags.has(name)).map(({ text }) => text.trim());
  // A summary is often the first sentence of the description.
  const texts = [...new Set([description, ...more])];
  const isRepeated = (text: string): boolean =>
    texts.some((other) => other !== text && other.startsWith(text));
  return texts.filter((text) => !isRepeated(text)).join('\n\n');
}

function inlineTags(text: string): string {
  return replaceInlineTags(text, (name, body) => {
    if (name.startsWith('link') || name === 'tutorial') return linkText(body);
    return name === 'inheritDoc' ? '' : codeSpan(body);
  });
}

function sentence(text: string): string {
  return inlineTags(oneLine(text));
}

function parameters(tags: BlockTag[]): string {
  const items = tags
    .filter(({ name }) => ['param', 'arg', 'argument', 'property', 'prop'].includes(name))
    .map(({ text }) => parameter(text.trim()));
  return titledList('Parameters', items);
}

const parameterName = /^(\[[^\]]{0,200}\]|[^\s-][^\s]*)\s*(?:-\s*)?/;

function parameter(text: string): string {
  const { inner: type, rest } = leadingBraces(text);
  const match = parameterName.exec(rest);
  const written = match?.[1] ?? '';
  const [name = '', fallback = ''] = written.replace(/^\[|\]$/g, '').split(/=(.*)/s);
  const about = sentence(rest.slice(match?.[0].length ?? 0));
  return namedItem(name, about, [
    codeSpan(type.replace(/=$/, '')),
    written.startsWith('[') || type.endsWith('=') ? 'optional' : '',
    fallback === '' ? '' : `default ${codeSpan(fallback)}`,
  ]);
}

function typeParameters(tags: BlockTag[]): string {
  const items = tags
    .filter(({ name }) => name === 'typeParam' || name === 'template')
    .map(({ text }) => {
      const { rest } = leadingBraces(text.trim());
      const [, name = '', about = ''] = /^(\S*)\s*-?\s*([\s\S]*)$/.exec(rest)!;
      return about === '' ? '' : namedItem(name, sentence(about));
    })
    .filter((item) => item !== '');
  return titledList('Type parameters', items);
}

const outcomeNames: Readonly<Record<string, string>> = {
  returns: 'Returns',
  return: 'Returns',
  yields: 'Yields',
  throws: 'Throws',
  exception: 'Throws',
  fires: 'Fires',
};

function outcomes(tags: BlockTag[]): string {
  return tags
    .filter(({ name }) => Object.hasOwn(outcomeNames, name))
    .map(({ name, text }) => {
      const { inner: type, rest } = leadingBraces(text.trim());
      const about = sentence(rest.replace(/^-\s*/, ''));
      if (type === '' && about === '') return '';
      return `${outcomeNames[name]}${type ? ` ${codeSpan(type)}` : ''}${about ? `: ${about}` : ''}`;
    })
    .filter((line) => line !== '')
    .join('\n\n');
}

const noteNames: Readonly<Record<string, string>> = {
  deprecated: '**Deprecated**',
  see: 'See',
  since: 'Since',
  default: 'Default',
  defaultValue: 'Default',
  beta: '**Beta**',
  alpha: '**Alpha**',
  experimental: '**Experimental**',
};

function notes(tags: BlockTag[]): string {
  return tags
    .filter(({ name }) => Object.hasOwn(noteNames, name))
    .map(({ name, text }) => {
      const about = sentence(text);
      return about === '' ? noteNames[name]! : `${noteNames[name]}: ${about}`;
    })
    .join('\n\n');
}

function example({ text }: BlockTag, fence: string): Block[] {
  const caption = /^\s*<caption>([\s\S]*?)<\/caption>/.exec(text);
  const body = caption ? text.slice(caption[0].length) : text;
  const blocks: Block[] = [];
  if (caption) pushText(blocks, oneLine(caption[1]!));
  if (/^\s*(```|~~~)/m.test(body)) return [...blocks, ...markdownBlocks(body, { fallback: fence })];
  const code = body.replace(/^\s*\n/, '').trimEnd();
  return code.trim() === '' ? blocks : [...blocks, { kind: 'code', language: fence, code }];
}
