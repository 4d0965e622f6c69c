/** Returns a number with its noun: `1 key`, `2 keys`. For nouns whose plural ends in s. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
