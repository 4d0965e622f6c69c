import { labelMark, singleSpaced, spanMark } from '../clean.ts';
import { isLabel } from '../link-lists.ts';
import { linkText as docLinkText, replaceInlineTags } from '../block-tags.ts';
import { rolePhrase } from '../rst/inline.ts';
import { titleKey } from '../rst/section-titles.ts';
import { withoutEscapes } from './code-notations.ts';
import { withJoinedTypes } from './code-types.ts';
import { isBadge, stripInlineHtml, type TagRule } from './html.ts';
import { withoutQuotedTags } from './shortcodes.ts';

/** Addresses of a document's references. The keys are labels in lower case. */
type LinkTargets = Readonly<Record<string, { href?: string | null }>>;

/** Rules for the inline text of one document. */
export interface InlineOptions {
  links: LinkTargets;
  tags: TagRule;
  /** Titles of places in other documents, by their keys. See SourceDocument. */
  titles?: ReadonlyMap<string, string>;
}

/** Maximum length of a text that is read as a whole. Longer texts are tables or data, and are read line by line. */
const longestText = 100_000;

const inner = '((?:[^\\[\\]\\\\]|\\\\.|\\[[^\\[\\]]*\\])*)';
// A run of spaces can match in one way only. Otherwise, a long one takes quadratic time.
const target =
  '\\(\\s*(?!\\s)(<[^<>\\n]*>|[^\\s()<>]*(?:\\([^\\s()]*\\)[^\\s()]*)*)(?:\\s+(?!\\s)(?:"[^"]*"|\'[^\']*\'|\\([^()]*\\)))?\\s*\\)';
