import { navigate } from '../../location.ts';

/** A question to all libraries, as the address of the first view holds it. */
export interface Asked {
  /** '' while nobody has asked. */
  text: string;
  /** Id of the library that a person chose; '' where the search for libraries chooses. */
  library: string;
}

/** Reads what stands behind the `?` of the view's path. Pure. */
export function askedOf(search: string): Asked {
  const given = new URLSearchParams(search);
  return { text: given.get('q') ?? '', library: given.get('library') ?? '' };
}

/** Puts a question into the address; the filters of the list stay. */
export function ask({ text, library }: Asked): void {
  const next = new URLSearchParams(location.hash.split('?')[1]);
  next.delete('library');
  next.set('q', text);
  if (library !== '') next.set('library', library);
  navigate(`/?${next.toString()}`);
}
