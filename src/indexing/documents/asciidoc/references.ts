import { cleanLines, singleSpaced } from '../clean.ts';
import { includeCandidates, joinedPath } from '../includes/include-path.ts';
import {
  longestTitle,
  mostReferences,
  type Place,
  type References,
  type ReferenceReader,
  type Written,
} from '../references/places.ts';
import { AsciidocBlocks, heading } from './asciidoc-blocks.ts';
import { attribute, definition, otherPage, place } from './asciidoc-macros.ts';

/** A line of attributes of the block below it, or an anchor. */
const above = /^\[.*\]$/;
/** The id of a block, and the text that references to it show: `[[oil,Oiling]]`, `[#oil.lead]`, `[id='oil']`. */
const blockId =
  /^\[\[([^\s,[\]]{1,200})(?:,[ \t]*([^[\]]{1,300}))?\]\]$|^\[[\w%,= ]{0,60}?(?:#([^\s,.%[\]"]{1,200})|\bid=["']?([^\s,"'[\]]{1,200}))/;
const titleId = /\[\[([^\s,[\]]{1,200})\]\]/g;
/** Characters of the value of an attribute in a title. */
const longestValue = 100;
/** The title of a table, a figure or a listing. */
const caption = /^\.([^\s.].*)$/;

/** The ids and pages of AsciiDoc, and the references of Asciidoctor and Antora without a text. */
export const asciidocReferences: ReferenceReader = { places, references };

function places({ path, content }: Written): Place[] {
  const values = new Map(
    Array.from(content.matchAll(definition), ([, name = '', value = '']) => [name, value]),
  );
  const withValues = (title: string): string =>
    title.replace(attribute, (whole, name: string) => {
      const value = values.get(name) ?? '';
      return value === '' || value.length > longestValue ? whole : value;
    });
  const blocks = titledBlocks(cleanLines(content)).filter(
    ({ title }) => title.length <= longestTitle,
  );
  const page = blocks.find(({ isHeading }) => isHeading);
  const named = blocks.flatMap(({ ids, title }) =>
    ids.map((id) => ({ name: `#${plainId(id)}`, title })),
  );
  return [
    ...(page ? [{ name: `/${path}`, title: page.title }] : []),
    ...named.flatMap((place) => [place, { ...place, name: `/${path}${place.name}` }]),
  ].map(({ name, title }) => ({ name, title: withValues(title) }));
}

/** A section or another block with a title, and the ids above the title and in it. */
interface TitledBlock {
  title: string;
  ids: string[];
  isHeading: boolean;
}

function titledBlocks(lines: readonly string[]): TitledBlock[] {
  const found: TitledBlock[] = [];
  let ids: string[] = [];
  const verbatim = new AsciidocBlocks();
  for (const [at, line] of lines.entries()) {
    if (verbatim.follow(line, lines[at - 1]) || line === '') continue;
    if (above.test(line)) {
      const { id, text } = anchorIn(line);
      if (text !== undefined) found.push({ title: text, ids: id, isHeading: false });
      else ids.push(...id);
      continue;
    }
    const written = heading.exec(line)?.[2] ?? caption.exec(line)?.[1];
    if (written !== undefined) {
      const own = Array.from(written.matchAll(titleId), ([, id = '']) => id);
      const title = singleSpaced(written.replaceAll(titleId, ' '));
      found.push({ title, ids: [...ids, ...own], isHeading: line.startsWith('=') });
    }
    ids = [];
  }
  return found;
}

/** Returns the id in a line above a block, if it has one, and the text that references to it show, if the line states it. */
function anchorIn(line: string): { id: string[]; text: string | undefined } {
  const [, anchor, text, short, id = anchor ?? short] = blockId.exec(line) ?? [];
  return { id: id === undefined ? [] : [id], text };
}

function references({ path, content }: Written): References {
  const found: References = new Map();
  for (const [, page = '', part = ''] of content.matchAll(otherPage)) {
    if (found.size >= mostReferences) break;
    const key = page + part;
    if (!found.has(key))
      found.set(
        key,
        pagesOf(page, path).map((one) => `/${one}${part}`),
      );
  }
  for (const [, first, second = ''] of content.matchAll(place)) {
    if (found.size >= mostReferences) break;
    const id = first ?? second;
    if (!id.endsWith('.adoc')) found.set(id, [`#${plainId(id)}`]);
  }
  return found;
}

/** Returns an id without the context of a book, which only its chapters set: `oil-{context}`. */
function plainId(id: string): string {
  return id.replace(/[-_]?\{[^{}]*\}$/, '');
}

/** Returns the paths that a reference to a page can mean. */
function pagesOf(page: string, path: string): string[] {
  const [, modules, own = ''] = /^((?:[^/]+\/)*?modules\/)([^/]+)\/pages\//.exec(path) ?? [];
  if (modules === undefined) return includeCandidates(page, [path]);
  // Antora has the pages of a module in one folder. Those of another component are rarely in the same repository.
  const names = page.split(':');
  if (names.length > 2 || page.includes('@')) return [];
  const [target = '', name = own] = names.toReversed();
  const isNear = /^\.{1,2}\//.test(target);
  const folder = isNear ? path.split('/').slice(0, -1) : `${modules}${name}/pages`.split('/');
  return [joinedPath(folder, target.split('/')) ?? ''];
}
