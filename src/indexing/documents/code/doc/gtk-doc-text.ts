import { trimBlankLines } from '../../blank-lines.ts';
import { codeSpan, namedItem, oneLine, titledList } from '../../block-tags.ts';
import { capitalized } from '../../text-pieces.ts';
import type { DocPart } from '../code-symbol.ts';
import { htmlToMarkdown } from './html-text.ts';
import { markdownParts, outsideCode } from './markdown-parts.ts';
import { linkedSymbol } from './gtk-links.ts';

/** Text after the parameters that begins with a name of gtk-doc: `Returns: the depth`. */
const tag =
  /^(Returns|Return value|Since|Deprecated|Stability|Rename to|Virtual|Attributes|Type|Unref func|Ref func|Set value func|Get value func|Value|Transfer|Emitter|Default value|Set property|Get property|Finish func|Async func|Sync func)[ \t]*:(.*)$/i;
const parameter = /^[ \t]*@([\w.-]+)[ \t]*:(.*)$/;
/** Annotations in brackets: `(transfer full) (nullable): the blade`. */
const annotations = /^\s*((?:\([^()]{0,300}\)\s*){1,12}):?[ \t]*/;

interface Item {
  name: string;
  text: string[];
}

interface Pieces {
  parameters: Item[];
  body: string[];
  tags: Item[];
}

/**
 * Parses a comment for gtk-doc or gi-docgen: Markdown with links to symbols, after the parameters and before what begins with a name.
 * `prefix` is what the names of the library begin with. https://gi.readthedocs.io/en/latest/annotations/gtkdoc.html
 */
export function gtkDocParts(doc: string, fence: string, prefix: string): DocPart[] {
  const { parameters, body, tags } = piecesOf(doc);
  const about = new Map(tags.map(({ name, text }) => [name.toLowerCase(), text.join('\n')]));
  const isType = parameters.some(({ name }) => /^[A-Z][A-Z\d]+_[A-Z\d_]+$/.test(name));
  const title = isType ? 'Values' : 'Parameters';
  const markdown = [
    deprecation(about.get('deprecated')),
    codeBlocks(admonitions(body).join('\n')).trim(),
    titledList(title, parameters.map(parameterItem)),
    returned(about.get('returns') ?? about.get('return value')),
    since(about.get('since')),
  ];
  const written = markdown.filter((text) => text !== '').join('\n\n');
  return markdownParts(written, {
    fallback: fence,
    text: (text) => asText(text, prefix),
    language: languageOf,
  });
}

function piecesOf(doc: string): Pieces {
  const pieces: Pieces = { parameters: [], body: [], tags: [] };
  let item: Item | undefined;
  let isCode = false;
  for (const line of doc.split('\n')) {
    const isText = isCode;
    isCode = isInCode(line, isCode);
    const next = isText ? undefined : itemIn(line);
    if (next) {
      item = next.item;
      pieces[next.list].push(item);
      continue;
    }
    // The text begins after an empty line, and only what is returned has paragraphs.
    if (line.trim() === '' && !/^return/i.test(item?.name ?? '')) item = undefined;
    (item?.text ?? pieces.body).push(line);
  }
  return pieces;
}