const image = new RegExp(`!\\[${inner}\\](?:${target}|\\[([^\\[\\]]*)\\])?`, 'g');
/** A picture on a line of its own. */
const pictureLine = new RegExp(`^[ \\t]*!\\[${inner}\\]${target}[ \\t]*$\\n?`, 'gm');
const link = new RegExp(`\\[${inner}\\](?:${target}|\\[([^\\[\\]]*)\\])`, 'g');
/** A link without a text. */
const unnamed = new RegExp(`\\[\\]${target}`, 'g');
/** A symbol of a reference. LangChain and similar sites write a mark before it. */
const symbol = new RegExp(`(?<![\\w\\]])(@)?\\[${inner}\\]\\[([A-Za-z_][\\w.:-]*)\\]`, 'g');
/** A link of another generator to a place of the same name, and a link whose text a generator fills in. */
const sameName = /\[([^[\]]{1,200})\]\[\1\]|\[\s*\]\[[^[\]]*\]/g;
const shortcut = /(@)?\[([^[\]\\^]{1,200})\](?![[(])/g;
const label = new RegExp(`${labelMark}(.*)`, 'g');
const span = new RegExp(`${spanMark}(\\d+)${spanMark}`, 'g');
const onlySpan = new RegExp(`^${spanMark}\\d+${spanMark}$`);
/** A role of MyST, and a usual one of Sphinx in text that was made of reStructuredText. */
const role = new RegExp(
  `(?:\\{([A-Za-z][\\w:+.-]{0,60})\\}|(?<![\\w:]):((?:py:)?(?:ref|doc|term|option|envvar|func|meth|class|mod|attr|exc|data|obj)):)${spanMark}(\\d+)${spanMark}`,
  'g',
);
/** The classes of a code span, as in `` `malloc`{.good} ``. */
const spanClass = new RegExp(`(${spanMark})\\{\\.[\\w-][\\w .#="-]{0,200}\\}`, 'g');
/** The language of a code span in Material for MkDocs, as in `#!cpp cut()`. The first line of a script has a path, an option or a parameter. */
const spanLanguage = /^(`+ ?)#![a-z][a-z\d+-]{0,15} +(?!-|<|\w+=)(?=\S)/;
/** A text with attributes in Pandoc: `[text]{.underline}`, `[NIX_PATH]{#env-NIX_PATH}`. */
const attributedText = /\[([^[\]]{0,500})\]\{[ \t]?[.#][\w-][^{}\n]{0,200}\}/g;
/** The attributes of a link or picture in kramdown, Pandoc and MkDocs: `{: .saw}`, `{ .saw width="300" }`, `{target=_blank}`. */
const linkAttributes = /(?<=[)\]])\{(?::|[ \t]?(?:[.#][\w-]|[\w-]{1,40}=))[^{}\n]{0,200}\}/g;
/** The size of a picture in HackMD, Wiki.js and other sites of markdown-it: `![Saw](saw.png =200x100)`. */
const pictureSize =
  /(!\[[^\]\n]{0,300}\]\([^()\s]{1,500})[ \t]{1,9}=\d{0,5}%?x\d{0,5}%?[ \t]{0,9}(?=\))/g;
/** The classes of emphasis in the same sites: `*Oil it.*{.caption}`. */
const emphasisClasses = /(?<=[\p{L}\p{N}.!?)]\*{1,3})\{ ?[.#][A-Za-z][\w .#-]{0,100}\}/gu;
/**
 * The classes of any other text in kramdown: `*Saw*{: .text-delta}`. Formats of Rust, such as `{:#?}` and `{:.2}`, are shorter. Also the
 * name of a paragraph at its end, as VitePress and sites of MDX write it: `Cuts. {#saw.cut}`, `Cuts. \{#saw.cut}`. Svelte has tags such as `{#each}`.
 */
const textClasses =
  /[ \t]?\{: ?[.#][a-z][\w-]{2,60}[^{}\n]{0,200}\}|[ \t]\\?\{#(?!(?:if|each|key|await|snippet)\})[A-Za-z][\w.:-]{1,100}\}(?=[ \t]*$)/gm;
/** Properties of a heading or a link in Clerk's and other sites of MDX: `{{ toc: false }}`, `{{ target: '_blank' }}`. */
const properties =
  /[ \t]?(?<![=$\\])\{\{ ?[a-zA-Z-]{1,40}: (?:'[^'\n]{0,200}'|"[^"\n]{0,200}"|[\w.-]{1,40}|\[[^[\]\n]{0,100}\]) ?\}\}/g;
/** The target of a link of Documenter, the generator of Julia: `(@ref saw)`, `(@ref "The saw")`, `(@ref saw(x))`. */
const documenterTarget = /\]\(@(?:id|ref|extref)(?:[ \t](?:[^()\n]|\([^()\n]{0,100}\)){0,200})?\)/g;
/** The name of an object in docfx: `<xref:System.Net.Http.HttpClient?displayProperty=fullName>`. */
const xref = /(?<!`)<xref:([^\s<>]{1,500})>/g;
/** A macro of MDN that links a name: `{{jsxref("Array.prototype.map", "map()")}}`. */
const nameMacro =
  /\{\{ ?(glossary|\w{0,20}(?:xref|element|attr|header|status|method|apiref|guide)) ?\( ?(["'])([^"'{}]{1,200})\2(?: ?, ?(["'])([^"'{}]{0,200})\4)?[^{}]{0,200}\) ?\}\}/gi;
/** An entry of the index of a book of mdBook, shown or hidden: `{{i:blade}}`, `{{ii:blade}}`, `{{hi:blade}}`. See https://docs.rs/crate/mdbook-indexing. */
const indexEntry = /\{\{(?:hi:[^{}]{0,200}|ii?:\s{0,9}([^{}]{0,200}))\}\}/g;
/** Tags of Liquid around text with braces, and those of kramdown around HTML. Jekyll shows none of them. */
const rawTag = /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}|\{::nomarkdown\}|\{:\/(?:nomarkdown)?\}/g;
/** A tag of Svelte on a line of its own: `{#if saw}`, `{:else}`, `{/if}`. */
const svelteTag =
  /^[ \t]{0,99}\{(?:[#/](?:if|each|key|await|snippet)|:(?:else|then|catch)|@render)\b[^{}\n]{0,300}\}[ \t]{0,99}$/gm;
/** A comment of MDX. Sites also write them into Markdown files. */
const jsxComment = /\{\/\*[^{}]{0,2000}?\*\/\}/g;
/** A brace as a string, because a brace alone would begin an expression of Angular or Vue. */
const brace = /\{\{ ?(["'])([{}])\1 ?\}\}/g;
/** The target of a link that Hugo or Jekyll computes: a page of the documentation. */
const tagTarget =
  /\]\([ \t]*(?!https?:)[^()\s<>{}]{0,300}(?:\{\{[^{}\n]{0,300}\}\}|\{%(?:[^{}\n]|\{\{[^{}\n]{0,100}\}\}){0,300}%\})[^()\s]*\)/g;
/** The target of a link with a placeholder for which a site writes a version, as in `https://example.org/<SAW_VERSION>/use/`. */
const placeholderTarget =
  /\]\((?:https?:\/)?\/[^()\s<>]{0,300}<[A-Z][A-Z0-9_ ]{0,60}>[^()\s<>]{0,300}\)/g;
/** The target of a link to a page whose path has spaces. CommonMark knows no such link, but ExDoc does. */
const pageTarget = /\]\(([^()<>"'\n]{1,400}\.(?:md|livemd|cheatmd|html))(?:#[^()\s]{0,200})?\)/g;
/** An escape within a name. Markdown needs none there, and searches find the name without it. */
const escapedUnderscore = /(?<=\w)\\_(?=\w)/g;
/** Words in escaped parentheses or brackets, as DITA and other converters write them. Between such signs, a formula has no words. */
const escapedWords =
  /\\([([])(?=[^()[\]\\\n]{0,200}?[A-Za-z]{4})([^()[\]\\\n=^_{}+]{1,200})\\([)\]])(?![([\]])/g;
/** An escape of a brace, which MDX needs. */
const escapedBrace = /\\(?=[{}])/g;
/** A sign of a formula, which escapes the braces that it shows. */
const formula = /\$|\\[a-z([]/i;
/** Keys of the Markdown extensions of Python, as in `++ctrl+shift+p++`. */
const keys =
  /(?<![\w+\\])\+\+((?:"[^"\n]{1,40}"|[\w-]{1,40})(?:\+(?:"[^"\n]{1,40}"|[\w-]{1,40})){0,5})\+\+(?![\w+])/g;
const iconName =
  ':(?:material|octicons|fontawesome|simple)-(?![\\w-]{0,60}(?:check|close|cancel))[\\w-]{1,80}:(?!\\w)(?:\\{[^{}\\n]{0,100}\\})?';
/** An icon of Material for MkDocs: `:material-apple:{ .lg }`. Checks and crosses stay, because they can be all that a cell says. */
const icon = new RegExp(`(?:^|(?<=[[("]))${iconName}[ \\t]?|[ \\t]?(?<!\\w)${iconName}`, 'gm');
/** A link of a wiki: `[[text|Page]]` of GitHub and Play, `[[Page|text]]` of Obsidian. */
const wikiLink = /\[\[([^[\]|\n]{1,200})\|([^[\]|\n]{1,200})\]\](?!\()/g;
/** A link of a wiki to a page or a part of it, by its title: `[[Getting Started]]`, `[[Oil#Kinds]]`. */
const wikiPage = /\[\[(\p{Lu}[\p{L}\p{N} '’&/-]{1,100})(?:#[^[\]\n]{1,100})?\]\](?!\()/gu;
/** A link of Yii to a class or its member: `[[saws\Saw::cut()]]`, `[[Saw::$blade]]`. */
const phpName =
  /\[\[((?:\\?(?:\w{1,60}\\){1,10}\w{1,60}(?=::|\])|\w{1,60}(?=::))(?:::\$?\w{1,60}(?:\(\))?)?)\]\](?!\()/g;
/** A picture of a wiki, Obsidian or Play, which is written as a link: `[[images/saw.png|alt=A saw]]`. */
const wikiPicture =
  /!?\[\[[^[\]|\n]{1,300}\.(?:png|jpe?g|gif|svg|webp)(?:\|[^[\]\n]{0,200})?\]\](?!\()/gi;
/** A component of Nuxt Content, or a directive of remark, within text: `:badge[v4]{color="info"}`. */
const textComponent =
  /(?<![\w:/]):(?:br(?![\w:-])|[a-z][\w-]*(?:\[([^[\]]*)\](?!\()(?:\{[^{}]*\})?|\{[^{}]*\}))/g;
/** A shortcode of Hugo. It may state the text that it shows. */
const shortcode = /\{\{([<%])\s*([^{}]{0,300}?)\s*[>%]\}\}/g;
const special = /[<[&{!\ue000]|[a-z]:`|:br\b|\w\\_\w|\+\+[\w"]|:[a-z]+-[\w-]+:|\\[([]/;

/**
 * Makes a paragraph, list or table readable without its page:
 * - Replaces pictures by their alternative text.
 * - Replaces links within the documentation by their text.
 * - Resolves references.
 * - Removes HTML.
 * Links to other sites and code spans stay.
 */
export function reduceInline(text: string, options: InlineOptions): string {
  if (!special.test(text)) return text;
  if (text.length > longestText) return reduceLines(text, options);
  const { outside: written, spans } = takeSpans(text.replace(xref, xrefName));
  const outside = withoutDocLinks(replaceRoles(written, spans, options))
    .replace(brace, '$2')
    .replace(rawTag, '')
    .replace(svelteTag, '')
    .replace(jsxComment, '')
    .replace(indexEntry, '$1')
    .replace(spanClass, '$1')
    .replace(attributedText, '$1')
    .replace(pictureSize, '$1')
    .replace(linkAttributes, '')
    .replace(emphasisClasses, '')
    .replace(textClasses, '')
    .replace(properties, '')
    .replace(documenterTarget, '](#)')
    .replace(nameMacro, (...match: string[]) => macroText(match))
    .replace(escapedUnderscore, '_')
    .replace(keys, (_, names: string) => names.replaceAll('"', ''))
    .replace(icon, '')
    .replace(wikiPicture, (picture) => /\|alt=([^|\]]+)/.exec(picture)?.[1] ?? '')
    .replace(wikiLink, (_, first: string, second: string) => (/\s/.test(second) ? second : first))
    .replace(wikiPage, '$1')
    .replace(phpName, '`$1`')
    .replace(tagTarget, '](#)')
    .replace(placeholderTarget, '](#)')
    .replace(pageTarget, (whole, path: string) => (path.includes(' ') ? '](#)' : whole))
    .replace(shortcode, (_, _mark: string, tag: string) => shortcodeText(tag))
    .replace(textComponent, '$1');
  const stripped = stripInlineHtml(autolinks(withoutQuotedTags(outside)), options.tags);
  const linked = reduceLinks(stripped, { ...options, spans });
  const labeled = linked.replace(label, '**$1**');
  const trimmed = options.tags === 'all' ? labeled.replace(unknownExpression, ' ') : labeled;
  const plain = withJoinedTypes(trimmed, spans).replace(escapedWords, '$1$2$3');
  return restoreSpans(withPlainBraces(plain), spans);
}

/** A comment or an empty text of MDX, and a value of the site that is a whole paragraph, as in `{docs.saw.description}`. */
const unknownExpression =
  /\{\/\*[\s\S]*?(?:\*\/\}|$)|\{["'`]\s*["'`]\}|^\s{0,99}\{[A-Za-z_$][\w$.]{0,200}\}\s{0,99}$/g;

function withPlainBraces(text: string): string {
  return text.includes('\\') && !formula.test(text) ? text.replace(escapedBrace, '') : text;
}

/** Writes links of doc comments, which generators copy into pages and accept in them: `{@link Saw.cut}`, `{@link guide/saws Saws}`. */
function withoutDocLinks(text: string): string {
  if (!text.includes('{@link')) return text;
  return replaceInlineTags(text, (name, body) =>
    name.startsWith('link') ? docLinkText(body) : `{@${name} ${body}}`,
  );
}

/** Reduces each line of a long text. A line that is too long stays unchanged. */
function reduceLines(text: string, options: InlineOptions): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  return lines.map((line) => reduceInline(line, options)).join('\n');
}

/** A shortcode around the description of an option, which names the option. */
const namedOption =
  /^[\w-]{0,30}(?:option|setting|property)[\w-]{0,30}\s[^{}]*?\bname="([^"]{1,200})"/;

/** A shortcode of a site that shows a version, as in `{{< current-version >}}`. */
const versionName = /^[\w-]{0,40}version[\w-]{0,40}$/i;

function shortcodeText(tag: string): string {
  // Without a placeholder, `v{{< version >}}` would be the text "v".
  if (versionName.test(tag)) return `{${tag}}`;
  const [, option] = namedOption.exec(tag) ?? [];
  if (option !== undefined) return `**${option}**`;
  const [, text] = /(?:\btext\s*=\s*|^heading\s+)"([^"]*)"/.exec(tag) ?? [];
  return text ?? '';
}

function macroText([, kind = '', , name = '', , text]: string[]): string {
  const shown = text || name.replaceAll('/', '.');
  return kind.toLowerCase() === 'glossary' ? shown : `\`${shown}\``;
}

function autolinks(text: string): string {
  return text.replace(/<((?:https?|ftp|mailto):[^\s<>]*)>/g, '$1');
}

/** Returns the name in an `xref` as code, without the types of its parameters, which can contain a backtick. */
function xrefName(_: string, id: string): string {
  return `\`${id.replace(/(?:[?#(*`]|%2A|%60).*$/s, '')}\``;
}

interface Links extends InlineOptions {
  /** The code spans that marks in the text stand for. */
  spans: string[];
}

function reduceLinks(text: string, { links, titles, spans }: Links): string {
  if (!text.includes('[')) return text;
  const hrefOf = (label: string): string | undefined => {
    const key = restoreSpans(label, spans).trim().toLowerCase().replace(/\s+/g, ' ');
    return links[key]?.href ?? undefined;
  };
  // A line of a text with others is in an item of a list. Alone, the picture is what the text has to say, as in a cell of a table.
  const apart = text.includes('\n')
    ? text.replace(pictureLine, (whole, alt: string) => (isLabel(alt) ? '' : whole))
    : text;
  const withoutImages = apart.replace(image, (whole, alt: string, href?: string, ref?: string) => {
    const address = href ?? hrefOf(ref || alt);
    // `![alt]` is a picture only if its address stands elsewhere.
    if (address === undefined && ref === undefined) return whole;
    return isBadge(address ?? '') ? '' : alt;
  });
  const named = withoutImages.replace(unnamed, (whole, href: string, at: number) => {
    const isNamed = isWithinText(withoutImages, at, at + whole.length);
    return isNamed ? (titles?.get(addressOf(href)) ?? placeText(addressOf(href))) : '';
  });
  const resolved = named.replace(link, (whole, label: string, href?: string, ref?: string) => {
    const address = href === undefined ? hrefOf(ref || label) : addressOf(href);
    // `[label][]` is a link, wherever its target is.
    if (address === undefined) return ref === '' ? label : whole;
    return linkText(label, address);
  });
  const known = resolved.replace(symbol, (whole, mark = '', label: string, name: string) => {
    return mark !== '' || isSymbol(label, name) ? label : whole;
  });
  const shown = known.replace(sameName, '$1');
  return shown.replace(shortcut, (whole, mark = '', label: string, at: number) => {
    const address = hrefOf(label);
    if (address !== undefined) return mark + linkText(label, address);
    // A generator resolves the name of a symbol: [`Vec`] of rustdoc, [`method: Page.click`], [`~Model.fit`] of doc-builder.
    const before = shown[at - 1] ?? '\n';
    const end = at + whole.length;
    const isDefinition =
      before === '\n' && restOfTarget.test(shown.slice(end, end + longestTarget));
    if (!onlySpan.test(label) || isDefinition || /\w/.test(before)) return whole;
    const own = Number(label.slice(spanMark.length, -spanMark.length));
    if (optional.test(spans[own]!)) return whole;
    spans[own] = spans[own]!.replace(/^`~(?=\w)/, '`');
    return label;
  });
}

/** What brackets mark as optional: an option or a further argument, as in `` cut(`depth`[`, speed`]) ``. No symbol begins so. */
const optional = /^`+[ ,=-]/;

/** What follows the name in the definition of a target. A sentence after a name is none: `` [`Saw`]: A copy of it. `` */
const restOfTarget = /^:[ \t]*(?:\S+[ \t]*)?(?:\n|$)/;
const longestTarget = 300;

/** Shorter names could be those of indexes, as in `[i][j]`. */
const word = /^[A-Za-z][\w-]{2,}$/;

/** Returns whether mkdocstrings resolves a reference: `` [`dump()`][pkg.Model.dump] ``, `[dataclasses][dataclasses]`. */
function isSymbol(label: string, name: string): boolean {
  if (name.includes('.') || label === name || onlySpan.test(label)) return true;
  return /\w \w/.test(label) || (word.test(label) && word.test(name));
}

/** Returns the address of a link, which angle brackets may enclose. */
function addressOf(href: string): string {
  return href.replace(/^<|>$/g, '');
}

/** Returns whether a link stands between words or punctuation, as no anchor of a place does. */
function isWithinText(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const isApart = /(?:^|[\s(])$/.test(before) && /^(?:$|[\s.,;:!?)])/.test(after);
  return isApart && /\S/.test(before + after);
}

/** An object of a program, of which a page shows the name: `Saw.cut`, `cut_all`, `SawError`. */
const objectName = /^(?:\w+\.)+\w+$|^\w*(?:\w_\w|[a-z][A-Z])\w*$/;

/** Returns the text that MyST and NixOS fill in for a link without one: the name of an object or an option, and a page or a place in words. */
function placeText(address: string): string {
  if (address.length > longestAddress) return '';
  const [page = '', place = ''] = address.split('#');
  if (/^(?:https?|mailto):|\.(?:png|jpe?g|gif|svg|webp|mp4|pdf)$/i.test(page)) return '';
  const name = (place || page).replace(/^(?:\*\.|\.{0,2}\/)+|\.(?:md|rst|ipynb|html)$/gi, '');
  if (/(?:^|\/)index$/.test(name)) return '';
  const [, nixOption] = /^opt-((?:[\w<>*-]{1,60}\.){1,12}[\w-]{1,60})$/.exec(name) ?? [];
  if (nixOption !== undefined) return `\`${nixOption}\``;
  return objectName.test(name) ? `\`${name}\`` : rolePhrase('ref', name);
}

function linkText(label: string, address: string): string {
  if (label.trim() === '') return '';
  const isLink = /^https?:\/\//.test(address) && address.length <= longestAddress;
  return isLink ? `[${label}](${address})` : label;
}

/** Maximum length of an address. A longer one has the code that a playground opens with, and costs more than all other text. */
const longestAddress = 300;
const longLink = new RegExp(
  `^\\s*\\[[^\\[\\]]{1,100}\\]\\(https?://[^\\s()]{${longestAddress},}\\)\\s*$`,
);

/** Returns whether a text is only a link that opens code in a playground. */
export function isPlaygroundLink(text: string): boolean {
  return text.length > longestAddress && longLink.test(text);
}

/** Replaces code spans by numbered marks, because nothing in them is markup. */
function takeSpans(text: string): { outside: string; spans: string[] } {
  const spans: string[] = [];
  if (!text.includes('`')) return { outside: text, spans };
  let outside = '';
  let at = 0;
  for (const { start, end } of codeSpans(text)) {
    outside += `${text.slice(at, start)}${spanMark}${spans.length}${spanMark}`;
    spans.push(
      withBraces(text.slice(start, end).replace(spanLanguage, '$1').replace(highlight, '')),
    );
    at = end;
  }
  return { outside: outside + text.slice(at), spans };
}

/** The language or kind of token at the end of a code span, by which Rehype Pretty Code colors it: `` `saw(){:js}` ``. `#{:saw}` is Clojure. */
const highlight = /(?<=[^\s#%`{([,=])\{:\.?[a-z][\w+#-]{0,30}\}(?=`+$)/;

/** Writes braces that a code span states as strings as such. Authors close some of them with a reference. */
function withBraces(span: string): string {
  if (span.includes('endraw')) return withoutEscapes(span);
  if (!span.includes('{{')) return span;
  if (span.includes('*/')) return withoutEscapes(span);
  const braces = span.replace(brace, '$2');
  return braces === span ? span : braces.replaceAll('&#123;', '{').replaceAll('&#125;', '}');
}

/** Writes roles of MyST and Sphinx, as in `` {func}`open` `` and `` :func:`open` ``: replaces their spans, and removes their names. */
function replaceRoles(outside: string, spans: string[], { titles }: InlineOptions): string {
  if (!outside.includes(`}${spanMark}`) && !outside.includes(`:${spanMark}`)) return outside;
  return outside.replace(role, (_, name: string | undefined, sphinx: string, at: string) => {
    const content = contentOf(spans[Number(at)]!);
    const title = titles?.get(titleKey(name ?? sphinx, content) ?? '');
    spans[Number(at)] = title ?? rolePhrase(name ?? sphinx, content);
    return `${spanMark}${at}${spanMark}`;
  });
}

/** Returns the code in a span, without its marks. */
function contentOf(span: string): string {
  return span.replace(/^(`+) ?([\s\S]*?) ?\1$/, '$2');
}

function restoreSpans(text: string, spans: string[]): string {
  if (spans.length === 0) return text;
  return text.replace(span, (_, at: string) => spans[Number(at)] ?? '');
}

/** A run of backticks, or the beginning of an item of a list, which no code span crosses. */
const runOrItem = /`+|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/g;

/** Returns the code spans. Each goes from a run of backticks to the next run of the same length, in the same item of a list. */
function codeSpans(text: string): { start: number; end: number }[] {
  const runs = [...text.matchAll(runOrItem)].map((run) => ({
    start: run.index,
    length: run[0] === '\n' ? 0 : run[0].length,
  }));
  const next = nextOfSameLength(runs);
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const close = next[at]!;
    if (close === -1) continue;
    spans.push({ start: runs[at]!.start, end: runs[close]!.start + runs[close]!.length });
    at = close;
  }
  return spans;
}

// Goes backward, so that a text with only backticks costs one pass.
function nextOfSameLength(runs: { length: number }[]): number[] {
  const last = new Map<number, number>();
  const next = Array.from<number>({ length: runs.length }).fill(-1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at]!;
    next[at] = last.get(length) ?? -1;
    if (length === 0) last.clear();
    else last.set(length, at);
  }
  return next;
}

/** What Fumadocs does with a heading: it is left out of the table of contents, or is only there. */
const tocMark = /(?<=\S)[ \t]{1,9}\[!?toc\](?=[ \t]{0,9}(?:\[#[\w.-]{1,100}\][ \t]{0,9})?$)/;
/** Attributes of a heading: `{.unnumbered}`, `{: .tip}`, `{-}`, `{ data-search-exclude }`, `{date="2026-06-17"}` of Hugo and Pandoc. */
const classes = /\{(?::|[ \t]*(?:\.[\w-]|data-[a-z]|[a-z][\w-]{0,40}=")|-)[^{}]*\}\s*$/;
/** The end of a heading in the style `## Saw ##`, before its attributes. */
const closing = /(?<=\S)[ \t]{1,9}#{1,6}[ \t]{0,9}$/;
/** A link that generators append to a heading, so that readers can link to it. */
const permalink = /\[[#¶§]?\s*\]\([^()]*\)\s*$/;

/** Returns the visible text of a heading, and the anchor that the heading states (`{#id}`). */
export function reduceHeading(
  written: string,
  options: InlineOptions,
): { text: string; anchor?: string } {
  const text = written.replace(tocMark, '');
  if (/^[\w ,.?!'()/-]+$/.test(text) && !text.includes('_')) return { text: text.trim() };
  const explicit =
    /\{(?:[:%]?\s*#|\s*id="|\/\*\s*#)([\w.:-]+)[^{}]*\}\s*$/.exec(text) ??
    bracketedAnchor.exec(text);
  const documenter = documenterHeading.exec(text);
  if (documenter) return { ...reduceHeading(documenter[1]!, options), anchor: documenter[2]! };
  const source = withoutLogo(explicit ? text.slice(0, explicit.index) : text);
  const title = source.replace(permalink, '').replace(classes, '').replace(closing, '');
  const { outside, spans } = takeSpans(reduceInline(title, options));
  const plain = outside
    .replace(/(?<!\\)\[((?:[^[\]]|\[[^[\]]*\])*)\]\([^()\s]*\)/g, '$1')
    .replace(bold, (whole, _mark, words: string) => (pythonName.test(whole) ? whole : words))
    .replace(/(?<![\w*\\])([*_])(?=[^\s*_])([^*_]*[^\s*_])\1(?![\w*])/g, '$2')
    .replace(footnote, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const bare = restoreSpans(plain, spans.map(contentOf));
  const result = singleSpaced(bare);
  return explicit ? { text: result, anchor: (explicit[1] ?? explicit[2])! } : { text: result };
}

const bold = /(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g;
/** A name of Python that means no bold text, as generators of references write it: `## __init__`. */
const pythonName = /^__[a-z]+(?:_[a-z]+){0,4}__$/;
/** The anchor of a heading of Hugging Face's doc-builder, `## Saw[[api]]`, and of Fumadocs and Nextra, `## Saw [#api]`. */
const bracketedAnchor = /(?<=\S)[ \t]{0,9}\[(?:\[([\w.-]{1,100})\]|#([\w.-]{1,100}))\]\s*$/;
/** A heading of Documenter with its anchor: `[Saws](@id saws)`. */
const documenterHeading = /^\[([^[\]]{1,500})\]\(@id ([\w.:-]{1,200})\)$/;
/** The mark of a footnote in a heading. */
const footnote = /\[\^[^[\]\s]{1,50}\]/g;

/** Removes pictures from a heading, unless it has no words. Code of a heading can be the tag of one. */
function withoutLogo(text: string): string {
  const words = text.replace(/`[^`]*`|<img\b[^<>]*>|!\[[^[\]]*\]\([^()\s]*\)/gi, (found) =>
    found.startsWith('`') ? found : '',
  );
  return /[\p{L}\p{N}]/u.test(words.replace(/<[^<>]*>/g, '')) ? words : text;
}
