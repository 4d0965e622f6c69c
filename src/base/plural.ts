/** A number of things as people write it: `1 key`, `2 keys`. For nouns that take an s. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
