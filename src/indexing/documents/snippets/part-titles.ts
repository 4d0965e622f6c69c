import type { Block } from '../document.ts';
import { dedentText } from '../indentation.ts';
import { isGeneric } from './snippet-titles.ts';

const noteKinds = 'attention|caution|danger|hint|important|success|tip|todo';
/** Words in bold that are no terms: kinds of notes, versions of changes, captions of tables, and aspects of what the title names. */
const noTerm = `(?!(?:${noteKinds}|deprecated|examples?|info|notes?|see also|warning|(?:version )?(?:added|changed)|new in)\\b|(?:figure|table) \\d|(?:additional re(?:ferences|sources)|body|description|input|next steps|options|output|parameters|prerequisites|procedure|request|response|result|returns|schema|syntax|usage|verification(?: steps)?)\\*)`;
const name = `(?:\\*\\*${noTerm}([^*\\n]{2,80}(?<!:))\\*\\*|\`([^\`\\n]{2,100}|[\\w-]{3,40} \\[[^\`\\n]{2,400})\`)`;
/** Other names of an option, and its arguments. */
const others =
  '(?:,? ?(?:\\*\\*[^*\\n]{1,60}\\*\\*|\\*[^*\\n]{1,60}\\*|`[^`\\n]{1,60}`|\\[[^\\]\\n]{1,60}\\]|[=|])){0,8}';
/**
 * What a text defines: an item of a list such as `- **-o**, **--oil** *kind*: Oil it.`, a term above its definition, which can begin with a colon, also in an item,
 * and an option such as `**--oil**="": Oil it.`
 */
const term = new RegExp(
  [
    `^[-*] ${name}${others}(?=:| [(—–-])`,
    `^${name}[^\\n]{0,200}\\n:[ \\t]`,
    `^(?:(?:[-*]|\\d{1,3}\\.) {1,3})?${name}(?:, \`[^\`\\n]{1,60}\`){0,8}$`,
    '^\\*\\*(--?[\\w-]{1,60})\\*\\*[=:]',
  ].join('|'),
  'gim',
);

/** The heads of tables, and a text that begins with one. */
const tableHeads = /^\|[^\n]*\n\|[ :|-]+\n(?=\|)/gm;
const table = /^\|[^\n]*\n\|[ :|-]+\n\|/;
/** A row of a table whose first cell is a name, as code, in bold, or alone. Its type can follow, and a note can stand before it. */
const namedRow =
  /^\| {0,9}(?:\([^()\n]{1,40}\) )?\*?(?:\*\*([\w.[\]@:/<>-]{2,60})\*\*|`([^`\n]{2,100})`|([\w.[\]@:/<>-]{2,60}))(?=\*? {0,9}\||#? _|(?<=[*`])\*? )/gm;

