import { inlineCode, singleSpaced } from '../clean.ts';
import { characterNamed, withoutTags } from '../entities.ts';
import type { RstContext } from './context.ts';
import { titleKey } from './section-titles.ts';

// Every alternative stops at the next backtick, bar or bracket, or after a limited number of
// characters. So any text takes one pass.
const inline =
  /\\([\s\S])|``(`?[^`](?:[^`]|`(?!`)){0,2000}?`?)`{2,9}(?!`)|:([A-Za-z][\w+.:-]{0,60}):`([^`]{1,2000})`|`([^`]{1,2000})`(__?)?|(?<!\w)\|([^|\s](?:[^|\n]{0,100}[^|\s])?)\|(?:__?)?(?!\w)| ?\[(#|#?[\w.*-]{1,60})\]_(?![\w])|(?<![\w.])([A-Za-z][\w.-]{0,80})__?(?![\w])|(?<![\w$])(\$(?![\s$])[^$`]{1,300}(?<![\s\\])\$|\$\$[^$`]{1,1000}\$\$)(?![\w$])/g;

/** Roles whose text is code, a command or a name. */
const codeRoles =
  /(?:^|:)(?:func|meth|class|mod|attr|exc|data|obj|const|type|var|member|macro|enum|enumerator|struct|union|expr|concept|code|file|program|option|envvar|command|samp|kbd|makevar|mailheader|mimetype|dfn-code|literal|token|keyword|confval|setting|dir|role|rst|crate|trait|fn|method|property|prop|cpp|deco|hook|djadmin|lookup|tfilter|ttag|source|paramref|path)$/;

/** Roles of CMake's documentation. Their names contain brackets: `$<CONFIG>`, `CMAKE_<LANG>`. */
const cmakeRoles = /^(?:variable|prop_[a-z]+|genex|generator|cpack_gen|policy|cref)$/;

/** Roles with the name of a language, which projects define for code in sentences: `.. role:: python(code)`. */
const languageRoles =
  /^(?:bash|console|cs|csharp|css|go|graphql|html|ini|java|javascript|js|json|kotlin|lua|php|php-short|powershell|py|python|ruby|rust|shell|sql|toml|ts|twig|typescript|typoscript|xml|yaml)$/;
/** The target of a role with a text. */
const linked = /\s<[^<]*>$/;

/** Roles whose text keeps its backslashes, as docutils and Sphinx write it. */
const rawRoles = /(?:^|:)(?:code|literal|file|samp|math)$/;

/** A text that only consists of a substitution. */
const loneSubstitution = /^\s{0,99}\|([^|\n]{1,100})\|_{0,2}\s{0,99}$/;

/** Writes inline markup as Markdown. Roles and references become text, and literals become code. */
export function inlineText(text: string, ctx: RstContext): string {
  const [, alone = ''] = loneSubstitution.exec(text) ?? [];
  // In a sentence, the name of a picture tells which button to press.
  if (ctx.pictures.has(alone)) return '';
  return text
    .replace(inline, (...match: (string | undefined)[]) => replacement(match, ctx))
    .replace(/\s+/g, ' ')
    .trim();
}

function replacement(match: (string | undefined)[], ctx: RstContext): string {
  const [whole = '', escaped, literal, role, roleText, phrase, hook, substitution] = match;
  if (escaped !== undefined) return escapedText(escaped, match);
  if (literal !== undefined) return inlineCode(literal);
  if (role !== undefined) return textOfRole(role, roleText!, ctx);
  if (phrase !== undefined) return phraseText(phrase, hook, ctx);
  // Many projects define |br| as a line break, in their configuration.
  if (substitution === 'br') return ' ';
  if (substitution !== undefined) return substituted(substitution, ctx);
  return reference(whole, match, ctx);
}

function substituted(name: string, { substitutions, namesCharacters }: RstContext): string {
  const character = namesCharacters ? characterNamed(name) : undefined;
  return substitutions.get(name) ?? character ?? name;
}

function textOfRole(role: string, text: string, ctx: RstContext): string {
  const base = ctx.roles.get(role);
  if (base === 'raw') return textOfHtml(text);
  if (base === 'code') return inlineCode(text.trim());
  return titleOf(role, text, ctx) ?? rolePhrase(role, text);
}

/** Returns the words of HTML in a line. A symbol without words, such as that of a link, tells nothing. */
function textOfHtml(html: string): string {
  const text = withoutTags(html);
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Returns the title that a reference without a text shows, if its target is known. */
function titleOf(role: string, text: string, ctx: RstContext): string | undefined {
  const title = ctx.titles.get(titleKey(role, text) ?? '');
  // A title refers to no section, but a hostile one could contain the reference to itself.
  return title === undefined ? undefined : plainText(title, { ...ctx, titles: new Map() });
}

/** Returns inline markup as text without signs of Markdown. */
export function plainText(text: string, ctx: RstContext): string {
  return inlineText(text, ctx)
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replace(/`|\*\*|\\(?=[*_`|[\]])/g, '')
    .replace(/(?<!\w)\*([^*]+)\*(?!\w)/g, '$1');
}

/** Writes mathematics, the mark of a footnote, a citation, or a word that names a target. */
function reference(whole: string, match: (string | undefined)[], ctx: RstContext): string {
  // The extension sphinx-math-dollar reads mathematics between dollars.
  if (match[10] !== undefined) return whole;
  const note = match[8];
  if (note !== undefined) return /^[#*\d]/.test(note) ? '' : whole.slice(0, -1);
  const word = match[9] ?? '';
  const address = ctx.targets.get(word.toLowerCase());
  if (address !== undefined) return link(word, address);
  // Two underscores refer to the next target without a name. One can also be the end of a name, and names such as `__init__` have more.
  return /^(?:[^_]|_(?!_))+__$/.test(whole) ? whole.slice(0, -2) : whole;
}

function escapedText(char: string, match: (string | number | undefined)[]): string {
  if (/\s/.test(char)) return '';
  const [offset, source] = match.slice(-2) as [number, string];
  // Within a word, Markdown needs no escape, and searches find the name.
  if (char === '_' && /\w/.test(source[offset - 1] ?? '') && /\w/.test(source[offset + 2] ?? '')) {
    return char;
  }
  return /[*_`|[\]]/.test(char) ? `\\${char}` : char;
}

/** Writes the text of a role as Markdown: as code, or as text without its target. */
export function rolePhrase(role: string, content: string): string {
  if (isWholeCode(role, content))
    return inlineCode(role.startsWith('php') ? content.replace(linked, '') : content.trim());
  const { text, target } = withTarget(unescaped(role, content));
  if (codeRoles.test(role)) return inlineCode(shortName(local(role, text), target !== ''));
  // The extension esp-docs links the page in the other language.
  if (role === 'link_to_translation') return '';
  if (target === '' && numberRoles.test(role)) return numbered(role, text);
  if (/(?:^|:)(?:pep|rfc)$/i.test(role) && target === '') return `${role.toUpperCase()} ${text}`;
  if (target !== '') return text;
  // Sphinx shortens or does not link such a name, in the roles of extensions too.
  return placeRoles.test(role) ? placeName(text) : text.replace(/^[~!](?=\w)/, '');
}

/** Returns the text of a role without escapes. In roles for PHP, a backslash alone separates names: `:php:class:`Saw\Blade``. */
function unescaped(role: string, content: string): string {
  if (rawRoles.test(role)) return content;
  return role.startsWith('php')
    ? content.replaceAll('\\\\', '\\')
    : content.replace(/\\([\s\S])/g, '$1');
}

/** Returns whether the text of a role is code with its brackets. */
function isWholeCode(role: string, content: string): boolean {
  return languageRoles.test(role) || (cmakeRoles.test(role) && !linked.test(content));
}

/** Roles for a section or a page. */
const placeRoles = /(?:^|:)(?:ref|doc|numref|any)$/;

/** Roles for the issues of a project, and for public lists of weaknesses. */
const numberRoles = /^(?:issue|issues|gh|pr|prs|pull|ticket|cve|cwe)$/;

/** Writes numbers as a site shows them: `12, 13` as `#12, #13`, and `2020-1` as `CVE-2020-1`. */
function numbered(role: string, text: string): string {
  const isList = role === 'cve' || role === 'cwe';
  return text.replace(/(?<![\w#-])\d[\d-]*(?![\w-])/g, (number) =>
    isList ? `${role.toUpperCase()}-${number}` : `#${number}`,
  );
}

/** Roles of Python, whose names contain no colon. */
const pythonRoles =
  /^(?:external(?:\+[\w.-]+)?:)?(?:py:)?(?:func|meth|class|mod|attr|exc|data|obj|const|type)$/;

/** Returns a name without the other project that it is from, as in `python:re.match`. */
function local(role: string, text: string): string {
  return pythonRoles.test(role) ? text.replace(/^([~!]?)[a-z][\w.-]{0,40}:(?=[\w~.])/, '$1') : text;
}

/** Returns the label of a place or the path of a page as words. Keeps the name of a constant or an option, such as `CONFIG_SAW` and `--saw`. */
function placeName(label: string): string {
  if (/^--?[A-Za-z][\w-]*$/.test(label)) return inlineCode(label);
  if (/^[A-Z][A-Z\d]*_[A-Z\d_{}]+$/.test(label)) return label;
  const name = label
    .replace(/^[~!/]+/, '')
    .replace(/^[a-z][\w.-]{0,40}:(?=\w)/, '')
    .replace(/\/index$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ') || label;
}

/** Shortens names: `~pkg.Name` shows Name. A leading `!` only prevents a link. */
function shortName(text: string, titled: boolean): string {
  if (titled) return text;
  // SQLAlchemy writes `_orm.Session` for `sqlalchemy.orm.Session`.
  const inPackage = /^_[a-z]+\.(?=[A-Za-z])/.exec(text)?.[0] ?? '';
  if (inPackage !== '') return text.slice(inPackage.length);
  if (/^~\.?[A-Za-z_]/.test(text)) return text.slice(text.lastIndexOf('.') + 1).replace(/^~/, '');
  return text.replace(/^[!.](?=\w)/, '');
}

function phraseText(content: string, hook: string | undefined, ctx: RstContext): string {
  const { text, target } = withTarget(content);
  if (hook === undefined) return inlineCode(shortName(text, target !== ''));
  const address = target === '' ? ctx.targets.get(text.toLowerCase()) : target;
  return address === undefined ? text : link(text, address);
}

/** Splits `text <target>`. The target is '' if it is missing. */
function withTarget(content: string): { text: string; target: string } {
  const flat = singleSpaced(content);
  const open = flat.endsWith('>') ? flat.lastIndexOf('<') : -1;
  if (open === -1) return { text: flat, target: '' };
  const target = flat.slice(open + 1, -1);
  return { text: flat.slice(0, open).trim() || target, target };
}

/** Writes a Markdown link to an address, or only the text for a place in the documentation. */
function link(text: string, address: string): string {
  if (!/^https?:\/\/[^\s()]+$/.test(address)) return text;
  return text === address ? address : `[${text}](${address})`;
}
