import { escapeUTF8 } from 'entities';
import { isDocbook } from '../docbook/docbook-file.ts';
import { declarationsIn } from '../docbook/entities.ts';
import { anyFolder } from './include-path.ts';
import { includeLimits, type IncludePlace, type OpenedFile } from './expansion.ts';

/** A file with declarations of entities, in the type of a document. */
const entityFile =
  /<!ENTITY\s{1,9}%\s{1,9}[\w.-]{1,100}\s{1,9}SYSTEM\s{1,9}(["'])([^"'<>]{1,300})\1\s{0,9}>/;
/** An entity that stands for a file. */
const partEntity =
  /<!ENTITY\s{1,9}([\w.-]{1,100})\s{1,9}SYSTEM\s{1,9}(["'])([^"'<>]{1,300})\2\s{0,9}>/;
/** A file of XInclude, in any order of its attributes. */
const inclusion = /<(?:xi:)?include\s([^<>]{1,500})\/>/;
/** The beginning of such a tag whose end is on another line. */
const openInclusion = /<(?:xi:)?include\s[^<>]{0,500}$/;
/** Maximum number of lines of a tag. */
const mostTagLines = 6;
/** What an inclusion takes of a file: all of it as text, or the element with an id. */
const part =
  /\bparse\s?=\s?["']text["']|\bxpointer\s?=\s?["'](?:xpointer\(\/\*\/\*\[@(?:xml:)?id=['"])?([\w.-]{1,100})(?:['"]\]\))?["']/;
const address = /\bhref\s?=\s?["']([^"'<>]{1,300})["']/;

/**
 * Replaces what a document of DocBook includes: files with declarations of entities by the declarations, parts of documents that
 * entities stand for, and the texts and the elements that XInclude names. Whole files of XInclude are documents by themselves.
 */
export function expandDocbook(lines: readonly string[], place: IncludePlace): string[] {
  let references = 0;
  const open = ({ file = '', key }: ContentReference): OpenedFile | undefined => {
    if (key !== undefined)
      return place.open(['dita', 'xml'].map((end) => `${anyFolder}${key}.${end}`));
    if (file !== '') return place.find(file);
    // A document refers to itself, and what it shows does not.
    references += 1;
    const isBounded = place.chain.length === 1 && references <= includeLimits.uses;
    return isBounded ? { path: place.path, lines } : undefined;
  };
  const withParts = partReader(lines, place);
  return withWholeTags(lines).flatMap((line) => {
    if (line.length > includeLimits.line) return [line];
    const shown = declarations(line, place) ?? inclusionOf(line, place);
    return shown ?? [withContent(withParts(line), open, place)];
  });
}

/**
 * Returns a function that replaces the entities of a line that stand for parts of documents, such as the options that several commands
 * have. A file that is a document is not repeated.
 */
function partReader(lines: readonly string[], place: IncludePlace): (line: string) => string {
  const references = new Map<string, string>();
  for (const line of lines) {
    const [, name, , reference] = partEntity.exec(line.slice(0, includeLimits.line)) ?? [];
    if (name !== undefined && reference !== undefined) references.set(name, reference);
  }
  const withParts = (line: string, around: IncludePlace): string =>
    line.replace(/&([\w.-]{1,100});/g, (whole, name: string) => {
      const reference = references.get(name);
      if (reference === undefined) return whole;
      const file = around.find(reference);
      if (!file || isDocbook(file.lines.join('\n'))) return whole;
      const inner = around.inside(file.path).from(around.path);
      return (
        place
          .take(file.lines)
          ?.map((one) => withParts(one, inner))
          .join('\n') ?? whole
      );
    });
  return references.size === 0 ? (line) => line : (line) => withParts(line, place);
}

/** Where an element of DITA takes its content from: a file, or a key, and an id. */
interface ContentReference {
  file?: string;
  key?: string;
  id: string;
}

/**
 * An empty element of DITA that shows the content of another one: by its file, its topic and its id, or by the key of a topic and its id.
 * A map says which file a key means. Most often it has the name of the key.
 */
const contentReference =
  /<([a-z][\w-]{0,40})(?=\s)[^<>]{0,300}?\s(?:conref=["'](?<file>[^"'<>#]{0,300})#(?:[\w.-]{1,100}\/)?|conkeyref=["'](?<key>[\w.-]{1,100})\/)(?<id>[\w.-]{1,100})["'][^<>]{0,300}(?:\/>|>\s{0,20}<\/\1>)/g;

/**
 * Returns a line with the elements that those of DITA refer to.
 * https://docs.oasis-open.org/dita/dita/v1.3/errata02/os/complete/part3-all-inclusive/archSpec/base/conref.html
 */
function withContent(
  line: string,
  open: (reference: ContentReference) => OpenedFile | undefined,
  around: IncludePlace,
): string {
  if (!/conref=|conkeyref=/.test(line)) return line;
  return line.replace(contentReference, (whole: string, ...groups: unknown[]) => {
    const reference = groups.at(-1) as ContentReference;
    const file = open(reference);
    return (file && partOf(file, reference.id, around)) ?? whole;
  });
}

/** Joins the lines of tags that include something, which can have an attribute on each. */
function withWholeTags(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at]!;
    const isOpen = (): boolean => openInclusion.test(line.slice(0, includeLimits.line));
    for (let more = 1; more < mostTagLines && at + 1 < lines.length && isOpen(); more += 1) {
      at += 1;
      line += ` ${lines[at]!.trim()}`;
    }
    out.push(line);
  }
  return out;
}

function declarations(line: string, place: IncludePlace): string[] | undefined {
  const [whole, , reference] = entityFile.exec(line) ?? [];
  if (whole === undefined || reference === undefined) return undefined;
  const file = place.find(reference);
  if (!file) return undefined;
  const inner = place.within(file.lines, { path: file.path, format: 'docbook' });
  const taken = place.take(declarationsIn(inner.join('\n')));
  // The document type can be on one line.
  return taken && [line.split(whole).join(taken.join('\n'))];
}

/** Returns a line with the text of a file, or with the element of another document that has an id. */
function inclusionOf(line: string, place: IncludePlace): string[] | undefined {
  const [whole, attributes = ''] = inclusion.exec(line) ?? [];
  const [, reference] = address.exec(attributes) ?? [];
  const wanted = part.exec(attributes);
  if (whole === undefined || reference === undefined || !wanted) return undefined;
  const file = place.find(reference);
  const shown = file && partOf(file, wanted[1], place);
  return shown === undefined ? undefined : [line.split(whole).join(shown)];
}

/** Returns the element of a file with an id, or its text without one. */
function partOf(
  { path, lines }: OpenedFile,
  id: string | undefined,
  place: IncludePlace,
): string | undefined {
  if (id === undefined) {
    const text = place.take(lines);
    return text && escapeUTF8(text.join('\n'));
  }
  const element = place.take(elementOf(lines.join('\n'), id)?.split('\n'));
  return element && place.within(element, { path, format: 'docbook' }).join('\n');
}

/** Maximum length of an element that an inclusion takes. */
const longestElement = 50_000;

/** Returns the element with an id, with its tags; undefined if there is none. */
function elementOf(text: string, id: string): string | undefined {
  const places = ['"', "'"].map((quote) => text.indexOf(`id=${quote}${id}${quote}`));
  const start = text.lastIndexOf('<', Math.max(...places));
  if (start === -1 || Math.max(...places) === -1) return undefined;
  const rest = text.slice(start, start + longestElement);
  const [, name] = /^<([a-z][a-z\d]{0,40})\s/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  let depth = 0;
  for (const tag of rest.matchAll(new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]{0,1000}>`, 'g'))) {
    if (!tag[0].endsWith('/>')) depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return rest.slice(0, tag.index + tag[0].length);
  }
  return undefined;
}
