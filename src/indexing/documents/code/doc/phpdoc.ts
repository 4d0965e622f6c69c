import { trimBlankLines } from '../../blank-lines.ts';
import { escapeText } from 'entities';
import { dedentText } from '../../indentation.ts';
import type { Block } from '../../document.ts';
import type { DocPart } from '../code-symbol.ts';
import {
  codeSpan,
  linkText,
  namedItem,
  oneLine,
  replaceInlineTags,
  splitTags,
  titledList,
  type BlockTag,
} from '../../block-tags.ts';
import { decodeEntities } from '../../entities.ts';
import { htmlToMarkdown } from './html-text.ts';
import { itemText, markdownBlocks, markdownParts, pushText } from './markdown-parts.ts';

/** Parses PHPDoc: Markdown and HTML with inline tags, then block tags as lists and examples as code. */
export function phpdocParts(doc: string, fence: string): DocPart[] {
  const { description, tags } = splitTags(doc, { inline: true });
  const rules = { fallback: fence, text: prose, code: withoutOpening };
  const parts = markdownParts(fencedHtml(description), rules);
  const last = parts.at(-1)!.blocks;
  for (const list of [parameters(tags), typeParameters(tags), ...outcomes(tags)])
    pushText(last, list);
  for (const { name, text } of tags) if (name === 'example') last.push(...example(text, fence));
  return parts;
}

/** Returns whether a comment says more than the types in the signature. */
export function hasPhpProse(doc: string): boolean {
  const { description, tags } = splitTags(doc, { inline: true });
  if (description !== '') return true;
  return tags.some(({ name, text }) => {
    if (!Object.hasOwn(spoken, name)) return false;
    if (!typed.has(name)) return true;
    const { type, rest } = splitType(oneLine(text));
    return type.includes('{') || rest.replace(/^[.&]*\$\w+/, '').trim() !== '';
  });
}

/** Tags whose text begins with a type. */
const typed = new Set(['param', 'return', 'throws', 'var']);
/** Tags that a reader sees, with their titles. */
const spoken: Readonly<Record<string, string>> = {
  param: 'Parameters',
  return: 'Returns',
  throws: 'Throws',
  var: 'Type',
  deprecated: '**Deprecated**',
  see: 'See',
  link: 'See',
  since: 'Since',
  note: 'Note',
  example: '',
};