/** An option of a command in its help. */
const option = /^ {0,12}(?:-\w,? )?(--[\w][\w.-]{0,100})/gm;
/** A key of YAML, also in brackets, as references of configuration write what can be left out. */
const key = /^( *)\[?([\w][\w.-]{0,60}):(?= |$)/gm;

/** Maximum length of the beginning of an item. */
const longestItem = 1000;
/** Maximum length of both terms. The title stands before each part that is embedded. */
const longest = 100;
/** A line at the start of a text that stands over it as a title. */
const titleLine = /^(?:\*\*([^*\n]{2,80})\*\*|#### (.{2,80}))(?:\n|$)/;
/** The number of a table or an example before its title. */
const numbered = /^(?:table|example|figure|listing) \d[\d.]{0,8}[.:] (?=\S)/i;
/** Titles that say what kind of note a text is, or since which version it holds. */
const kindOfNote = new RegExp(
  `^(?:(?:${noteKinds}|question)s?\\W*$|see ?also\\b|version (?:added|changed|removed)\\b|(?:added|changed|deprecated|new|removed) (?:in|since)\\b)`,
  'i',
);

/** Emphasis within bold text, as of an optional field: `**_teeth_**`. */
const emphasis = /^_(?!_)(.+)(?<!_)_$/;

/**
 * Returns the title of a further part of a section: with its own title, or with the first and the last term that it defines, like the head of a page in a
 * dictionary. Otherwise all parts of the options of a command had the same title. Code has terms only if it was cut: `whole` has
 * the blocks of the section.
 */
export function titleOfPart(
  title: string,
  parts: readonly Block[][],
  at: number,
  whole: readonly Block[],
): string {
  const items = parts[at]!;
  const terms = termsOfText(parts, at);
  const own = terms && terms.length > 1 ? undefined : ownTitle(items);
  const [first, ...others] = own ?? terms ?? termsOfCode(items, whole);
  const last = others.at(-1);
  // Rows of a rating or an answer, such as "Low", are no terms.
  if (first === undefined || first === last) return title;
  if (last === undefined && title.includes(first)) return title;
  const range = [first, ...(last === undefined ? [] : [last])].join(' … ');
  return `${title.replace(/\s*:$/, '')}: ${range.length > longest ? `${first} …` : range}`;
}

/** Returns whether a text begins with an item of a list that defines a term. */
export function definesTerm(text: string): boolean {
  return /^[-*] /.test(text) && text.slice(0, longestItem).search(term) === 0;
}

/** Returns the title with which a part begins, unless it can stand in any document. */
function ownTitle([first]: Block[]): [string] | undefined {
  const [, bold, heading = ''] = (first?.kind === 'text' && titleLine.exec(first.text)) || [];
  const written = (bold ?? heading)
    .replaceAll('`', '')
    .replace(numbered, '')
    .replace(/\s*:?\s*$/, '');
  return isGeneric(written) || kindOfNote.test(written) ? undefined : [written];
}

/** Returns the terms of a part that begins with one, or within the text of one; undefined for any other part. */
function termsOfText(parts: readonly Block[][], at: number): string[] | undefined {
  const text = textOf(parts[at]!);
  const isTable = table.test(text);
  const found = isTable ? text.replace(tableHeads, '').matchAll(namedRow) : text.matchAll(term);
  const all = [...found];
  const own = all.map(nameIn);
  if (all[0]?.index === 0) return own;
  const around =
    !isTable && /^ {2,}\S/.test(text)
      ? lastTerm(parts.slice(Math.max(0, at - mostBehind), at))
      : undefined;
  if (around === undefined) return undefined;
  if (own.length > 0) return [around, ...own];
  // Of the list in an item, the terms tell its parts apart.
  const [first, ...others] = [...dedentText(text).matchAll(term)].map(nameIn);
  return first === undefined ? [around] : [`${around}: ${first}`, ...others];
}

/** Maximum number of parts through which an item goes on. */
const mostBehind = 10;
/** The beginning of an item or of a text that stands in none. */
const outermost = /^(?!:[ \t])\S/gm;

/** Returns the term of the item that goes on behind some parts; undefined if it defines none. */
function lastTerm(parts: readonly Block[][]): string | undefined {
  for (const part of parts.toReversed()) {
    const text = textOf(part);
    const begin = [...text.matchAll(outermost)].at(-1)?.index;
    if (begin === undefined) continue;
    const found = [...text.matchAll(term)].at(-1);
    return found?.index === begin ? nameIn(found) : undefined;
  }
  return undefined;
}

function textOf(items: readonly Block[]): string {
  return items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])).join('\n');
}

/** The arguments of a command or an option, as in `cut [-o] [file]`. */
const commandArguments = /(?<=^[\w-]{3,40}) \[[^]*$/;

/** Returns the name of a term: the long one of an option that has two, and a command without its arguments. */
function nameIn([whole, ...names]: RegExpMatchArray): string {
  const own = names.find((one) => one !== undefined) ?? '';
  const [long] = /^-\w\b/.test(own) ? (/--\w[\w-]{0,60}/.exec(whole) ?? []) : [];
  return long ?? own.replace(emphasis, '$1').replaceAll('`', '').replace(commandArguments, '');
}

/** Returns the options or the outermost keys in a part of code. */
function termsOfCode(items: Block[], whole: readonly Block[]): string[] {
  const [part, ...others] = items.filter((item) => item.kind === 'code');
  if (!part || others.length > 0 || whole.includes(part)) return [];
  if (/^(?:|text|txt|console)$/.test(part.language))
    return Array.from(part.code.matchAll(option), ([, name = '']) => name);
  if (!/^ya?ml$/.test(part.language)) return [];
  const keys = Array.from(part.code.matchAll(key), ([, { length } = '', name = '']) => ({
    length,
    name,
  }));
  const outermost = Math.min(...keys.map(({ length }) => length));
  return keys.filter(({ length }) => length === outermost).map(({ name }) => name);
}
