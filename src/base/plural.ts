/** Returns a number with its noun: `1 key`, `2 keys`, `2 libraries`. The plural ends in s if none is given. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}
