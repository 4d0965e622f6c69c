import { readFileSync } from 'node:fs';

/** A library that many people know. */
export interface WellKnownLibrary {
  /** `owner/name`. */
  id: string;
  title: string;
  description: string;
  aliases: string[];
  stars: number;
}

/** Returns the libraries of bench/data/well-known-libraries.txt. */
export function wellKnownLibraries(): WellKnownLibrary[] {
  return readLines('well-known-libraries.txt').map((line) => {
    const [id = '', title = '', stars = '0', aliases = '', description = ''] = line.split(' | ');
    return {
      id,
      title,
      description,
      aliases: aliases.split(', ').filter((alias) => alias !== ''),
      stars: Number(stars) * 1_000,
    };
  });
}

/** Returns the lines of a file in bench/data, without comments. */
export function readLines(name: string): string[] {
  return readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}
