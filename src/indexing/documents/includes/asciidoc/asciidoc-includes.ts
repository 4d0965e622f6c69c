import { AsciidocBlocks, heading } from '../../asciidoc/asciidoc-blocks.ts';
import { attribute } from '../../asciidoc/asciidoc-macros.ts';
import { attributeEntries, siteAttributes } from './antora.ts';
import type { Attributes } from './build-attributes.ts';
import { includeLimits, type IncludeExpander, type IncludePlace } from '../expansion.ts';
import { anyFolder, includeCandidates } from '../include-path.ts';
import { readDocgenSample, withDocgenLanguage, withoutJavadocTags } from './docgen.ts';
import { guideTitle } from './guide-title.ts';
import { fenceLanguage, formatOfName, type IncludableFormat } from '../included-format.ts';
import { linesIn, readRanges, tagMark, taggedLines, withoutMarks } from '../select-lines.ts';
import { readExampleMacro, shownCode } from './code-examples.ts';
import { dedentBlock } from '../../indentation.ts';

/**
 * Replaces `include::file[...]` by the file's text: unchanged in a listing, elsewhere as markup or
 * as a listing. Replaces macros such as `include-code::name[...]` by listings, one for each
 * language of an example. Puts the attributes that a site of Antora sets before the document.
 */
export const expandAsciidoc: IncludeExpander = (lines, place) => {
  const attributes = siteAttributes(lines, place);
  const reader = new AsciidocReader(place, new DocumentState(attributes));
  for (const line of lines) reader.read(line);
  // Included parts can use attributes although the document itself uses none.
  const used = attributes.size > 0 ? attributes : siteAttributes(reader.out, place);
  const title = guideTitle(lines, place);
  return [...attributeEntries(reader.out, used), ...title, ...reader.out];
};