/** Returns whether the line after this one is code. */
function isInCode(line: string, isCode: boolean): boolean {
  if (line.includes(']|')) return false;
  return /^[ \t]*(?:```|~~~|\|\[)/.test(line) ? !isCode : isCode;
}

/** Returns the parameter or the tag that begins on a line. */
function itemIn(line: string): { list: 'parameters' | 'tags'; item: Item } | undefined {
  const own = parameter.exec(line);
  const [, name = '', text = ''] = own ?? tag.exec(line) ?? [];
  if (name === '') return undefined;
  return { list: own ? 'parameters' : 'tags', item: { name, text: [text] } };
}

function parameterItem({ name, text }: Item): string {
  const shown = name === 'Varargs' || name === '...' ? '...' : name;
  return namedItem(shown, annotated(oneLine(text.join('\n'))));
}

/** Returns a text without its annotations, and with what they say to a reader. */
function annotated(text: string): string {
  const [head = '', notes = ''] = annotations.exec(text) ?? [];
  const plain = text.slice(head.length).replace(/^:\s*/, '');
  const isOptional = /\((?:nullable|allow-none|optional)\b/.test(notes) && !/\bNULL\b/.test(plain);
  return isOptional ? `${plain.replace(/[.;]$/, '')}. Can be \`NULL\`.` : plain;
}

function returned(text: string | undefined): string {
  if (text === undefined) return '';
  const notes = annotations.exec(text)?.[1] ?? '';
  const owner = /\(transfer full\)/.test(notes) && !/\bfree\b|unref/i.test(text);
  const plain = annotated(text.trim());
  if (plain === '') return '';
  return `Returns: ${plain}${owner ? `${/[.]$/.test(plain) ? '' : '.'} The caller owns it.` : ''}`;
}

function deprecation(text: string | undefined): string {
  if (text === undefined) return '';
  const [, version = '', about = ''] = /^\s*([\d.]*)\s*:?\s*([^]*)$/.exec(annotated(text))!;
  return `**Deprecated**${version === '' ? '' : ` since ${version}`}${about === '' ? '' : `: ${oneLine(about)}`}`;
}

function since(text: string | undefined): string {
  const version = oneLine(text ?? '');
  return version === '' ? '' : `Since: ${version}`;
}

/** Writes `::: note` with indented lines below it as a paragraph. https://gnome.pages.gitlab.gnome.org/gi-docgen/ */
function admonitions(lines: readonly string[]): string[] {
  let isOpen = false;
  return lines.flatMap((line) => {
    const [, kind, rest = ''] = /^:::[ \t]*([a-z]{1,20})\b(.*)$/.exec(line) ?? [];
    isOpen = kind !== undefined || (isOpen && /^(?:[ \t]|$)/.test(line));
    if (kind !== undefined) return ['', `**${capitalized(kind)}:**${rest}`];
    return [isOpen ? line.trimStart() : line];
  });
}

/** Writes code between `|[` and `]|`, whose language a comment names, as fences. */
function codeBlocks(text: string): string {
  if (!text.includes(']|')) return text;
  const [first = '', ...blocks] = text.split('|[');
  const written = blocks.map((block) => {
    const end = block.indexOf(']|');
    if (end === -1) return `|[${block}`;
    const [head = '', language = ''] = codeLanguage.exec(block) ?? [];
    const code = trimBlankLines(block.slice(head.length, end));
    return `\n\`\`\`${language}\n${code}\n\`\`\`\n${block.slice(end + 2)}`;
  });
  return first + written.join('');
}

const codeLanguage = /^[ \t]*<!--[ \t]*language="([\w+#. -]{1,30})"[ \t]*-->/i;

function languageOf(info: string): string {
  const name = /^[^\s{,]*/.exec(info.replace(/^\{?\.?/, ''))![0].toLowerCase();
  return name === 'plain' ? '' : name;
}

/** Elements of DocBook, which older comments have, as HTML. */
const docbook: readonly (readonly [RegExp, string])[] = [
  [
    /<\/?(?:literal|function|type|structname|structfield|varname|filename|command|envar|parameter|constant|classname|option|keycap|property)(?:\s[^<>]{0,200})?>/g,
    '`',
  ],
  [/<\/?(?:emphasis|firstterm|replaceable|wordasword)(?:\s[^<>]{0,200})?>/g, '*'],
  [
    /<(?:ulink|link)\s[^<>]{0,20}?(?:url|xlink:href)="([^"<>]{1,300})"[^<>]{0,100}>([^<>]{0,300})<\/(?:ulink|link)>/g,
    '[$2]($1)',
  ],
  [
    /<\/?(?:link|xref|anchor|inlinegraphic|picture|source|img|span|quote|kbd)(?:\s[^<>]{0,400})?>/g,
    '',
  ],
  [/[ \t]*<(?:listitem|member)(?:\s[^<>]{0,200})?>\s*(?:<para>)?\s*/g, '\n- '],
  [/<\/?title>/g, '**'],
  [
    /[ \t]*<\/?(?:para|simpara|itemizedlist|orderedlist|simplelist|variablelist|varlistentry|term|listitem|member|note|warning|example|informalexample|refsect[1-3]|mediaobject|figure|table|informaltable|tgroup|thead|tbody)(?:\s[^<>]{0,200})?\/?>[ \t]*/g,
    '\n\n',
  ],
];

function asText(text: string, prefix: string): string {
  const plain = outsideCode(text, (piece) => {
    let changed = piece;
    for (const [pattern, shown] of docbook) changed = changed.replace(pattern, shown);
    return withSymbols(changed, prefix);
  });
  return htmlToMarkdown(plain).replace(/\n{3,}/g, '\n\n');
}

/** A link of gi-docgen, https://gnome.pages.gitlab.gnome.org/gi-docgen/linking.html, with the text before it. */
const link = /(?:\[([^[\]\n]{1,200})\])?\[(\w{1,20})@([^\]`\s]{1,200})\]/g;
/** `%TRUE`, `#AcmeSaw`, `#AcmeSaw:depth`, `#AcmeSaw::stopped` and `@blade`. A sign after a backslash is a sign. */
const sign =
  /(?<![\w&/\\.])[%#@](?=[A-Za-z_])(\w+(?:::?[a-z][\w-]*)?(?:\(\))?)|(?<!\\)%(-?\d+)\b(?!\s*%)/g;

function withSymbols(text: string, prefix: string): string {
  return text
    .replace(link, (_, label: string | undefined, kind: string, target: string) =>
      label === undefined ? codeSpan(linkedSymbol(kind, target, prefix)) : label,
    )
    .replace(sign, (_, name: string | undefined, number: string | undefined) =>
      codeSpan(name ?? number ?? ''),
    )
    .replace(/\\([%#@])/g, '$1');
}
