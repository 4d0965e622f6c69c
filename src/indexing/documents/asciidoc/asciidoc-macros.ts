import { AsciidocBlocks } from './asciidoc-blocks.ts';
import { readDependency } from './asciidoc-dependency.ts';

/** An entry of an attribute. */
export const definition = /^:([\w-]+):(?:[ \t](.*))?$/gm;
/** An include whose file is not found. */
const include = /^include::[^[\]]+\[.*\][ \t]*$/;
/** A block macro of an extension, which only the site has: `include-code::name[]`, `jsonpathTable::example$x.json[]`. */
const siteMacro =
  /^(?!(?:image|video|audio|toc|include|ifn?def|ifeval|endif|xref|link|mailto|footnote|kbd|btn|menu)::)[A-Za-z][\w-]{0,60}::[^\s[\]]*\[.*\][ \t]*$/;
/**
 * A macro that links to a class or a member: `javadoc:org.x.Type#run[text]` of Spring, which can begin with an address, and
 * `ann:context.Bean[]` of Micronaut, for annotations.
 */
const javadoc =
  /(?<![\w:])(?:javadoc:(?:[^\s[\]]{1,300}\/)?|(ann):|(?:api|rs|pkg|jdk|jeeapi|mnapi|rx|reactor):)([\w.$]+)(?:#([\w.$,()-]*)|(\([\w.$,]*\)))?\[([^\][]*)\]/g;
/** A macro of Spring's documentation that names a property: `configprop:server.port[format=envvar]`. */
const property = /\bconfigprop:([\w.-]{1,200})\[([^\][]{0,200})\]/g;
/** The style of Spring's blocks of properties, as `[configprops,yaml]`. */
const properties = /^\[configprops(?:%\w+)?,[ \t]*(\w+)/;
/** The style of Micronaut's blocks of configuration, which are YAML: `[configuration,title="Cache"]`. */
const configuration = /^\[configuration(?=[,\]])/;
/** The style of Git's manual pages for the forms of a command. Asciidoctor alone joins their lines. */
const synopsis = /^\[synopsis\]$/;
/** A link of Git's manual pages to another page, with its section of the manual: `linkgit:git-config[1]`. */
const manualPage = /\blinkgit:([\w.-]{1,100})\[(\w{1,4})\]/g;
/** A link without a text to a place in another document: `xref:web/config.adoc#web-run[]`. */
export const otherPage = /\bxref:([^\s[\]#]{1,300}\.adoc)(#[\w.-]{1,200})?\[\]/g;
/** A link without a text to a place by its id: `<<oil-the-blade>>`, `xref:oil-{context}[]`. Asciidoctor chooses ids with a first `_`. */
export const place =
  /(?:(?<![<+])<<(?!_)([\w{}.-]{1,200})>>(?!>)|\bxref:(?!_)([\w{}.-]{1,200})\[\])/g;
/** The id of a place: `[[oil]]`, `[#oil]`, `[id='oil']`. */
const placeId =
  /\[\[([\w{}.-]{1,200})[\],]|^\[[\w%]{0,40}#([\w{}.-]{1,200})|\bid=["']?([\w{}.-]{1,200})/gm;
/** A macro for a term of a glossary or a setting, with its text in brackets or without: `glossterm:leader[]`, `config_ref:rack,true,page[]`. */
const term =
  /\b(glossterm|[a-z]{1,20}_ref):(?! )([^\s,[\]:]+(?: [^\s,[\]:]+){0,4})(?:,[^[\]\n]{0,200})?\[([^\][\n]{0,200})\]/g;
/** A link whose address has attributes: `{docs-url}web.html[text]`, `https://a.dev/{version}/web.html[text]`. */
const attributeLink =
  /(?:\b(?:link:|xref:|https?:\/\/)[^\s{}[\]]{0,300})?((?:\{[\w-]{1,100}\}[^\s{}[\]]{0,300}){1,6})\[((?:[^\][]|\[[^\][]*\])+)\]/g;
/** The anchor of a place, whose name has an attribute that the site defines: `[[{context}-name]]`. */
const anchor = /\[\[[^\][{}]{0,100}\{[\w-]{1,100}\}[^\][{}]{0,100}\]\]/g;
/** Keys and buttons, as in `kbd:[Ctrl+C]`. Asciidoctor reads them only if the site allows it. */
const key = /\b(?:kbd|btn):\[([^\][\n]{1,100})\]/g;
/** An entry of a menu: `menu:File[Quit]`. */
const menu = /\bmenu:([^\][\n]{1,100})\[([^\][\n]{0,100})\]/g;
/** An icon, whose title tells its meaning: `icon:lock[title=Fixed at build time]`. */
const icon = /\bicon:[\w-]{1,100}\[([^\][\n]{1,300})\]/g;
/** Mathematics, which the site draws: `stem:[x^2]`. */
const stem = /\b(?:stem|asciimath|latexmath):\[((?:[^\]\\\n]|\\.){1,1000})\]/g;
/** A diagram, which the site draws: `[plantuml,target=nodes]`. */
const diagram =
  /^\[(plantuml|mermaid|graphviz|ditaa|d2|nomnoml|bytefield|wavedrom)\b[^\]]*\][ \t]*$/;
/** A link with one colon too many, as authors write it. */
const doubledColon = /\bxref::(?=[^\s[\]]{1,300}\[)/g;
/** A macro in a text that only the site of a project defines: `csr:mstatus[]`, `label:new[Since 5.0]`. Excludes those of Asciidoctor, and addresses. */
const ownMacro =
  /(?<![\w:.`+<{-]|(?<!\])\/)(?!(?:anchor|asciimath|audio|btn|file|[a-z]*footnote(?:ref)?|ftp|https?|icon|image|indexterm2?|irc|kbd|latexmath|link|mailto|menu|pass|stem|video|xref):)[a-z][a-z_-]{1,40}:([\w.*/#%-]{1,200})\[([^\][\n]{0,200})\](?![\w\\])/g;
/** A use of an attribute: `{name}`. */
export const attribute = /\{([\w-]+)\}/g;

/**
 * Replaces macros and attributes that a documentation site defines outside of the document by their
 * text. Asciidoctor alone shows them as written. Leaves listings unchanged. `titles` are those of places in other documents, by
 * their pages and ids as written.
 */
export function withoutSiteMacros(
  source: string,
  titles: Readonly<Record<string, string>> = {},
): string {
  if (
    !/(?:javadoc|api|ann|rs|pkg|jdk|jeeapi|mnapi|rx|reactor):[\w.$]|^[A-Za-z][\w-]*::|^dependency:|configprop|linkgit:|^\[(?:configuration|synopsis)|icon:|(?:stem|asciimath|latexmath):|^\[(?:plantuml|mermaid|graphviz|ditaa|d2|nomnoml|bytefield|wavedrom)|\.adoc[^\s[\]]{0,201}\[\]|xref::|<<[\w{]|glossterm:|_ref:|kbd:|btn:|menu:|\[\[[^\][]*\{|\}[^\s{}[\]]*\[|[a-z]:[^\s:[\]]+\[/m.test(
      source,
    )
  )
    return source;
  const known = definedIn(source);
  const places = placesIn(source);
  const sections = titlesIn(source);
  const elsewhere = new Map(Object.entries(titles).filter(([, title]) => isKnown(title, known)));
  const blocks = new AsciidocBlocks();
  const lines = source.split('\n').map((line, at, all) => {
    const isInListing = blocks.follow(line.trimEnd(), all[at - 1]);
    // Asciidoctor shows an include in a listing as the markup of a link.
    if (include.test(line)) return isInListing ? '' : line;
    if (isInListing || line.length > longestLine) return line;
    const dependency = readDependency(line, all[at - 1]);
    if (dependency) return dependency.join('\n');
    if (siteMacro.test(line)) return '';
    return line
      .replace(javadoc, javadocText)
      .replace(properties, '[source,$1')
      .replace(configuration, '[source,yaml')
      .replace(synopsis, '[listing]')
      .replace(diagram, '[source,$1]')
      .replace(stem, (_, formula: string) => `\`+${formula.replaceAll('\\]', ']')}+\``)
      .replace(property, (_, name: string, options: string) => propertyText(name, options))
      .replace(manualPage, '$1($2)')
      .replace(anchor, '')
      .replace(key, '$1')
      .replace(menu, (_, name: string, entry: string) =>
        entry === '' ? name : `${name} > ${entry}`,
      )
      .replace(icon, (whole, list: string) => {
        const title = /(?:^|,)[ \t]*title="?([^",]+)/.exec(list)?.[1]?.trim();
        return title === undefined ? whole : `(${title})`;
      })
      .replace(doubledColon, 'xref:')
      .replace(otherPage, (_, page: string, place = '') => {
        return elsewhere.get(page + place) ?? `xref:${page}${place}[${placeText(page, place)}]`;
      })
      .replace(place, (whole, id?: string, target?: string) => {
        const name = id ?? target ?? '';
        if (places.has(name)) return whole;
        const words = wordsOf(name.replace(/-?\{[^{}]*\}$/, ''));
        return sections.get(words.toLowerCase()) ?? elsewhere.get(name) ?? words;
      })
      .replace(term, (_, kind: string, name: string, text: string) => {
        return text || (kind === 'glossterm' ? name : `\`${name}\``);
      })
      .replace(attributeLink, (whole, address: string, label: string) => {
        return isKnown(address, known) ? whole : label.replace(/,[ \t]*[\w-]+=.*/, '');
      })
      .replace(ownMacro, (_, target: string, options: string) => {
        const text = options.replace(namedOptions, '').trim();
        // Some macros add the text to the target, and some replace it. The path of a file is no text.
        return text !== '' && /[/#]/.test(target) ? text : `${target} ${text}`.trimEnd();
      });
  });
  return lines.join('\n');
}

function placesIn(source: string): Set<string> {
  return new Set(Array.from(source.matchAll(placeId), ([, a, b, c]) => a ?? b ?? c ?? ''));
}

/** Returns the titles of the sections, by their words in lower case, of which a site can make ids. */
function titlesIn(source: string): Map<string, string> {
  const found = source.matchAll(/^={2,6}[ \t]+([^\s{`*<][^\n{`*<]{0,200})$/gm);
  return new Map(
    Array.from(found, ([, title = '']) => {
      const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
      return [words.trim(), title.trim()];
    }),
  );
}

/** Returns the attributes that a document defines without others that it does not define. */
function definedIn(source: string): Set<string> {
  const known = new Set(builtIn);
  for (const [, name = '', value = ''] of source.matchAll(definition)) {
    if (isKnown(value.slice(0, longestLine), known)) known.add(name);
    else known.delete(name);
  }
  return known;
}

function isKnown(text: string, known: ReadonlySet<string>): boolean {
  return Array.from(text.matchAll(attribute), ([, name = '']) => name).every((name) =>
    known.has(name),
  );
}

/** Options of a macro that have a name, as in `[format=full]`. */
const namedOptions = /(?:^|,)\s*[\w-]+=[^,]*/g;
/** Maximum length of a line with macros. A longer line is data. */
const longestLine = 20_000;

/** Attributes of Asciidoctor that stand for a character. */
const builtIn = new Set(
  'empty,sp,nbsp,zwsp,wj,apos,quot,lsquo,rsquo,ldquo,rdquo,deg,plus,brvbar,vbar,amp,lt,gt,startsb,endsb,caret,asterisk,tilde,backslash,backtick,two-colons,two-semicolons,cpp,cxx,pp'.split(
    ',',
  ),
);

/** Returns a property, or the environment variable for it. */
function propertyText(name: string, options: string): string {
  if (!options.includes('envvar')) return `\`${name}\``;
  const variable = name.replaceAll('-', '').replace(/[^\w]+/g, '_');
  return `\`${variable.toUpperCase()}\``;
}

/** Returns the id of a place, or the name of its page, as words. The site would show a title. */
function placeText(page: string, place: string): string {
  const name =
    place === ''
      ? page
          .slice(0, -'.adoc'.length)
          .replace(/[/:]index$/, '')
          .split(/[/:]/)
      : place.slice(1).split('.');
  return wordsOf(name.at(-1) ?? page);
}

function wordsOf(id: string): string {
  return id.replace(/[-_]+/g, ' ').trim();
}

/** Returns the text of a link to a class, as the site writes it: `Type.Inner`, `Type.run(String)` or `@Type`. */
function javadocText(
  _: string,
  annotation: string | undefined,
  name: string,
  ...[anchor = '', call = '', options = '']: (string | undefined)[]
): string {
  const label = options.replace(namedOptions, '').trim();
  if (label !== '') return label;
  // Micronaut writes a method as a part of the name: `http.Request.post(java.lang.String)`.
  const end = call === '' ? name.length : Math.max(0, name.lastIndexOf('.'));
  const member = call === '' ? anchor : shortType(name) + call;
  const owner = name.slice(0, end);
  const format = /(?:^|,)\s*format=(\w+)/.exec(options)?.[1];
  const type = (format === 'full' ? owner : shortType(owner)).replaceAll('$', '.');
  const shown = annotation === 'ann' || format === 'annotation' ? `@${type}` : type;
  if (member === '') return `\`${shown}\``;
  const parameters = member.replace(/(?<=[(,])[^,()]+/g, shortType).replaceAll(',', ', ');
  return `\`+${shown}.${parameters}+\``;
}

/** Returns the name of a class without its package. */
function shortType(name: string): string {
  const end = name.endsWith('...') ? name.length - '...'.length : name.length;
  return name.slice(name.lastIndexOf('.', end - 1) + 1);
}