const attributeLine = /^:([\w-]+):[ \t]+(\S.*)$/;
const includeLine = /^include::([^[\]]+)\[([^\]]*)\]\s*$/;
const anchorLine = /^\[(?:\[([\w.-]+)[^\]]*\]|#([\w.-]+)[^\]]*)\]$/;

/** What a document and the files that it includes as markup share. */
class DocumentState {
  readonly attributes: Map<string, string>;
  /** Id of the current section; '' before the first one, and after a document title without an id. */
  section = '';
  private anchor = '';

  constructor(attributes: Attributes) {
    const set = [...attributes].filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    this.attributes = new Map(set);
  }

  /** Follows the headings. A section without an id has its title as id. */
  follow(text: string): void {
    const [, block, short] = anchorLine.exec(text) ?? [];
    this.anchor = block ?? short ?? this.anchor;
    const [, marks, title = ''] = heading.exec(text) ?? [];
    if (marks === undefined) return;
    const own = marks === '=' ? '' : title.toLowerCase().replace(/[^a-z0-9_]+/g, '-');
    this.section = this.anchor || own;
    this.anchor = '';
  }
}

class AsciidocReader {
  readonly out: string[] = [];
  private readonly place: IncludePlace;
  private readonly state: DocumentState;
  private readonly blocks = new AsciidocBlocks({ tables: true });

  constructor(place: IncludePlace, state: DocumentState) {
    this.place = place;
    this.state = state;
  }

  read(line: string): void {
    const isShort = line.length <= includeLimits.line;
    const mayShow = isShort && !this.blocks.end.startsWith('//');
    const shown = mayShow
      ? (this.include(line) ?? this.examples(line) ?? this.docgenSample(line))
      : undefined;
    if (shown) {
      for (const text of shown) this.out.push(text);
      return;
    }
    if (isShort) this.follow(line.trimEnd());
    const isText = isShort && this.blocks.end === '';
    this.out.push(isText ? withoutJavadocTags(withDocgenLanguage(line)) : line);
  }

  /** Follows the blocks, attributes and sections of the document. */
  private follow(text: string): void {
    if (this.blocks.follow(text, this.out.at(-1))) return;
    this.state.follow(text);
    const { attributes } = this.state;
    const [, name, value] = attributeLine.exec(text) ?? [];
    if (name !== undefined && value !== undefined && attributes.size < mostAttributes) {
      attributes.set(name, this.withValues(value));
    }
  }

  private include(line: string): string[] | undefined {
    const [, target, list = ''] = includeLine.exec(line) ?? [];
    if (target === undefined) return undefined;
    const candidates = candidatesOf(this.withValues(target.trim()), this.place);
    const file = this.place.open(candidates);
    const options = readOptions(list);
    const chosen = file && this.place.take(chooseLines(file.lines, options));
    if (!file || !chosen) return undefined;
    if (this.blocks.end !== '') return options.has('indent') ? dedentBlock(chosen) : chosen;
    const format = formatOf(file.path);
    if (format === undefined) return this.listing(dedentBlock(chosen), fenceLanguage(file.path));
    return format === 'asciidoc' ? this.markup(chosen, file.path, options) : undefined;
  }

  private examples(line: string): string[] | undefined {
    const [page = ''] = this.place.chain;
    const macro =
      this.blocks.end === ''
        ? readExampleMacro(line, { page, section: this.state.section })
        : undefined;
    if (!macro) return undefined;
    const options = readOptions(macro.options);
    const listings = macro.examples.map(({ language, paths }) => {
      const file = this.place.open(paths);
      const chosen = file && this.place.take(chooseLines(file.lines, options));
      return chosen ? this.listing(dedentBlock(shownCode(chosen)), language) : [];
    });
    const found = listings.filter((listing) => listing.length > 0);
    if (found.length === 0) return undefined;
    const title = options.get('title');
    const shown = found.flatMap((listing) => [...listing, '']);
    return title === undefined ? shown : [`.${title}`, ...shown];
  }

  private docgenSample(line: string): string[] | undefined {
    const found = this.blocks.end === '' ? undefined : readDocgenSample(line);
    const file = found && this.place.find(found.path);
    const chosen = file && this.place.take(found.select(file.lines));
    return chosen && dedentBlock(chosen);
  }

  private markup(lines: string[], path: string, options: ReadonlyMap<string, string>): string[] {
    const offset = Number(/^[+-]?\d$/.exec(options.get('leveloffset') ?? '')?.[0] ?? 0);
    // Attributes that an included file sets stay valid after it.
    const reader = new AsciidocReader(this.place.inside(path), this.state);
    for (const line of lines) reader.read(line);
    return offset === 0 ? reader.out : withOffset(reader.out, offset);
  }

  private listing(code: string[], language: string): string[] {
    const styled = this.out.findLast((line) => line.trim() !== '' && !/^\.[^.\s]/.test(line)) ?? '';
    const head = /^\[(?:source|listing|,)/.test(styled) ? [] : [`[source,${language || 'text'}]`];
    const longest = code.reduce((most, line) => Math.max(most, /^-*/.exec(line)![0].length), 3);
    const fence = '-'.repeat(longest + 1);
    return [...head, fence, ...code, fence];
  }

  /** Replaces `{name}` by the value of the document's attribute. */
  private withValues(text: string): string {
    const { attributes } = this.state;
    const value = text.replace(attribute, (all, name: string) => attributes.get(name) ?? all);
    return value.slice(0, includeLimits.line);
  }
}

const mostAttributes = 500;

function formatOf(path: string): IncludableFormat | undefined {
  return formatOfName(path) ?? (/\.(?:txt|inc)$/i.test(path) ? 'asciidoc' : undefined);
}

const families: Readonly<Record<string, string>> = {
  example: 'examples',
  partial: 'partials',
  page: 'pages',
  attachment: 'attachments',
  image: 'images',
};

function pathsAround(reference: string, place: IncludePlace): string[] {
  const [, path] = documentFolder.exec(reference) ?? [];
  // Asciidoctor sets docdir once, so the files that a document includes have its folder too.
  if (path !== undefined) return includeCandidates(path, place.chain.slice(0, 1));
  const [, rest] = unknownRoot.exec(reference) ?? [];
  const around = includeCandidates(rest ?? reference, [place.path]);
  return rest === undefined || around.length === 0 ? around : [...around, anyFolder + rest];
}

/** The attribute of Asciidoctor for the folder of the document. */
const documentFolder = /^\{docdir\}\/+(.+)$/;
/** An attribute without a value at the start of a path. Most often, a build sets it to the root of the project. */
const unknownRoot = /^\{[\w-]+\}\/+(?!\.)(.+)$/;

/** Returns the paths that a reference can mean; `module:family$path` is Antora's. */
function candidatesOf(reference: string, place: IncludePlace): string[] {
  const antora = /^(?:([\w.-]+):)?([a-z]+)\$(.+)$/.exec(reference);
  if (!antora) return pathsAround(reference, place);
  const [, module, family = '', path = ''] = antora;
  const folder = Object.hasOwn(families, family) ? families[family] : undefined;
  const [, modules, own] = /^((?:.*\/)?modules\/)([^/]+)\//.exec(place.path) ?? [];
  if (folder === undefined || modules === undefined || own === undefined) return [];
  return includeCandidates(path, [`${modules}${module ?? own}/${folder}/-`]).slice(0, 1);
}

/** Reads `tag=a,lines="1..3;5",leveloffset=+1`. */
function readOptions(list: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of list.matchAll(/([a-z]+)=(?:"([^"]*)"|([^,]*))/g)) {
    options.set(name, (quoted ?? bare).trim());
  }
  return options;
}

function chooseLines(
  lines: readonly string[],
  options: ReadonlyMap<string, string>,
): string[] | undefined {
  const ranges = options.get('lines');
  if (ranges !== undefined) {
    const read = readRanges(ranges, /\.\./, /[;,]/);
    return read && withoutMarks(linesIn(lines, read), tagMark);
  }
  const tags = options.get('tags') ?? options.get('tag');
  if (tags === undefined) return withoutMarks(lines, tagMark);
  const wanted = tags.split(/[;,]/).map((tag): [string, boolean] => {
    const name = tag.trim();
    return name.startsWith('!') ? [name.slice(1), false] : [name, true];
  });
  return taggedLines(lines, new Map(wanted), tagMark);
}

/** Moves headings down or up. Headings in listings stay. */
function withOffset(lines: readonly string[], offset: number): string[] {
  const blocks = new AsciidocBlocks({ tables: true });
  return lines.map((line, at) => {
    if (blocks.follow(line.trimEnd(), lines[at - 1])) return line;
    const [, marks] = heading.exec(line) ?? [];
    if (marks === undefined) return line;
    const level = Math.min(6, Math.max(1, marks.length + offset));
    return '='.repeat(level) + line.slice(marks.length);
  });
}
