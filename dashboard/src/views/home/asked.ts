import { navigate } from '../../location.ts';

/** A question to all libraries, as it is in the address of the first view. */
export interface Asked {
  /** '' if there is no question. */
  text: string;
  /** Id of the library that a person chose; '' if the library search chooses. */
  library: string;
}

/** Returns the question in the query of the view's path. Pure. */
export function askedOf(search: string): Asked {
  const given = new URLSearchParams(search);
  return { text: given.get('q') ?? '', library: given.get('library') ?? '' };
}

/** Puts a question into the address, and keeps the filters of the list. */
export function ask({ text, library }: Asked): void {
  const next = new URLSearchParams(location.hash.split('?')[1]);
  next.delete('library');
  next.set('q', text);
  if (library !== '') next.set('library', library);
  navigate(`/?${next.toString()}`);
}
