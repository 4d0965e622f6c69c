import { createHash } from 'node:crypto';

/** Returns a Library's name as a label value of at most 63 characters. Longer names end in a hash. Pure. */
export function labelValue(library: string): string {
  return library.length <= 63 ? library : `${cutName(library, 54)}-${shortHash(library)}`;
}

/** Returns the beginning of a name, for a DNS label: without dots, and without a dash at the end. Pure. */
export function cutName(name: string, length: number): string {
  return name
    .slice(0, length)
    .replaceAll('.', '-')
    .replace(/[^a-z0-9]+$/, '');
}

/** Returns eight hexadecimal digits that tell texts apart. Pure. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
