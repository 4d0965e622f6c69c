import type { SourceDocument } from '../document.ts';

/** A page or a section to which documents refer. */
export interface Place {
  /** A label, or a path without its ending that begins with a slash. */
  name: string;
  /** The title in the markup of the document. */
  title: string;
}

/**
 * References without a text of their own: the names of the places that each can mean, the likeliest first, by the key of the title in
 * `SourceDocument.titles`.
 */
export type References = Map<string, string[]>;

export type Written = Pick<SourceDocument, 'path' | 'content'>;

/** Reads the places of a document and its references, in one format. Both look at each character a limited number of times. */
export interface ReferenceReader {
  places(document: Written): Place[];
  references(document: Written): References;
}

/** References of one text to different places. */
export const mostReferences = 500;
/** Characters of a title. */
export const longestTitle = 300;
/** Characters of a name. */
const longestName = 300;
/** Places of all documents. */
const mostPlaces = 200_000;
/** Places with the same name, such as those of two manuals in one repository. */
const mostNamesakes = 20;

interface TitledPath {
  path: string;
  title: string;
}

/** The places of the documents of a library. */
export class Places {
  private readonly byName = new Map<string, TitledPath[]>();
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(path: string, places: readonly Place[]): void {
    // A part of a text keeps the whole text in memory. A clone does not.
    for (const { name, title } of structuredClone(places)) {
      if (this.count >= mostPlaces) return;
      const namesakes = this.byName.get(name) ?? [];
      const isUsable = name.length <= longestName && title.length <= longestTitle;
      if (!isUsable || namesakes.length >= mostNamesakes) continue;
      this.count += 1;
      namesakes.push({ path, title });
      this.byName.set(name, namesakes);
    }
  }

  /** Returns the titles of the places to which a document refers, and the paths of the other documents that have them. */
  titlesFor(
    references: References,
    document: string,
  ): { titles: Record<string, string>; titled: string[] } {
    const titles: Record<string, string> = {};
    const titled = new Set<string>();
    for (const [key, names] of [...references].slice(0, mostReferences)) {
      const place = this.find(names, document);
      if (place === undefined) continue;
      titles[key] = place.title;
      if (place.path !== document) titled.add(place.path);
    }
    return { titles, titled: [...titled] };
  }

  /** Returns the first of these places that exists. Of several with the same name, returns the one in the folder nearest to a document. */
  private find(names: readonly string[], document: string): TitledPath | undefined {
    const name = names.find((one) => this.byName.has(one));
    const [first, ...others] = this.byName.get(name ?? '') ?? [];
    if (first === undefined || others.length === 0) return first;
    const nearness = ({ path }: TitledPath): number => sharedFolders(path, document);
    return [first, ...others].toSorted((a, b) => nearness(b) - nearness(a))[0];
  }
}

/** Returns how many folders two paths have in common. */
function sharedFolders(one: string, other: string): number {
  const names = other.split('/').slice(0, -1);
  const own = one.split('/').slice(0, -1);
  const differs = own.findIndex((name, at) => name !== names[at]);
  return differs === -1 ? own.length : differs;
}
