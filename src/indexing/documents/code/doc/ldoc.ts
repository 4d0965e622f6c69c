import { oneLine, splitTags, titledList, type BlockTag } from '../../block-tags.ts';
import type { DocPart } from '../code-symbol.ts';
import { htmlInText } from './html-text.ts';
import { jsdocParts } from './jsdoc.ts';
import { outsideCode } from './markdown-parts.ts';

/** Tags of LDoc that are parameters of the type with their name. */
const typeTags = new Set([
  'string',
  'number',
  'int',
  'bool',
  'func',
  'tab',
  'array',
  'thread',
  'file',
]);

/** A parameter or a field. */
export interface LuaParameter {
  name: string;
  type: string;
  text: string;
  optional: boolean;
  fallback: string;
}

const modifier = /^\[([^\]\n]{0,100})\]\s*/;
const written = /^(\.\.\.|[\w.:]{1,100})(\?)?\s*/;

/**
 * Reads a parameter of LDoc, such as `@tparam[opt=1] int depth how far`, or of a language server, such as `@param depth? integer # how far`,
 * whose tag has the name `param-typed`; undefined for another tag.
 */
export function luaParameter({ name: tag, text }: BlockTag): LuaParameter | undefined {
  if (!typeTags.has(tag) && !/^(?:t?param|param-typed)$/.test(tag)) return undefined;
  const [flags = '', option = ''] = modifier.exec(text) ?? [];
  const { name, type, text: about, isOptional } = typedName(tag, text.slice(flags.length));
  return {
    name,
    type,
    text: about.replace(/^(?:#|--?|:)\s*/, '').trim(),
    optional: option.startsWith('opt') || isOptional,
    fallback: /\bopt(?:chain)?=(.*)$/.exec(option)?.[1] ?? '',
  };
}

/** Splits a parameter into its name, its type and its text. */
function typedName(
  tag: string,
  text: string,
): { name: string; type: string; text: string; isOptional: boolean } {
  const before = tag === 'tparam' ? leadingType(text) : { type: '', rest: text };
  const [head = '', name = '', mark] = written.exec(before.rest) ?? [];
  const behind = before.rest.slice(head.length);
  const { type, rest } =
    tag === 'param-typed' ? typeIn(behind) : { type: before.type, rest: behind };
  return { name, type: typeTags.has(tag) ? tag : type, text: rest, isOptional: mark !== undefined };
}

/** Splits a type from the text behind it, if a text begins with one. */
function typeIn(text: string): { type: string; rest: string } {
  return knownType.test(text) ? leadingType(text) : { type: '', rest: text };
}

/** Returns a comment whose tags have the types of a language server with names that say so. */
export function withTypedTags(doc: string): string {
  return doc.replace(/^([ \t]{0,20}@(?:param|return|field))\b(?!-)/gm, '$1-typed');
}

/** What begins a type of a language server. Words of a sentence do not. */
const knownType =
  /^(?:(?:string|number|integer|boolean|bool|table|function|nil|any|thread|userdata|void|self|fun\s?\()(?![\w-])|fun\(|[\w.]{1,100}(?:\[\]|\?|[|<]|\.\w)|[A-Z]\w{0,60}(?=\s*(?:$|\n|#))|[{"'`])/;

/** Splits a type from the text behind it. A type can have blanks in brackets, and behind a colon or a bar. */
function leadingType(text: string): { type: string; rest: string } {
  let depth = 0;
  let at = 0;
  const more = /^fun\s?\(/.test(text) ? /[:|,]$/ : /[|,]$/;
  for (; at < text.length && at < 500; at += 1) {
    const sign = text[at]!;
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}>'.includes(sign)) depth = Math.max(0, depth - 1);
    else if (
      depth === 0 &&
      /\s/.test(sign) &&
      !more.test(text.slice(0, at)) &&
      !/^\s*\|/.test(text.slice(at, at + 20))
    )
      break;
  }
  return { type: text.slice(0, at).replace(/:$/, ''), rest: text.slice(at).trimStart() };
}

/**
 * Parses comments of Lua: Markdown or HTML with the tags of LDoc and of language servers. See
 * https://lunarmodules.github.io/ldoc/manual/manual.md.html and https://luals.github.io/wiki/annotations/.
 */
export function luaDocParts(doc: string, fence: string): DocPart[] {
  const { description, tags } = splitTags(doc);
  const { own, texts } = tags.some(({ name }) => name.endsWith('-typed'))
    ? withoutTexts(tags)
    : { own: tags, texts: [] };
  const fields = own.flatMap((tag) =>
    /^field(?:-typed)?$/.test(tag.name) ? [fieldItem(tag)] : [],
  );
  const list = titledList('Fields', fields);
  const about = [description, ...texts, list].filter(Boolean).join('\n\n');
  const fenced = about.replace(/^[ \t]*<\/?pre>[ \t]*$/gm, '```');
  const shown = outsideCode(fenced, (text) => htmlInText(text.replace(reference, referenceText)));
  const others = own.flatMap((tag) => jsdocTag(tag)).join('\n');
  return jsdocParts(`${shown}\n${others.replace(reference, referenceText)}`, fence);
}

/** A link of LDoc: `@{saw.cut}`, `@{saw.cut|the cut}`. */
const reference = /@\{([^{}|\n]{1,200})(?:\|([^{}\n]{0,200}))?\}/g;

function referenceText(_: string, target: string, label?: string): string {
  return label ?? `\`${target.trim()}\``;
}

/** Splits the lines below tags from them: tags of language servers have one line. */
function withoutTexts(tags: readonly BlockTag[]): { own: BlockTag[]; texts: string[] } {
  const texts: string[] = [];
  const own = tags.map(({ name, text }) => {
    if (name === 'usage' || name === 'example') return { name, text };
    const [first = '', ...more] = text.split('\n');
    if (more.length > 0) texts.push(more.join('\n'));
    return { name, text: first };
  });
  return { own, texts };
}

function fieldItem({ name: tag, text }: BlockTag): string {
  const {
    name = '',
    type = '',
    text: about = '',
  } = luaParameter({ name: tag.replace('field', 'param'), text }) ?? {};
  const shown = type === '' ? '' : ` (\`${type}\`)`;
  return `- \`${name}\`${shown}${about === '' ? '' : `: ${oneLine(about)}`}`;
}

const renamed: ReadonlyMap<string, string> = new Map([
  ['raise', 'throws'],
  ['usage', 'example'],
  ['see', 'see'],
  ['since', 'since'],
  ['deprecated', 'deprecated'],
]);

/** Returns a tag as JSDoc writes it; nothing if it says nothing to a reader. */
function jsdocTag(tag: BlockTag): string[] {
  const parameter = luaParameter(tag);
  if (parameter) {
    const { name, type, text, optional, fallback } = parameter;
    const shown = optional ? `[${name}${fallback === '' ? '' : `=${fallback}`}]` : name;
    return [`@param ${braced(type)}${shown} ${text}`];
  }
  if (/^(?:t?return|ret|return-typed)$/.test(tag.name)) return [`@return ${result(tag)}`];
  const name = renamed.get(tag.name);
  return name === undefined ? [] : [`@${name} ${tag.text}`];
}

function result({ name, text: all }: BlockTag): string {
  const text = all.replace(modifier, '');
  if (name === 'return' || name === 'ret') return text;
  const { type, rest } = name === 'treturn' ? leadingType(text) : typeIn(text);
  return `${braced(type)}${rest.replace(/^#\s*/, '')}`;
}

function braced(type: string): string {
  return type === '' ? '' : `{${type}} `;
}
