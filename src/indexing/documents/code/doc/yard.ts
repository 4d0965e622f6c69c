import type { Block } from '../../document.ts';
import type { DocPart } from '../code-symbol.ts';
import { codeSpan, namedItem, oneLine, titledList, type BlockTag } from '../../block-tags.ts';
import { dedent } from '../../indentation.ts';
import { itemText, markdownParts, pushBlocks, pushText } from './markdown-parts.ts';
import { rdocInline, rdocToMarkdown } from './rdoc.ts';

/** Tags of YARD. Other words behind `@` are instance variables in the text. */
const tagLine =
  /^@(abstract|api|attr(?:_reader|_writer)?|author|deprecated|example|macro|note|option|overload|param|private|raise|returns?|see|since|todo|version|yield(?:param|return)?)(?![\w=.])(?:[ \t]+|$)/;
/** A tag that stands too far to the right. Its types show that it is one. */
const shiftedTag =
  /^[ \t]{1,4}@(option|param|raise|return|yield(?:param|return)?)[ \t]+(?=(?:\w+[ \t]+)?\[)/;
/** Directives of YARD, which say how to read the code. */
const directiveLine = /^@!\w/;
const maxTags = 200;

/** Parses a comment of Ruby: text in RDoc or Markdown, then the tags of YARD as lists and its examples as code. */
export function rubyDocParts(doc: string, fence: string): DocPart[] {
  return partsOf(doc, fence, 0);
}

function partsOf(doc: string, fence: string, depth: number): DocPart[] {
  const { description, tags } = splitTags(doc);
  const rules = { fallback: fence, text: rdocInline };
  const parts = markdownParts(rdocToMarkdown(description), rules).map((part) => ({
    ...part,
    heading: rdocInline(part.heading),
  }));
  const last = parts.at(-1)!.blocks;
  for (const tag of tags.filter(({ name }) => notices.has(name))) {
    pushText(last, notice(tag));
  }
  for (const list of [parameters(tags), options(tags), outcomes(tags)]) pushText(last, list);
  for (const tag of tags.filter(({ name }) => name === 'example')) pushExample(last, tag, fence);
  const overloads = depth > 0 ? [] : tags.filter(({ name }) => name === 'overload');
  for (const { text } of overloads)
    pushOverload(last, text, { fence, titled: overloads.length > 1 });
  return parts;
}

/** Splits a comment at the lines that begin with a tag. The lines of a tag are indented, or follow it directly. */
function splitTags(doc: string): { description: string; tags: BlockTag[] } {
  const description: string[] = [];
  const tags: { name: string; lines: string[] }[] = [];
  let open = false;
  for (const line of doc.split('\n')) {
    const match = tagLine.exec(line) ?? (open ? null : shiftedTag.exec(line));
    const before: string = open ? tags.at(-1)!.lines.at(-1)! : '';
    if (match && tags.length < maxTags) {
      tags.push({ name: match[1]!, lines: [line.slice(match[0].length)] });
      open = true;
    } else if (!directiveLine.test(line)) {
      open &&= /^\s|^$/.test(line) || before.trim() !== '';
      (open ? tags.at(-1)!.lines : description).push(line);
    }
  }
  return {
    description: description.join('\n').trim(),
    tags: tags.map(({ name, lines }) => ({ name, text: lines.join('\n').trimEnd() })),
  };
}

interface Entry {
  types: string;
  name: string;
  about: string;
}

const named = /^\s*([*&]{0,2}[\w.:]+[?!=]?)(?:\s+|$)/;

/** Reads the types in brackets, and the name before or behind them. */
function entryOf(text: string, hasName: boolean): Entry {
  const before = hasName && !/^\s*\[/.test(text) ? named.exec(text) : null;
  const { types, rest } = typesOf(before ? text.slice(before[0].length) : text);
  const behind = hasName && !before ? named.exec(rest) : null;
  const about = behind ? rest.slice(behind[0].length) : rest;
  return {
    types,
    name: (before ?? behind)?.[1] ?? '',
    about: inline(about.replace(/^[-–:]\s+/, '')),
  };
}

/** Returns the types that stand in brackets at the start of a text. */
function typesOf(text: string): { types: string; rest: string } {
  const start = text.trimStart();
  if (!start.startsWith('[')) return { types: '', rest: start };
  let depth = 0;
  for (const { 0: bracket, index } of start.slice(0, 1000).matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1;
    if (depth === 0) {
      return { types: oneLine(start.slice(1, index)), rest: start.slice(index + 1).trimStart() };
    }
  }
  return { types: '', rest: start };
}

/** Returns the text of a tag on one line, or its lines if it has a list. */
function inline(text: string): string {
  return rdocInline(itemText(text));
}

function item({ types, name, about }: Entry, fact = ''): string {
  if (name !== '') return namedItem(name, about, [codeSpan(types), fact]);
  // An exception has a type and no name.
  return types === '' ? `- ${about}` : namedItem(types, about);
}

function parameters(tags: BlockTag[]): string {
  const items = tags.filter(({ name }) => name === 'param' || name.startsWith('attr'));
  return titledList(
    'Parameters',
    items.map(({ text }) => item(entryOf(text, true))),
  );
}

/** Returns the options of each parameter that is a hash: `@option options [String] :name ("x") the text`. */
function options(tags: BlockTag[]): string {
  const byOwner = new Map<string, string[]>();
  for (const { text } of tags.filter(({ name }) => name === 'option')) {
    const [, owner = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    const { types, rest: behind } = typesOf(rest);
    const [all = '', name = '', fallback = ''] =
      /^["']?(:?[\w.-]+[?!]?:?(?:\[:?\w+\])*)["']?(?:\s+\(([^()\n]{0,200})\))?\s*/.exec(behind) ??
      [];
    const about = behind.slice(all.length);
    const swapped = types === '' ? typesOf(about) : { types, rest: about };
    const entry = { types: swapped.types, name, about: inline(swapped.rest) };
    const items = byOwner.get(owner) ?? [];
    items.push(item(entry, fallback === '' ? '' : `default ${codeSpan(fallback)}`));
    byOwner.set(owner, items);
  }
  return [...byOwner]
    .map(([owner, items]) => titledList(`Options of ${codeSpan(owner)}`, items))
    .join('\n\n');
}

const outcomeNames: Readonly<Record<string, string>> = {
  return: 'Returns',
  returns: 'Returns',
  yieldreturn: 'The block returns',
  see: 'See',
  since: 'Since',
};

function outcomes(tags: BlockTag[]): string {
  const given = tags
    .filter(({ name }) => name === 'yieldparam')
    .map(({ text }) => item(entryOf(text, true)));
  const thrown = tags
    .filter(({ name }) => name === 'raise')
    .map(({ text }) => item(entryOf(text, false)));
  const others = tags
    .filter(({ name }) => Object.hasOwn(outcomeNames, name))
    .map(({ name, text }) =>
      outcome(outcomeNames[name]!, name === 'see' ? seen(text) : entryOf(text, false)),
    );
  const blocks = tags
    .filter(({ name }) => name === 'yield')
    .map(({ text }) => outcome('Yields', entryOf(text, false)));
  return [...blocks, titledList('The block takes', given), ...others, titledList('Raises', thrown)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function outcome(title: string, { types, about }: Entry): string {
  if (types === '' && about === '') return '';
  const isPlain = /^void$/.test(types) && about === '';
  return isPlain ? '' : `${title}${types ? ` ${codeSpan(types)}` : ''}${about ? `: ${about}` : ''}`;
}

/** Reads `@see Saw#cut words` and `@see https://example.org words`. */
function seen(text: string): Entry {
  const [, target = '', words = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const isName = /^(?:[A-Z]\w*(?:::\w+)*)?(?:[#.][\w?!=]+)?$/.test(target);
  const about = isName ? `${codeSpan(target)} ${inline(words)}` : inline(text);
  return { types: '', name: '', about: about.trim() };
}

const notices = new Set(['abstract', 'note', 'deprecated']);

function notice({ name, text }: BlockTag): string {
  const about = inline(text);
  if (name === 'abstract') return about;
  if (name === 'deprecated') return about === '' ? '**Deprecated**' : `**Deprecated**: ${about}`;
  return about === '' ? '' : `Note: ${about}`;
}

function pushExample(blocks: Block[], { text }: BlockTag, fence: string): void {
  const [title = '', ...lines] = text.split('\n');
  const written = lines.join('\n').trim() === '' ? [title] : dedent(lines);
  const label = written[0] === title ? '' : rdocInline(title.trim()).replace(/`/g, '');
  const code = written
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .replace(/^```\w*\n|\n```$/g, '')
    .trimEnd();
  if (code.trim() === '') return;
  blocks.push({ kind: 'code', language: fence, code, ...(label === '' ? {} : { label }) });
}

/** Adds the text of one of several signatures, which the lines below it indent. */
function pushOverload(
  blocks: Block[],
  text: string,
  { fence, titled }: { fence: string; titled: boolean },
): void {
  const [signature = '', ...lines] = text.split('\n');
  if (titled && lines.length > 0) pushText(blocks, `**${codeSpan(signature)}**`);
  for (const part of partsOf(dedent(lines).join('\n').trim(), fence, 1)) {
    pushBlocks(blocks, part.blocks);
  }
}
