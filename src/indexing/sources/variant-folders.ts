import { ending } from '../documents/page-title.ts';

/** Names of files that a folder of any subject has: its own page, or a place among others. */
const anyName = /^(?:readme|_?index|\+?page|\d{1,4})$/i;
/** Fewer pages have the same names by accident. */
const fewPages = 5;
/** So many folders beside each other have no page with the same name by accident. */
const manyFolders = 10;
/** Least share of the pages of a folder that folders beside it have, too. */
const leastShare = 0.5;
const deepest = 12;

interface Shared {
  all: number;
  shared: number;
}

/**
 * Returns the folders that tell pages with the same name apart, by the paths of these pages: `mysql` for `docs/mysql/select.md`, if many pages of
 * this folder stand in folders beside it, too, as `docs/sqlite/select.md` does, or if many folders beside it have the page. Pages of other folders
 * are absent.
 */
export function variantFolders(paths: readonly string[]): Map<string, string> {
  const namesByPlace = new Map<string, Set<string>>();
  const pages = paths.map((path) => ({ path, places: placesOf(path) }));
  const all = pages.flatMap(({ places }) => places);
  for (const { name, place } of all) {
    const names = namesByPlace.get(place) ?? new Set();
    namesByPlace.set(place, names.add(name));
  }
  const isShared = ({ place }: Place): boolean => namesByPlace.get(place)!.size > 1;
  const folders = new Map<string, Shared>();
  for (const one of all) {
    const found = folders.get(one.folder) ?? { all: 0, shared: 0 };
    folders.set(one.folder, found);
    found.all += 1;
    if (isShared(one)) found.shared += 1;
  }
  const isVariant = ({ folder, place }: Place): boolean => {
    if (namesByPlace.get(place)!.size >= manyFolders) return true;
    const found = folders.get(folder)!;
    return found.shared >= fewPages && found.shared >= leastShare * found.all;
  };
  const variants = new Map<string, string>();
  for (const { path, places } of pages) {
    const place = places.find((one) => isShared(one) && isVariant(one));
    if (place !== undefined)
      variants.set(path, place.name.replace(/^\d{1,3}[._-](?=[A-Za-z])/, ''));
  }
  return variants;
}

interface Place {
  name: string;
  /** The path of the folder. */
  folder: string;
  /** The path of the page with a mark in place of the folder. */
  place: string;
}

/** Returns the folders of a page. Outer folders are first. */
function placesOf(path: string): Place[] {
  const names = path.split('/');
  const file = (names.at(-1) ?? '').replace(ending, '');
  if (anyName.test(file)) return [];
  return names
    .slice(0, -1)
    .slice(0, deepest)
    .map((name, at) => ({
      name,
      folder: names.slice(0, at + 1).join('/'),
      place: [...names.slice(0, at), '*', ...names.slice(at + 1)].join('/'),
    }));
}