/** Converts inline tags and HTML in a text, outside of code spans. */
function prose(text: string): string {
  const linked = replaceInlineTags(text, (name, body) => {
    if (/^(?:see|link|uses|usedby)$/i.test(name)) return escapeText(reference(body));
    return /^(?:inheritdoc|internal|source|example)$/i.test(name) ? '' : body;
  });
  const pieces = linked.split(/(`{1,3}[^`\n]{1,500}`{1,3})/);
  return htmlToMarkdown(
    pieces
      .map((piece, at) => (at % 2 === 1 ? escapeText(decodeEntities(piece)) : shownTags(piece)))
      .join(''),
  );
}

/** Escapes what looks like a tag, but is a type or what the text is about. */
function shownTags(text: string): string {
  return text.replace(
    /<(?!\/?(?:a|b|i|em|strong|p|br|ul|ol|li|tt|code|pre|dl|dt|dd|blockquote|var|kbd|h[1-6]|hr|table|tr|td|th|span)\b|!--)/gi,
    '&lt;',
  );
}

/** Returns `{@see Saw::cut() words}` as words: those behind the target, or the target as code. */
function reference(body: string): string {
  const target = body.trim();
  return /^https?:/.test(target) ? linkText(target) : linkText(target.replace(/^\\/, ''));
}

function sentence(text: string): string {
  return prose(oneLine(text));
}

/** Returns the text of a tag on one line, or its lines if it has a list. */
function lines(text: string): string {
  const shown = itemText(text);
  return shown.includes('\n') ? prose(shown).trim() : prose(shown);
}

/** Splits a text behind the type at its start, whose brackets can hold spaces: `array<int, string>|null $saw the saw`. */
export function splitType(text: string): { type: string; rest: string } {
  const start = text.trimStart();
  let depth = 0;
  for (let at = 0; at < start.length; at += 1) {
    const mark = start[at]!;
    if ('<({['.includes(mark)) depth += 1;
    else if ('>)}]'.includes(mark)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && /\s/.test(mark) && endsType(start, at)) {
      return { type: typeName(start.slice(0, at)), rest: start.slice(at).trim() };
    }
  }
  return depth === 0 ? { type: typeName(start), rest: '' } : { type: '', rest: start };
}

/** Returns a type on one line, without the backslash that begins the full name of a class. */
function typeName(text: string): string {
  return oneLine(text).replace(/(?<![\w\\])\\(?=[A-Z])/g, '');
}

/** Returns whether a space ends a type. Those around `|` and behind the parameters of a callable do not. */
function endsType(text: string, at: number): boolean {
  const after = text.slice(at, at + 50).trimStart();
  return (
    !/[|&]$/.test(text.slice(Math.max(0, at - 1), at)) &&
    !/^(?:\||&(?![\w$.]))/.test(after) &&
    !text.slice(Math.max(0, at - 2), at).endsWith('):')
  );
}

function parameters(tags: BlockTag[]): string {
  const items: string[] = [];
  let last = '';
  for (const { name, text } of tags) {
    // WordPress lists the keys of an array between braces below it: `@type string $size The size.`
    const isKey = name === 'type' && last === 'param';
    if (name === 'param' || isKey) items.push(`${isKey ? '  ' : ''}${parameter(text, isKey)}`);
    if (!isKey) last = name;
  }
  return titledList('Parameters', items);
}

const variable = /^&?(?:\.\.\.)?&?\$\w+(?:,\.\.\.)?/;

function parameter(text: string, isKey: boolean): string {
  const brace = isKey ? /\s*\}\s*$/ : /(?<=\s)\{[ \t]*(?=\n|$)/;
  const start = text.trimStart().replace(brace, '');
  const { type, rest } = variable.test(start) ? { type: '', rest: start } : splitType(start);
  const [name = ''] = variable.exec(rest) ?? [];
  const about = lines(
    rest
      .slice(name.length)
      .replace(/^\s*[-:]\s+/, ' ')
      .trim(),
  );
  return name === '' ? namedItem(type, about) : namedItem(name, about, [codeSpan(type)]);
}

function typeParameters(tags: BlockTag[]): string {
  const items = tags
    .filter(({ name }) => /^template(?:-co(?:variant)?|-contravariant)?$/.test(name))
    .map(({ text }) => /^\s*(\w+)(?:\s+(?:of|as)\s+(\S+))?\s*([\s\S]*)$/.exec(text))
    .filter((match) => match !== null && match[3] !== '')
    .map((match) => namedItem(match![1]!, sentence(match![3]!)));
  return titledList('Type parameters', items);
}

function outcomes(tags: BlockTag[]): string[] {
  const thrown = tags
    .filter(({ name }) => name === 'throws')
    .map(({ text }) => splitType(text))
    .map(({ type, rest }) => namedItem(type, sentence(rest)));
  const shown = (isFirst: boolean): string[] =>
    tags
      .filter(({ name }) => Object.hasOwn(spoken, name) && typed.has(name) === isFirst)
      .map(outcome);
  const list = titledList('Throws', thrown);
  return [...shown(true), list, ...shown(false)];
}

function outcome({ name, text }: BlockTag): string {
  const title = spoken[name]!;
  if (name === 'return' || name === 'var') return typedOutcome(title, text);
  if (name === 'param' || name === 'throws' || name === 'example') return '';
  if (name === 'see' || name === 'link') return text.trim() === '' ? '' : `${title}: ${seen(text)}`;
  const about = lines(text);
  if (name === 'deprecated' && about === '') return title;
  return about === '' ? '' : `${title}: ${about}`;
}

function typedOutcome(title: string, text: string): string {
  const { type, rest } = splitType(text);
  const about = lines(rest.replace(/^\$\w+\s*/, '').replace(/^[-:]\s+/, ''));
  if (about === '' && /^(?:void|)$/.test(type)) return '';
  return `${title}${type === '' ? '' : ` ${codeSpan(type)}`}${about === '' ? '' : `: ${about}`}`;
}

function seen(text: string): string {
  const [, target = '', words = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (/^https?:/.test(target)) return words === '' ? target : `[${oneLine(words)}](${target})`;
  const isName = /^[\w\\$:]+(?:\(\))?$/.test(target) && /[\\:$(]|^[A-Z]\w*$/.test(target);
  const about = sentence(isName ? words : text);
  return isName
    ? `${codeSpan(target.replace(/^\\/, ''))}${about === '' ? '' : ` ${about}`}`
    : about;
}

function example(text: string, fence: string): Block[] {
  if (/^\s*(?:```|~~~)/m.test(text))
    return markdownBlocks(text, { fallback: fence, code: withoutOpening });
  const code = dedentText(text.replace(/^\s*\n/, '').replace(/^<\/?code>$/gm, ''));
  // The name of a file says nothing without the file.
  const isCode = /[;({]/.test(code);
  return isCode ? [{ kind: 'code', language: fence, code: withoutOpening(code).trimEnd() }] : [];
}

function withoutOpening(code: string): string {
  return code.replace(/^\s*<\?php\s*\n/, '').replace(/\n\s*\?>\s*$/, '');
}

/** Returns a text whose `<pre>` and `<code>` on several lines are fences. */
function fencedHtml(text: string): string {
  const opening = /<(pre|code)(?:\s[^<>]{0,100})?>/gi;
  // A search for each tag in the whole text would take long if a text has many.
  const lower = text.toLowerCase();
  let result = '';
  let at = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const from = opening.lastIndex;
    const end = lower.indexOf(`</${match[1]!.toLowerCase()}>`, from);
    if (end < 0) break;
    const inner = text.slice(from, end);
    if (!inner.includes('\n') || inner.includes('```')) continue;
    const code = trimBlankLines(inner.replace(/<\/?(?:code|pre)(?:\s[^<>]{0,100})?>/gi, ''));
    result += `${text.slice(at, match.index)}\n\n\`\`\`\n${decodeEntities(code)}\n\`\`\`\n\n`;
    at = end + match[1]!.length + 3;
    opening.lastIndex = at;
  }
  return result + text.slice(at);
}
